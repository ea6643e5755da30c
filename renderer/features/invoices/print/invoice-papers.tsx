import { useTranslation } from 'react-i18next';
import { taxNumberKind } from '../../../../shared/tax-number.ts';
import { Qr } from '../../../kit/qr.tsx';
import { isOpen, leftOf, refundedOf, systemName } from '../../../lib/invoices.ts';
import { useBasketRows } from '../../../shop/use-basket-rows.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { A4Paper, type PaperFact, type PaperSum, RollPaper } from './paper.tsx';
import classes from './print.module.css';
import type { SheetProps } from './use-sheet.ts';

/** An A4 sheet, to pay by and later as a record of the payment. */
export const InvoiceSheet = (props: SheetProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const dates = useDates();
  const { invoice, shopName, merchant, taxNumber, iban, register } = props;
  return (
    <A4Paper
      seller={props}
      title={`${t('print.invoice')} ${t('print.number', { number: invoice.number_display })}`}
      text=""
      items={invoice.items}
      ccy={invoice.ccy}
      sums={useSums(props)}
      facts={[
        [t('print.shop'), shopName === merchant ? '' : shopName],
        [t('print.seller'), merchant],
        [common(`taxNumber.${taxNumberKind(taxNumber)}`), taxNumber],
        [t('print.iban'), iban],
        [t('print.terminal'), [invoice.terminal_name, register].filter(Boolean).join(' · ')],
        [t('print.date'), dates.moment(Date.parse(invoice.created_date))],
        [t('print.reference'), invoice.reference],
        [t('print.purpose'), invoice.destination],
        [t('print.status'), common(`status.${invoice.status}`)],
        ...usePayment(props),
      ]}
    >
      {isOpen(invoice) && invoice.page_url !== '' ? <ToPay {...props} /> : null}
    </A4Paper>
  );
};

/** The customer's receipt, for thermal paper. */
export const ReceiptSheet = (props: SheetProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { invoice, register } = props;
  return (
    <RollPaper
      seller={props}
      title={`${t('print.receipt')} ${t('print.number', { number: invoice.number_display })}`}
      place={[invoice.terminal_name, register].filter(Boolean).join(' · ')}
      text={invoice.destination}
      items={invoice.items}
      ccy={invoice.ccy}
      sums={useSums(props)}
      facts={[
        [t('print.date'), dates.exact(Date.parse(invoice.created_date))],
        ...usePayment(props),
        [t('print.reference'), invoice.reference],
      ]}
    />
  );
};

const usePayment = ({ invoice }: SheetProps): PaperFact[] => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  return [
    [t('print.paidAt'), invoice.paid_date === null ? '' : dates.exact(Date.parse(invoice.paid_date))],
    [t('print.card'), [invoice.masked_pan, systemName(invoice.payment_system)].filter(Boolean).join(' ')],
    [t('print.rrn'), invoice.rrn],
    [t('print.approval'), invoice.approval_code],
  ];
};

const useSums = ({ invoice, taken }: SheetProps): PaperSum[] => {
  const { t } = useTranslation('invoices');
  const refunded = refundedOf(invoice, taken);
  const isPaid = invoice.status === 'success' || invoice.status === 'reversed';
  const left = invoice.status === 'reversed' ? 0 : leftOf(invoice);
  return [
    ...useBasketRows(invoice),
    { name: t(isOpen(invoice) ? 'print.toPay' : 'print.total'), minor: invoice.amount, isTotal: true },
    ...(isPaid ? [{ name: t('print.paid'), minor: taken }] : []),
    ...(isPaid && taken < invoice.amount
      ? [{ name: t('print.released'), minor: invoice.amount - taken }]
      : []),
    ...(refunded > 0
      ? [
          { name: t('print.refunded'), minor: refunded },
          { name: t('print.left'), minor: left },
        ]
      : []),
  ];
};

const ToPay = ({ invoice, expiresAt }: SheetProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  return (
    <div className={classes.pay}>
      <Qr value={invoice.page_url} size={144} level="L" label={t('pay.qr')} className={classes.code} />
      <div>
        <p>
          <strong>{t('print.scan')}</strong>
        </p>
        <p className="breaks">{invoice.page_url}</p>
        {expiresAt === null ? null : (
          <p>{t('print.validUntil', { time: dates.moment(Date.parse(expiresAt)) })}</p>
        )}
      </div>
    </div>
  );
};
