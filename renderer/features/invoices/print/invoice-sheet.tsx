import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../../shared/money.ts';
import { taxNumberKind } from '../../../../shared/tax-number.ts';
import { Qr } from '../../../kit/qr.tsx';
import { formatDecimal, isOpen, leftOf, refundedOf, systemName } from '../../../lib/invoices.ts';
import paper from '../../../shop/paper.module.css';
import { PaperLogo, useHasLogo } from '../../../shop/paper-logo.tsx';
import { useBasketRows } from '../../../shop/use-basket-rows.ts';
import { useDates } from '../../../shop/use-dates.ts';
import classes from './print.module.css';
import type { SheetProps } from './use-sheet.ts';

/** An A4 sheet, to pay by and later as a record of the payment. */
export const InvoiceSheet = (props: SheetProps) => {
  const { t } = useTranslation('invoices');
  const { invoice } = props;
  return (
    <section className={paper.a4}>
      <div className={paper.top}>
        <div>
          {useHasLogo() ? (
            <PaperLogo name={props.shopName || props.merchant} />
          ) : (
            <Box component="p" m="0 0 1mm" fz="12pt" fw={650}>
              {props.shopName || props.merchant}
            </Box>
          )}
          <h1>
            {t('print.invoice')} {t('print.number', { number: invoice.number_display })}
          </h1>
        </div>
        <div className={paper.warning}>{t('print.notFiscal')}</div>
      </div>
      <Facts {...props} />
      <Goods {...props} />
      <Sums {...props} />
      {props.returnText === '' ? null : <p className={paper.small}>{props.returnText}</p>}
      {isOpen(invoice) && invoice.page_url !== '' ? <ToPay {...props} /> : null}
    </section>
  );
};

const Facts = ({ invoice, shopName, merchant, taxNumber, iban, register }: SheetProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const dates = useDates();
  const rows = [
    [t('print.shop'), shopName === merchant ? '' : shopName],
    [t('print.seller'), merchant],
    [common(`taxNumber.${taxNumberKind(taxNumber)}`), taxNumber],
    [t('print.iban'), iban],
    [t('print.terminal'), [invoice.terminal_name, register].filter(Boolean).join(' · ')],
    [t('print.date'), dates.moment(Date.parse(invoice.created_date))],
    [t('print.reference'), invoice.reference],
    [t('print.purpose'), invoice.destination],
    [t('print.status'), common(`status.${invoice.status}`)],
    [t('print.paidAt'), invoice.paid_date === null ? '' : dates.exact(Date.parse(invoice.paid_date))],
    [t('print.card'), [invoice.masked_pan, systemName(invoice.payment_system)].filter(Boolean).join(' ')],
    [t('print.rrn'), invoice.rrn],
    [t('print.approval'), invoice.approval_code],
  ];
  return (
    <dl>
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name ?? ''} value={value ?? ''} />
        ))}
    </dl>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

const Goods = ({ invoice }: SheetProps) => {
  const { t } = useTranslation('invoices');
  if (invoice.items.length === 0) return null;
  return (
    <table className={paper.goods}>
      <thead>
        <tr>
          <th>{t('print.position')}</th>
          <th>{t('print.name')}</th>
          <th className={paper.number}>{t('print.quantity')}</th>
          <th className={paper.number}>{t('print.price')}</th>
          <th className={paper.number}>{t('print.discount')}</th>
          <th className={paper.number}>{t('print.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map(({ id, name, quantity, unit, price, discount_pct, amount }, index) => (
          <tr key={id}>
            <td>{index + 1}</td>
            <td>{name}</td>
            <td className={paper.number}>
              {formatDecimal(quantity)} {unit}
            </td>
            <td className={paper.number}>{formatAmount(price, invoice.ccy)}</td>
            <td className={paper.number}>
              {discount_pct === 0 ? '' : `${formatDecimal(discount_pct)}\u00a0%`}
            </td>
            <td className={paper.number}>{formatAmount(amount, invoice.ccy)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Sums = ({ invoice, taken }: SheetProps) => {
  const { t } = useTranslation('invoices');
  const refunded = refundedOf(invoice, taken);
  const isPaid = invoice.status === 'success' || invoice.status === 'reversed';
  const rows = [
    ...useBasketRows(invoice).map((row) => ({ ...row, isTotal: false })),
    {
      name: isPaid || !isOpen(invoice) ? t('print.total') : t('print.toPay'),
      minor: invoice.amount,
      isTotal: true,
    },
    ...(isPaid ? [{ name: t('print.paid'), minor: taken, isTotal: false }] : []),
    ...(isPaid && taken < invoice.amount
      ? [{ name: t('print.released'), minor: invoice.amount - taken, isTotal: false }]
      : []),
    ...(refunded > 0
      ? [
          { name: t('print.refunded'), minor: refunded, isTotal: false },
          {
            name: t('print.left'),
            minor: invoice.status === 'reversed' ? 0 : leftOf(invoice),
            isTotal: false,
          },
        ]
      : []),
  ];
  return (
    <table className={paper.sums}>
      <tbody>
        {rows.map(({ name, minor, isTotal }) => (
          <tr key={name} className={isTotal ? paper.total : undefined}>
            <th scope="row">{name}</th>
            <td>{formatAmount(minor, invoice.ccy)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
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
        <p className={classes.link}>{invoice.page_url}</p>
        {expiresAt === null ? null : (
          <p>{t('print.validUntil', { time: dates.moment(Date.parse(expiresAt)) })}</p>
        )}
      </div>
    </div>
  );
};
