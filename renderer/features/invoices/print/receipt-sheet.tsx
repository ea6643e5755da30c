import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../../shared/money.ts';
import { formatDecimal, leftOf, refundedOf, systemName } from '../../../lib/invoices.ts';
import classes from '../../../shop/paper.module.css';
import { PaperLogo, useHasLogo } from '../../../shop/paper-logo.tsx';
import { useBasketRows } from '../../../shop/use-basket-rows.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useTaxNumber } from '../../../shop/use-seller.ts';
import type { SheetProps } from './use-sheet.ts';

/** The customer's receipt, for thermal paper. */
export const ReceiptSheet = (props: SheetProps) => {
  const { t } = useTranslation('invoices');
  const { invoice, shopName, merchant, taxNumber, register, returnText } = props;
  const taxText = useTaxNumber();
  const hasLogo = useHasLogo();
  const place = [invoice.terminal_name, register].filter(Boolean).join(' · ');
  return (
    <section className={classes.roll}>
      <PaperLogo name={shopName || merchant} />
      {hasLogo ? null : <h1>{shopName || merchant}</h1>}
      {!hasLogo && (shopName === '' || shopName === merchant) ? null : <p>{merchant}</p>}
      {taxNumber === '' ? null : <p>{taxText(taxNumber)}</p>}
      <p className={classes.small}>{place}</p>
      <hr />
      <p>
        {t('print.receipt')} {t('print.number', { number: invoice.number_display })}
      </p>
      <hr />
      <Goods {...props} />
      <Sums {...props} />
      <hr />
      <Payment {...props} />
      <hr />
      {returnText === '' ? null : <p className={classes.returns}>{returnText}</p>}
      <p className={classes.warning}>{t('print.notFiscal')}</p>
    </section>
  );
};

const Goods = ({ invoice }: SheetProps) => {
  const { t } = useTranslation('invoices');
  if (invoice.items.length === 0)
    return invoice.destination === '' ? null : (
      <>
        <p>{invoice.destination}</p>
        <hr />
      </>
    );
  return (
    <>
      <table>
        <tbody>
          {invoice.items.map(({ id, name, quantity, unit, price, discount_pct, amount }) => (
            <tr key={id}>
              <td>
                {name}
                <div className={classes.small}>
                  {formatDecimal(quantity)} {unit} × {formatAmount(price, invoice.ccy)}
                  {discount_pct === 0
                    ? null
                    : `, ${t('details.discount', { percent: formatDecimal(discount_pct) })}`}
                </div>
              </td>
              <td>{formatAmount(amount, invoice.ccy)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <hr />
    </>
  );
};

const Sums = ({ invoice, taken }: SheetProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const refunded = refundedOf(invoice, taken);
  const isPaid = invoice.status === 'success' || invoice.status === 'reversed';
  const basket = useBasketRows(invoice);
  return (
    <table>
      <tbody>
        {basket.map(({ name, minor }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatAmount(minor, invoice.ccy)}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">{t('print.total')}</th>
          <td>{formatAmount(invoice.amount, invoice.ccy)}</td>
        </tr>
        <tr>
          <th scope="row">{isPaid ? t('print.paid') : t('print.status')}</th>
          <td>{isPaid ? formatAmount(taken, invoice.ccy) : common(`status.${invoice.status}`)}</td>
        </tr>
        {isPaid && taken < invoice.amount ? (
          <tr>
            <th scope="row">{t('print.released')}</th>
            <td>{formatAmount(invoice.amount - taken, invoice.ccy)}</td>
          </tr>
        ) : null}
        {refunded > 0 ? (
          <>
            <tr>
              <th scope="row">{t('print.refunded')}</th>
              <td>{formatAmount(refunded, invoice.ccy)}</td>
            </tr>
            <tr>
              <th scope="row">{t('print.left')}</th>
              <td>{formatAmount(invoice.status === 'reversed' ? 0 : leftOf(invoice), invoice.ccy)}</td>
            </tr>
          </>
        ) : null}
      </tbody>
    </table>
  );
};

const Payment = ({ invoice }: SheetProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const exact = (moment: string | null) => (moment === null ? '' : dates.exact(Date.parse(moment)));
  const rows = [
    [t('print.date'), exact(invoice.created_date)],
    [t('print.paidAt'), exact(invoice.paid_date)],
    [t('print.card'), [invoice.masked_pan, systemName(invoice.payment_system)].filter(Boolean).join(' ')],
    [t('print.rrn'), invoice.rrn],
    [t('print.approval'), invoice.approval_code],
    [t('print.reference'), invoice.reference],
  ];
  return (
    <table className={`${classes.small} ${classes.wrapped}`}>
      <tbody>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
};
