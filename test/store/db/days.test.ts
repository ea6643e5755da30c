import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, daySql, MONTH_DAYS, startOfQuarter, unitOf } from '../../../main/store/db/days.ts';
import { plainSql } from '../../../main/store/db/query-cache.ts';
import { dateOf } from '../../../shared/time.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { insertMany } from '../many-invoices.ts';

/** The last moments that a Date can name: days are counted from any moment that an invoice can be of. */
const FARTHEST_MS = 8_640_000_000_000_000;
const DAY = 86_400_000;
const EDGES = [-FARTHEST_MS, -32 * DAY - 1, -32 * DAY, -DAY - 1, -DAY, -1, 0, 1, DAY - 1, DAY, 32 * DAY];
const moments = fc.oneof(
  fc.constantFrom(...EDGES, FARTHEST_MS),
  fc.integer({ min: -FARTHEST_MS, max: FARTHEST_MS }),
  fc.integer({ min: -100, max: 100 }).map((days) => days * DAY - 1),
);

test('a moment is in the same day and month, by the sums and by the formulas', () => {
  const { db } = emptyDatabase();
  insertMany(db, 1);
  fc.assert(
    fc.property(moments, (at) => {
      db.run(plainSql('update invoices set created_date = ?', at));
      const kept = plainSql<{ day: number; month: number; counted: number; now: number }>(
        `select day, month, (select day from invoice_day_counts) as counted,
            (select ${daySql('created_date')} from invoices) as now
          from invoice_days join invoice_months using (status)`,
      );
      const day = dayOf(at);
      expect(db.all(kept)).toEqual([{ day, month: unitOf(day, MONTH_DAYS), counted: day, now: day }]);
      expect(dateOf(day)).toBe(new Date(at).toISOString().slice(0, 10));
    }),
  );
});

test('quarters begin at full quarters of an hour', () => {
  expect(
    [0, 1, 95, 96].map((quarter) => new Date(startOfQuarter(quarter)).toISOString().slice(5, 16)),
  ).toEqual(['01-01T00:00', '01-01T00:15', '01-01T23:45', '01-02T00:00']);
});
