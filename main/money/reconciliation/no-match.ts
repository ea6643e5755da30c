import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import type { TillBook } from '../../shop/tables/till.ts';
import { type Row, referenceOfRow } from './compare.ts';

type NoMatch = NonNullable<NonNullable<Reconciliation['till']>['no_match']>;

/** Why no row of the till's file is a payment of the range; null: some are. */
export const noMatch = ({ lines }: Pick<TillBook, 'lines'>, rows: readonly Row[]): NoMatch | null => {
  const [first] = lines;
  const payments = rows.filter(
    ({ here, bank, difference }) => (here ?? bank) && difference !== 'paid_elsewhere',
  );
  if (!first || payments.some(({ till }) => till)) return null;
  const till = first.reference;
  const here = payments.map(referenceOfRow).find((reference) => reference !== '') ?? '';
  const [code, detail] = reasonOf(rows, payments, { till, here });
  return { code, till, here, detail };
};

const reasonOf = (
  rows: readonly Row[],
  payments: readonly Row[],
  { till, here }: Pick<NoMatch, 'till' | 'here'>,
): [NoMatch['code'], string] => {
  if (rows.some(({ difference }) => difference === 'paid_elsewhere'))
    return [
      'elsewhere',
      'All that the file names was paid at other times or terminals. Choose another range.',
    ];
  if (payments.length === 0)
    return ['no_payments', 'There are no payments in this range. Choose another one.'];
  const example =
    here === '' ? 'The payments have no order numbers.' : `The payments have numbers such as "${here}".`;
  return [
    'other_numbers',
    `None of the order numbers of the file, such as "${till}", is that of a payment. ${example} Choose the column of the numbers that the till sends.`,
  ];
};
