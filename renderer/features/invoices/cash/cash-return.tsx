import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { formatAmount, QUANTITY_SCALE, shareOut } from '../../../../shared/money.ts';
import { failureOf } from '../../../api/failure.ts';
import type { Refund } from '../../../api/mutations.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useKeyed } from '../../../kit/use-keyed.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { SecondPerson } from '../../../shop/second-person.tsx';
import { emptyDraft, type ReturnableLine, readDraft, refundOf } from '../refund/draft.ts';
import { RefundEntry } from '../refund/refund-entry.tsx';
import { amountAboveLimit, approvalHeader } from '../refund/use-refund.ts';

const scaled = (quantity: number): number => Math.round(quantity * 10 ** QUANTITY_SCALE);

/** What is left of each line, with its share of the discounts on the whole sale. */
const returnableLines = ({ items, total }: CashSale): ReturnableLine[] => {
  const paid = shareOut(
    total,
    items.map(({ amount }) => amount),
  );
  return items.flatMap((item, at) =>
    item.returned >= item.quantity
      ? []
      : [{ item, amount: paid[at] ?? 0, quantity: scaled(item.quantity), returned: scaled(item.returned) }],
  );
};

/** Gives cash back for a sale: all, by lines or by an amount. */
export const CashReturn = ({ sale, onClose }: { sale: CashSale; onClose(): void }) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const send = useKeyed('shift');
  const action = useAction();
  const lines = returnableLines(sale);
  const [draft, setDraft] = useState(() => emptyDraft(lines));
  const read = readDraft(draft, lines, sale.left);
  const doneText = ({ amount, qr, status }: CashSale): string =>
    [
      amount > 0 ? t('cash.done', { amount: formatAmount(amount) }) : '',
      qr ? t(status === 'done' ? 'refund.done' : 'refund.working', { amount: formatAmount(qr.amount) }) : '',
    ].join(' ');
  const [aboveLimit, setAboveLimit] = useState<{ refund: Refund; amount: number }>();
  const giveBack = (refund: Refund, approval?: string): void =>
    void action.run(async () => {
      try {
        const path = `cash-sales/${sale.id}/returns/`;
        const made = await send<CashSale>(path, refund, approvalHeader(approval));
        toast.success(doneText(made));
        onClose();
      } catch (error) {
        const amount = amountAboveLimit(failureOf(error));
        setAboveLimit(amount === undefined ? undefined : { refund, amount });
        throw error;
      }
    });
  return (
    <Dialog
      title={t('refund.title', { number: sale.number_display })}
      closeOnClickOutside={false}
      isBusy={action.isBusy}
      onClose={onClose}
    >
      {aboveLimit ? (
        <SecondPerson
          of={{ cash_sale: sale.id }}
          amount={aboveLimit.amount}
          isBusy={action.isBusy}
          onApproved={(approval) => giveBack(aboveLimit.refund, approval)}
          onBack={() => setAboveLimit(undefined)}
        />
      ) : (
        <RefundEntry
          left={sale.left}
          lines={lines}
          draft={draft}
          onChange={setDraft}
          refusal={action.failure}
          submit={{ text: t(sale.qr ? 'actions.refund' : 'cash.giveBack'), isBusy: action.isBusy }}
          onReview={() => 'amount' in read && giveBack(refundOf(read, draft))}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
};
