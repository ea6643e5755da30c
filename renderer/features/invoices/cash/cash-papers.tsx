import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import type { Terminal } from '../../../../shared/api/terminals.ts';
import { taxNumberKind } from '../../../../shared/tax-number.ts';
import { printCashReceipt } from '../../../api/mutations.ts';
import { counterQuery, printerQuery, systemQuery, terminalsQuery } from '../../../api/queries.ts';
import { Hint } from '../../../kit/act.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { type PrintOutput, PrintSheet } from '../../../shop/tasks/print-sheet.tsx';
import { useBasketRows } from '../../../shop/use-basket-rows.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { A4Paper, type PaperSum, RollPaper } from '../print/paper.tsx';
import { PaperMenu, type PrintKind } from '../print/paper-menu.tsx';

interface Printed {
  kind: PrintKind;
  output: PrintOutput;
}

/** The receipt, on the receipt printer where there is one, else on a roll of the system's; or on an A4 sheet. */
export const CashPapers = ({ sale }: { sale: CashSale }) => {
  const { t } = useTranslation('invoices');
  const failureText = useFailureText();
  const { data: printer } = useQuery(printerQuery);
  const { isBusy, failure, result, run } = useAction<{ fault: string | null }>();
  const [printed, setPrinted] = useState<Printed>();
  const print = (paper: Printed): void => {
    if (printer?.has_printer && paper.kind === 'receipt' && paper.output === 'paper')
      void run(() => printCashReceipt(sale.id, false));
    else setPrinted(paper);
  };
  return (
    <>
      <PaperMenu
        papers={[
          { kind: 'receipt', print: t('actions.printReceipt'), pdf: t('actions.pdfReceipt') },
          { kind: 'invoice', print: t('cash.printA4'), pdf: t('cash.pdfA4') },
        ]}
        isBusy={isBusy}
        onPrint={print}
      />
      {failure || result?.fault ? (
        <Hint role="status">{failure ? failureText(failure) : t('cash.notPrinted')}</Hint>
      ) : null}
      {printed ? <CashPaper sale={sale} {...printed} onDone={() => setPrinted(undefined)} /> : null}
    </>
  );
};

/** Cash is of the shop: of one seller, where all bank connections are of the same. */
const sellerOf = (terminals: readonly Terminal[] | undefined): Pick<Terminal, 'merchant_name' | 'edrpou'> => {
  const [first, ...others] = terminals ?? [];
  return first && others.every(({ edrpou }) => edrpou === first.edrpou)
    ? first
    : { merchant_name: '', edrpou: '' };
};

const CashPaper = ({ sale, kind, output, onDone }: Printed & { sale: CashSale; onDone(): void }) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const dates = useDates();
  const { data: system, isPending } = useQuery(systemQuery);
  const { data: terminals, isPending: isSellerPending } = useQuery(terminalsQuery);
  const { data: counter } = useQuery(counterQuery);
  const { merchant_name: merchant, edrpou: taxNumber } = sellerOf(terminals);
  const { items, number_display, is_refund, remark, made_at, made_by, reason } = sale;
  const isA4 = kind === 'invoice';
  const seller = {
    merchant,
    taxNumber,
    shopName: system?.shop_name ?? '',
    returnText: system?.return_text ?? '',
  };
  const paper = {
    seller,
    items,
    text: remark,
    title: is_refund
      ? t('cash.returnTitle')
      : `${t('print.receipt')} ${t('print.number', { number: number_display })}`,
    sums: useCashSums(sale),
    facts: [
      ...(isA4
        ? ([
            [t('print.shop'), seller.shopName === merchant ? '' : seller.shopName],
            [t('print.seller'), merchant],
            [common(`taxNumber.${taxNumberKind(taxNumber)}`), taxNumber],
          ] as const)
        : []),
      [t('cash.at'), dates.exact(Date.parse(made_at))] as const,
      [t('print.cashier'), made_by] as const,
      [t('refund.reason'), reason] as const,
    ],
    children: counter?.cash_receipts === 'elsewhere' ? <p>{t('cash.fiscalElsewhere')}</p> : null,
  };
  return (
    <PrintSheet
      paper={isA4 ? 'a4' : 'roll'}
      output={output}
      fileName={`kramar-cash-${number_display || sale.id}.pdf`}
      isReady={!isPending && !isSellerPending}
      onDone={onDone}
    >
      {isA4 ? <A4Paper {...paper} /> : <RollPaper {...paper} place="" />}
    </PrintSheet>
  );
};

/** From the goods to what was paid, and the change; what is 0 is left out. */
export const useCashSums = (sale: CashSale): PaperSum[] => {
  const { t } = useTranslation('invoices');
  const { total, rounding, amount, qr, received, change, is_refund } = sale;
  const basket = useBasketRows({ amount: total, items: sale.items });
  return [
    ...basket,
    ...(rounding === 0
      ? []
      : [
          { name: t('print.sum'), minor: total },
          { name: t('cash.rounding'), minor: rounding, isSigned: true },
        ]),
    { name: t('print.total'), minor: total + rounding, isTotal: true },
    { name: t(is_refund ? 'cash.givenBack' : 'cash.paid'), minor: amount },
    ...(qr ? [{ name: t('cash.byQr'), minor: qr.amount }] : []),
    ...(received === null ? [] : [{ name: t('cash.received'), minor: received }]),
    ...(change === null ? [] : [{ name: t('cash.change'), minor: change }]),
  ];
};
