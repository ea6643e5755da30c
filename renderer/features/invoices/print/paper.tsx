import { Box } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceItem } from '../../../../shared/api/invoices.ts';
import { CURRENCY_UAH, formatAmount } from '../../../../shared/money.ts';
import { formatDecimal } from '../../../lib/invoices.ts';
import paper from '../../../shop/paper.module.css';
import { PaperLogo, useHasLogo } from '../../../shop/paper-logo.tsx';
import { RollRows, SheetFacts } from '../../../shop/roll-rows.tsx';
import { useTaxNumber } from '../../../shop/use-seller.ts';

/** The papers of a sale, by QR or for cash: the same goods, sums and facts on a sheet and on a roll. */

export interface Seller {
  /** "" where the owner has set none. */
  shopName: string;
  /** The bank's merchant data; "" where the sale is of no one merchant. */
  merchant: string;
  /** РНОКПП or ЄДРПОУ, digits only; "" where the bank does not say. */
  taxNumber: string;
  returnText: string;
}

export interface PaperSum {
  name: string;
  /** Minor units. */
  minor: number;
  isTotal?: boolean;
  isSigned?: boolean;
}

export type PaperFact = readonly [name: string, value: string];

type PaperItem = Pick<InvoiceItem, 'id' | 'name' | 'quantity' | 'unit' | 'price' | 'discount_pct' | 'amount'>;

interface PaperProps extends PropsWithChildren {
  seller: Seller;
  title: string;
  /** In the place of the goods, where there are none. */
  text: string;
  items: readonly PaperItem[];
  /** Default: hryvnias. */
  ccy?: number;
  sums: readonly PaperSum[];
  /** Empty ones are left out. */
  facts: readonly PaperFact[];
}

export const shownSum = ({ minor, isSigned }: PaperSum, ccy = CURRENCY_UAH): string =>
  `${isSigned && minor > 0 ? '+' : ''}${formatAmount(minor, ccy)}`;

/** The facts that are known. */
const rowsOf = (facts: readonly PaperFact[]) =>
  facts.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));

const Sums = ({
  sums,
  ccy,
  className,
}: Pick<PaperProps, 'sums'> & { ccy: number; className?: string | undefined }) => (
  <table className={className}>
    <tbody>
      {sums.map((sum) => (
        <tr key={sum.name} className={sum.isTotal ? paper.total : undefined}>
          <th scope="row">{sum.name}</th>
          <td>{shownSum(sum, ccy)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** An A4 sheet. */
export const A4Paper = (props: PaperProps) => {
  const { seller, title, items, ccy = CURRENCY_UAH, sums, facts, children } = props;
  const { t } = useTranslation('invoices');
  const name = seller.shopName || seller.merchant;
  return (
    <section className={paper.a4}>
      <div className={paper.top}>
        <div>
          {useHasLogo() ? (
            <PaperLogo name={name} />
          ) : (
            <Box component="p" m="0 0 1mm" fz="12pt" fw={650}>
              {name}
            </Box>
          )}
          <h1>{title}</h1>
        </div>
        <div className={paper.warning}>{t('print.notFiscal')}</div>
      </div>
      <SheetFacts facts={rowsOf(facts)} />
      {items.length === 0 ? null : <A4Goods items={items} ccy={ccy} />}
      <Sums sums={sums} ccy={ccy} className={paper.sums} />
      {seller.returnText === '' ? null : <p className={paper.small}>{seller.returnText}</p>}
      {children}
    </section>
  );
};

const A4Goods = ({ items, ccy }: { items: readonly PaperItem[]; ccy: number }) => {
  const { t } = useTranslation('invoices');
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
        {items.map(({ id, name, quantity, unit, price, discount_pct, amount }, index) => (
          <tr key={id}>
            <td>{index + 1}</td>
            <td>{name}</td>
            <td className={paper.number}>
              {formatDecimal(quantity)} {unit}
            </td>
            <td className={paper.number}>{formatAmount(price, ccy)}</td>
            <td className={paper.number}>
              {discount_pct === 0 ? '' : `${formatDecimal(discount_pct)}\u00a0%`}
            </td>
            <td className={paper.number}>{formatAmount(amount, ccy)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The customer's receipt, for thermal paper. @param props.place where it was sold */
export const RollPaper = (props: PaperProps & { place: string }) => {
  const { seller, title, place, text, items, ccy = CURRENCY_UAH, sums, facts, children } = props;
  const { shopName, merchant, taxNumber, returnText } = seller;
  const { t } = useTranslation('invoices');
  const taxText = useTaxNumber();
  const hasLogo = useHasLogo();
  return (
    <section className={paper.roll}>
      <PaperLogo name={shopName || merchant} />
      {hasLogo ? null : <h1>{shopName || merchant}</h1>}
      {!hasLogo && (shopName === '' || shopName === merchant) ? null : <p>{merchant}</p>}
      {taxNumber === '' ? null : <p>{taxText(taxNumber)}</p>}
      {place === '' ? null : <p className={paper.small}>{place}</p>}
      <hr />
      <p>{title}</p>
      <hr />
      {items.length > 0 ? <RollGoods items={items} ccy={ccy} /> : text === '' ? null : <p>{text}</p>}
      {items.length === 0 && text === '' ? null : <hr />}
      <Sums sums={sums} ccy={ccy} />
      <hr />
      <RollRows rows={rowsOf(facts)} className={paper.small} />
      <hr />
      {returnText === '' ? null : <p className={paper.returns}>{returnText}</p>}
      <p className={paper.warning}>{t('print.notFiscal')}</p>
      {children}
    </section>
  );
};

const RollGoods = ({ items, ccy }: { items: readonly PaperItem[]; ccy: number }) => {
  const { t } = useTranslation('invoices');
  return (
    <table>
      <tbody>
        {items.map(({ id, name, quantity, unit, price, discount_pct, amount }) => (
          <tr key={id}>
            <td>
              {name}
              <div className={paper.small}>
                {formatDecimal(quantity)} {unit} × {formatAmount(price, ccy)}
                {discount_pct === 0
                  ? null
                  : `, ${t('details.discount', { percent: formatDecimal(discount_pct) })}`}
              </div>
            </td>
            <td>{formatAmount(amount, ccy)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
