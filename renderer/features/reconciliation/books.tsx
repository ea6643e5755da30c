import { Box, Flex, SimpleGrid } from '@mantine/core';
import { IconCheck, IconEqualNot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import { CURRENCY_UAH, currencyCode, formatAmount } from '../../../shared/money.ts';
import { Money } from '../../kit/money.tsx';
import { formatCount } from '../../lib/count.ts';
import { type Comparison, compareBooks } from './compare-books.ts';
import classes from './reconciliation.module.css';
import { isOpen, type View } from './view.ts';

/** The three books beside each other, and their differences in words; those of another currency below. */
export const Books = ({ view }: { view: View }) => {
  const { here, bank, till, other_currencies: others } = view.answer;
  const comparisons = compareBooks(view);
  return [{ ccy: CURRENCY_UAH, here, bank, till: till?.amount ?? null }, ...others].map((sums) => (
    <CurrencyBooks key={sums.ccy} view={view} sums={sums} comparison={comparisons.get(sums.ccy)} />
  ));
};

interface CurrencyBooksProps {
  view: View;
  sums: Reconciliation['other_currencies'][number];
  /** Undefined: only the till has amounts of this currency. */
  comparison: Comparison | undefined;
}

const CurrencyBooks = ({ view, sums: { ccy, here, bank, till }, comparison }: CurrencyBooksProps) => {
  const { t } = useTranslation('reconciliation');
  const { till: file, terminals } = view.answer;
  const hasDifferences = view.lines.some(isOpen);
  const titleOf = (book: 'here' | 'bank' | 'till'): string =>
    ccy === CURRENCY_UAH ? t(`books.${book}`) : `${t(`books.${book}`)}, ${currencyCode(ccy)}`;
  const factsOf = ({ count, refunded }: typeof here): string => {
    const payments = t('books.payments', { count, total: formatCount(count) });
    return refunded === 0
      ? payments
      : `${payments}, ${t('books.refunded', { amount: formatAmount(refunded, ccy) })}`;
  };
  return (
    <SimpleGrid minColWidth="12rem" autoFlow="auto-fit" spacing="sm">
      <Book title={titleOf('here')} facts={factsOf(here)} amount={here.amount} ccy={ccy} />
      <Book title={titleOf('bank')} facts={factsOf(bank)} amount={bank.amount} ccy={ccy}>
        {comparison && terminals.some(({ asked: reported }) => reported) ? (
          <BankSummary comparison={comparison} ccy={ccy} hasDifferences={hasDifferences} />
        ) : null}
      </Book>
      {file ? (
        <Book
          title={titleOf('till')}
          facts={
            ccy === CURRENCY_UAH ? t('books.rows', { count: file.rows, total: formatCount(file.rows) }) : ''
          }
          amount={till}
          ccy={ccy}
        >
          {till === null ? (
            t('books.tillNoAmounts')
          ) : (
            <Gap delta={till - here.amount} ccy={ccy} hasDifferences={hasDifferences} />
          )}
        </Book>
      ) : null}
    </SimpleGrid>
  );
};

interface BookProps {
  title: string;
  /** The number of entries, in words. */
  facts: string;
  /** Minor units; null: no amounts. */
  amount: number | null;
  ccy: number;
  children?: ReactNode;
}

const Book = ({ title, facts, amount, ccy, children }: BookProps) => (
  <Box component="section" className="card" py="sm" px="md" fz="sm" lh={1.5} aria-label={title}>
    <Box fw={600} c="dimmed">
      {title}
    </Box>
    <Box fz="1.5rem" fw={650} lh={1.3}>
      {amount === null ? '—' : <Money minor={amount} ccy={ccy} />}
    </Box>
    <Box c="dimmed">{facts}</Box>
    <div className={classes.bookWords}>{children}</div>
  </Box>
);

interface BankSummaryProps {
  comparison: Comparison;
  ccy: number;
  hasDifferences: boolean;
}

const BankSummary = ({ comparison, ccy, hasDifferences }: BankSummaryProps) => {
  const { delta, fresh, uncompared } = comparison;
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <Gap
        delta={delta.amount}
        payments={delta.count}
        refunded={delta.refunded}
        ccy={ccy}
        hasDifferences={hasDifferences}
      />
      {fresh.count === 0 ? null : (
        <div>{t('books.fresh', { count: fresh.count, amount: formatAmount(fresh.amount, ccy) })}</div>
      )}
      {uncompared.count === 0 ? null : (
        <div>
          {t('books.notAsked', { count: uncompared.count, amount: formatAmount(uncompared.amount, ccy) })}
        </div>
      )}
    </>
  );
};

interface GapProps {
  /** The bank's amount less ours, minor units. */
  delta: number;
  payments?: number;
  refunded?: number;
  ccy: number;
  /** Whether rows differ: equal sums alone are then no agreement. */
  hasDifferences: boolean;
}

const Gap = ({ delta, payments = 0, refunded = 0, ccy, hasDifferences }: GapProps) => {
  const { t } = useTranslation('reconciliation');
  const amount = (minor: number): string => formatAmount(Math.abs(minor), ccy);
  const words = [
    ...(delta === 0 ? [] : [t(delta > 0 ? 'books.more' : 'books.less', { amount: amount(delta) })]),
    ...(payments === 0
      ? []
      : [t(payments > 0 ? 'books.morePayments' : 'books.lessPayments', { count: Math.abs(payments) })]),
    ...(refunded === 0
      ? []
      : [t(refunded > 0 ? 'books.moreRefunded' : 'books.lessRefunded', { amount: amount(refunded) })]),
  ];
  const isEqual = words.length === 0;
  const isSame = isEqual && !hasDifferences;
  const same = t(isSame ? 'books.same' : 'books.sameSums');
  const Icon = isSame ? IconCheck : IconEqualNot;
  return (
    <Flex className="toned" gap={4} fw={550} data-tone={isSame ? 'paid' : 'working'}>
      <Icon size={16} stroke={2} aria-hidden style={{ marginTop: 3 }} />
      <span>{isEqual ? same : words.join(', ')}</span>
    </Flex>
  );
};
