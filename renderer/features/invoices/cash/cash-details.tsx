import { Button, Group, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { formatAmount, QUANTITY_SCALE, shareOut } from '../../../../shared/money.ts';
import { failureOf } from '../../../api/failure.ts';
import { printCashReceipt, type Refund } from '../../../api/mutations.ts';
import { cashSaleQuery, printerQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Facts } from '../../../kit/panel.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { SideFrame } from '../../../kit/side-frame.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { useKeyed } from '../../../kit/use-keyed.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { formatDecimal } from '../../../lib/invoices.ts';
import { invoiceLink } from '../../../shop/sale-link.ts';
import { SecondPerson } from '../../../shop/second-person.tsx';
import { usePermission } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useBasketRows } from '../../../shop/use-sale-texts.ts';
import { MissingSale, SaleTitle } from '../details/sale-title.tsx';
import { type SaleSteps, useOpenIds, useSaleSteps } from '../open-sale.ts';
import { PaperMenu } from '../print/paper-menu.tsx';
import { emptyDraft, type ReturnableLine, readDraft, refundOf } from '../refund/draft.ts';
import { RefundEntry } from '../refund/refund-entry.tsx';
import { amountAboveLimit, approvalHeader } from '../refund/use-refund.ts';

/** A sale for cash, one in parts or a return at the side of the list, identified by the address. */
export const CashDetails = () => {
  const { t } = useTranslation('invoices');
  const { cashId: id = 0 } = useOpenIds();
  const query = useQuery(cashSaleQuery(id));
  const [returned, setReturned] = useState<number>();
  const isReturn = returned === id;
  const steps = useSaleSteps(isReturn);
  const sale = query.data;
  return (
    <>
      <SideFrame label={t('details.label')} onClose={steps.onClose} isCovered={isReturn}>
        <QueryView query={query} rows={6} missing={<MissingSale />}>
          {(shown) => <CashSaleView key={id} sale={shown} steps={steps} onReturn={() => setReturned(id)} />}
        </QueryView>
      </SideFrame>
      {sale && isReturn ? <CashReturn sale={sale} onClose={() => setReturned(undefined)} /> : null}
    </>
  );
};

const CashSaleView = ({ sale, steps, onReturn }: { sale: CashSale; steps: SaleSteps; onReturn(): void }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const canReturn = usePermission('can_cancel_invoices');
  const { items, total, left, is_refund, made_at, made_by, qr } = sale;
  const sums = useCashSums(sale).map((sum) => ({
    name: sum.name,
    value:
      qr && sum.name === t('words.qr') ? (
        <QrPart {...qr} />
      ) : (
        `${sum.isSigned && sum.minor > 0 ? '+' : ''}${formatAmount(sum.minor)}`
      ),
  }));
  const facts = [
    {
      name: t('cash.left'),
      value: !is_refund && sale.status === 'done' && left < total ? formatAmount(left) : '',
    },
    { name: t('words.time'), value: dates.exact(Date.parse(made_at)) },
    { name: t('words.who'), value: made_by },
    { name: t('words.reason'), value: sale.reason },
    { name: t('words.comment'), value: sale.remark },
  ].filter(({ value }) => value !== '');
  const { number_display: number } = sale;
  const title = number === '' ? t('cash.entry') : t('details.title', { number });
  return (
    <Stack gap="md">
      <SaleTitle title={is_refund ? t('cash.returnTitle') : title} {...steps} />
      {sale.voided_at === null ? null : (
        <Hint>{t('cash.voided', { by: sale.voided_by ?? '', reason: sale.void_reason })}</Hint>
      )}
      {sale.status === 'done' || sale.is_refund ? null : <Hint>{t(`cash.status.${sale.status}`)}</Hint>}
      <Group>
        {sale.qr?.invoice && (sale.status === 'waiting' || sale.status === 'unpaid') ? (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                to="/charge"
                search={{ invoice: sale.qr?.invoice ?? undefined, parts: sale.id }}
              />
            )}
          >
            {t('cash.goOn')}
          </Button>
        ) : null}
        {canReturn && left > 0 ? (
          <Act
            size="sm"
            px={10}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={onReturn}
            text={t(qr ? 'actions.refund' : 'cash.giveBack')}
          />
        ) : null}
        <CashPapers sale={sale} />
      </Group>
      {items.length > 0 ? <Lines sale={sale} /> : null}
      <Facts facts={[...sums, ...facts]} />
    </Stack>
  );
};

