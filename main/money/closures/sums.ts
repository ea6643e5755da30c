import { salesBy } from '../../shop/reports/series.ts';
import { countParts, discountsGiven } from '../../store/cash-series.ts';
import type { Db } from '../../store/db/connection.ts';
import type { TimeRange } from '../../store/db/days.ts';
import { otherCurrencySums } from '../../store/series.ts';
import { type CashSums, cashWithin } from '../../store/shifts.ts';

/** What moved in a day or a month, minor units. The bank's fee is left out: it is often known only later. */
export interface ClosureSums extends CashSums {
  /** Paid by QR, hryvnia. */
  qr: number;
  qr_count: number;
  qr_refunds: number;
  qr_refund_count: number;
  /** Sales in parts: each is a payment by QR and a cash sale. */
  part_count: number;
  /** Off the prices of the goods sold. */
  discounts: number;
  /** Paid by QR in another currency. */
  others: { ccy: number; gross: number; refunds: number }[];
}

/** The sums of each range, by the times when the money moved. */
export const closureSums = (db: Db, ranges: readonly TimeRange[]): ClosureSums[] =>
  db.read(() =>
    ranges.map(({ from, to }) => {
      const { totals } = salesBy(db, 'terminal', { from, to });
      return {
        qr: totals.gross,
        qr_count: totals.count,
        qr_refunds: totals.refunds,
        qr_refund_count: totals.refund_count,
        ...cashWithin(db, { from, to }),
        part_count: countParts(db, { from, to, tender: 'all' }),
        discounts: discountsGiven(db, { from, to, tender: 'all' }),
        others: otherCurrencySums(db, { from, to }).map(({ ccy, gross, refunds }) => ({
          ccy,
          gross,
          refunds,
        })),
      };
    }),
  );

/** What was taken, by QR and in cash, before refunds. */
export const takingsOf = ({ qr, sales }: ClosureSums): number => qr + sales;

/** How much more is left of the takings than then: later payments, less later refunds. */
export const changeBetween = (then: ClosureSums, now: ClosureSums): number => leftOf(now) - leftOf(then);

const leftOf = (sums: ClosureSums): number => takingsOf(sums) - sums.qr_refunds - sums.refunds;

/** Field by field, so that a sum that later versions add does not mark everything as changed. */
export const isSame = (then: ClosureSums, now: ClosureSums): boolean =>
  (Object.keys(then) as (keyof ClosureSums)[]).every(
    (name) => JSON.stringify(then[name]) === JSON.stringify(now[name]),
  );
