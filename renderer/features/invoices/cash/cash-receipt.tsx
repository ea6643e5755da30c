import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { printCashReceipt } from '../../../api/mutations.ts';
import { counterQuery, printerQuery, systemQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { formatDecimal } from '../../../lib/invoices.ts';
import classes from '../../../shop/paper.module.css';
import { PaperLogo } from '../../../shop/paper-logo.tsx';
import { RollRows } from '../../../shop/roll-rows.tsx';
import { type PrintOutput, PrintSheet } from '../../../shop/tasks/print-sheet.tsx';
import { useDates } from '../../../shop/use-dates.ts';

/** The receipt on the receipt printer, where there is one; else by the printer of the system, on any width. */
export const CashReceipt = ({ sale }: { sale: CashSale }) => {
  const { t } = useTranslation('invoices');
  const failureText = useFailureText();
  const { data: printer } = useQuery(printerQuery);
  const { isBusy, failure, result, run } = useAction<{ fault: string | null }>();
  const [output, setOutput] = useState<PrintOutput>();
  const print = (): void => {
    if (printer?.has_printer) void run(() => printCashReceipt(sale.id, false));
    else setOutput('paper');
  };
  return (
    <>
      <Act icon={IconPrinter} loading={isBusy} onClick={print} text={t('actions.printReceipt')} />
      {failure || result?.fault ? (
        <Hint role="status">{failure ? failureText(failure) : t('cash.notPrinted')}</Hint>
      ) : null}
      {output ? <Sheet sale={sale} output={output} onDone={() => setOutput(undefined)} /> : null}
    </>
  );
};

interface SheetProps {
  sale: CashSale;
  output: PrintOutput;
  onDone(): void;
}

const Sheet = ({ sale, output, onDone }: SheetProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { data: system, isPending } = useQuery(systemQuery);
  const { data: counter } = useQuery(counterQuery);
  const { items, total, rounding, amount, received, change, number_display, is_refund } = sale;
  const rows = [
    [t('cash.sum'), items.length === 0 || rounding !== 0 ? formatAmount(total) : ''],
    [t('cash.rounding'), rounding === 0 ? '' : `${rounding > 0 ? '+' : ''}${formatAmount(rounding)}`],
    [t(is_refund ? 'cash.givenBack' : 'cash.paid'), formatAmount(amount)],
    [t('cash.received'), received === null ? '' : formatAmount(received)],
    [t('cash.change'), change === null ? '' : formatAmount(change)],
    [t('cash.at'), dates.exact(Date.parse(sale.made_at))],
    [t('cash.by'), sale.made_by],
  ] as const;
  return (
    <PrintSheet
      paper="roll"
      output={output}
      fileName={`kramar-cash-${number_display || sale.id}.pdf`}
      isReady={!isPending}
      onDone={onDone}
    >
      <section className={classes.roll}>
        <PaperLogo name={system?.shop_name ?? ''} />
        <h1>{system?.shop_name}</h1>
        <p>{t(is_refund ? 'cash.returnTitle' : 'cash.saleTitle', { number: number_display })}</p>
        <hr />
        <table>
          <tbody>
            {items.map(({ id, name, quantity, unit, price, amount: sum }) => (
              <tr key={id}>
                <td>
                  {name}
                  <div className={classes.small}>
                    {formatDecimal(quantity)} {unit} × {formatAmount(price)}
                  </div>
                </td>
                <td>{formatAmount(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <hr />
        <RollRows rows={rows.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }))} />
        <hr />
        {system?.return_text ? <p className={classes.returns}>{system.return_text}</p> : null}
        <p className={classes.warning}>{t('print.notFiscal')}</p>
        {counter?.cash_receipts === 'elsewhere' ? <p>{t('cash.fiscalElsewhere')}</p> : null}
      </section>
    </PrintSheet>
  );
};
