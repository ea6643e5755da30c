import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { printCashReceipt } from '../../../api/mutations.ts';
import { printerQuery } from '../../../api/queries.ts';
import { Hint } from '../../../kit/act.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { useBasketRows } from '../../../shop/use-basket-rows.ts';
import { PaperMenu } from '../print/paper-menu.tsx';

/** The receipt, on the receipt printer where there is one, else on a roll of the system's; or on an A4 sheet. */
export const CashPapers = ({ sale }: { sale: CashSale }) => {
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
export const useCashSums = (sale: CashSale): CashSum[] => {
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
