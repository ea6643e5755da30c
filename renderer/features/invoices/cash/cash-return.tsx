import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { formatAmount, QUANTITY_SCALE, shareOut } from '../../../../shared/money.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useKeyed } from '../../../kit/use-keyed.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { emptyDraft, type ReturnableLine, readDraft, refundOf } from '../refund/draft.ts';
import { RefundEntry } from '../refund/refund-entry.tsx';

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
      : [
          {
            item,
            amount: paid[at] ?? 0,
            quantity: scaled(item.quantity),
            returned: scaled(item.returned),
          },
        ],
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
  const giveBack = (): void => {
    if (!('amount' in read)) return;
    void action.run(async () => {
      const made = await send<CashSale>(`cash-sales/${sale.id}/returns/`, refundOf(read, draft));
      toast.success(t('cash.done', { amount: formatAmount(made.amount) }));
      onClose();
    });
  };
  return (
    <Dialog
      title={t('refund.title', { number: sale.number_display })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Stack>
        <RefundEntry
          left={sale.left}
          lines={lines}
          draft={draft}
          onChange={setDraft}
          refusal={action.failure}
          submit={{ text: t('cash.giveBack'), isBusy: action.isBusy }}
          onReview={giveBack}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
};