const QrPart = ({ amount, invoice }: NonNullable<CashSale['qr']>) =>
  invoice === null ? (
    formatAmount(amount)
  ) : (
    <TextLink inherit {...invoiceLink(invoice)} search>
      {formatAmount(amount)}
    </TextLink>
  );

const Lines = ({ sale: { items } }: { sale: CashSale }) => {
  const { t } = useTranslation('invoices');
  const columns = useMemo(
    (): Column<CashSale['items'][number]>[] => [
      column(
        'name',
        t('words.goods'),
        ({ name, returned, quantity }) => (
          <>
            {name}
            {returned > 0 ? (
              <Hint data-tone="returned">
                {t('cash.returnedOf', { part: formatDecimal(returned), all: formatDecimal(quantity) })}
              </Hint>
            ) : null}
          </>
        ),
        { isRowHead: true },
      ),
      column(
        'quantity',
        t('words.quantity'),
        ({ quantity, unit, price }) => `${formatDecimal(quantity)} ${unit} × ${formatAmount(price)}`,
        { isNumber: true },
      ),
      column('amount', t('words.amount'), ({ amount }) => formatAmount(amount), { isNumber: true }),
    ],
    [t],
  );
  return (
    <DataTable
      isPlain
      isHighlighted={false}
      label={t('words.goods')}
      rows={items}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
};

/** The receipt, on the receipt printer where there is one, else on a roll of the system's; or on an A4 sheet. */
const CashPapers = ({ sale }: { sale: CashSale }) => {
  const { t } = useTranslation('invoices');
  const failureText = useFailureText();
  const { data: printer } = useQuery(printerQuery);
  const { isBusy, failure, result, run } = useAction<{ fault: string | null }>();
  return (
    <>
      <PaperMenu
        path="cash-sales/{id}/paper/"
        id={sale.id}
        papers={[
          { size: 'roll', print: t('actions.printReceipt'), pdf: t('actions.pdfReceipt') },
          { size: 'a4', print: t('cash.printA4'), pdf: t('cash.pdfA4') },
        ]}
        fileName={() => `kramar-cash-${sale.number_display || sale.id}.pdf`}
        isBusy={isBusy}
        receiptPrinter={
          printer?.has_printer ? () => void run(() => printCashReceipt(sale.id, false)) : undefined
        }
      />
      {failure || result?.fault ? (
        <Hint role="status">{failure ? failureText(failure) : t('cash.notPrinted')}</Hint>
      ) : null}
    </>
  );
};

interface CashSum {
  name: string;
  /** Minor units. */
  minor: number;
  isSigned?: boolean;
}

/** From the goods to what was paid, and the change; what is 0 is left out. */
const useCashSums = (sale: CashSale): CashSum[] => {
  const { t } = useTranslation('invoices');
  const { total, rounding, amount, qr, received, change, is_refund } = sale;
  const basket = useBasketRows({ amount: total, items: sale.items });
  return [
    ...basket,
    ...(rounding === 0
      ? []
      : [
          { name: t('words.amount'), minor: total },
          { name: t('cash.rounding'), minor: rounding, isSigned: true },
        ]),
    { name: t('words.total'), minor: total + rounding },
    { name: t(is_refund ? 'cash.givenBack' : 'cash.paid'), minor: amount },
    ...(qr ? [{ name: t('words.qr'), minor: qr.amount }] : []),
    ...(received === null ? [] : [{ name: t('cash.received'), minor: received }]),
    ...(change === null ? [] : [{ name: t('words.change'), minor: change }]),
  ];
};

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
const CashReturn = ({ sale, onClose }: { sale: CashSale; onClose(): void }) => {
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
