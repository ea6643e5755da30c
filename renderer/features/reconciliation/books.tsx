import { IconCheck, IconEqualNot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { formatCount } from '../../lib/count.ts';
import { Money } from '../../ui/money.tsx';
import { type Comparison, compareBooks } from './compare-books.ts';
import classes from './reconciliation.module.css';
import { isOpen, type View } from './view.ts';

/** The three books beside each other, and their differences in words. */
export const Books = ({ view }: { view: View }) => {
  const { t } = useTranslation('reconciliation');
  const { here, bank, till, terminals } = view.answer;
  const comparison = compareBooks(view);
  const hasDifferences = view.lines.some(isOpen);
  const factsOf = ({ count, refunded }: typeof here): string => {
    const payments = t('books.payments', { count, total: formatCount(count) });
    return refunded === 0
      ? payments
      : `${payments}, ${t('books.refunded', { amount: formatAmount(refunded) })}`;
  };
  return (
    <div className={classes.books}>
      <Book title={t('books.here')} facts={factsOf(here)} amount={here.amount} />
      <Book title={t('books.bank')} facts={factsOf(bank)} amount={bank.amount}>
        {terminals.some(({ asked: reported }) => reported) ? (
          <BankSummary comparison={comparison} hasDifferences={hasDifferences} />
        ) : null}
      </Book>
      {till ? (
        <Book
          title={t('books.till')}
          facts={t('books.rows', { count: till.rows, total: formatCount(till.rows) })}
          amount={till.amount}
        >
          {till.amount === null ? (
            t('books.tillNoAmounts')
          ) : (
            <Gap delta={till.amount - here.amount} hasDifferences={hasDifferences} />
          )}
        </Book>
      ) : null}
    </div>
  );
};

interface BookProps {
  title: string;
  /** The number of entries, in words. */
  facts: string;
  /** Minor units; null: no amounts. */
  amount: number | null;
  children?: ReactNode;
}

const Book = ({ title, facts, amount, children }: BookProps) => (
  <section className={`card ${classes.book}`} aria-label={title}>
    <div className={classes.bookTitle}>{title}</div>
    <div className={classes.bookAmount}>{amount === null ? '—' : <Money minor={amount} />}</div>
    <div className={classes.bookFacts}>{facts}</div>
    <div className={classes.bookWords}>{children}</div>
  </section>
);

interface BankSummaryProps {
  comparison: Comparison;
  hasDifferences: boolean;
}

const BankSummary = ({ comparison: { delta, fresh, uncompared }, hasDifferences }: BankSummaryProps) => {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <Gap
        delta={delta.amount}
        payments={delta.count}
        refunded={delta.refunded}
        hasDifferences={hasDifferences}
      />
      {fresh.count === 0 ? null : (
        <div>{t('books.fresh', { count: fresh.count, amount: formatAmount(fresh.amount) })}</div>
      )}
      {uncompared.count === 0 ? null : (
        <div>{t('books.notAsked', { count: uncompared.count, amount: formatAmount(uncompared.amount) })}</div>
      )}
    </>
  );
};

interface GapProps {
  /** The bank's amount less ours, minor units. */
  delta: number;
  payments?: number;
  refunded?: number;
  /** Whether rows differ: equal sums alone are then no agreement. */
  hasDifferences: boolean;
}

const Gap = ({ delta, payments = 0, refunded = 0, hasDifferences }: GapProps) => {
  const { t } = useTranslation('reconciliation');
  const amount = (minor: number): string => formatAmount(Math.abs(minor));
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
    <div className={classes.gap} data-tone={isSame ? 'paid' : 'working'}>
      <Icon size={16} stroke={2} aria-hidden />
      <span>{isEqual ? same : words.join(', ')}</span>
    </div>
  );
};
