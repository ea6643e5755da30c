import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBooks } from '../../../../renderer/features/reconciliation/compare-books.ts';
import { adopted, isOpen, renewed, viewOf } from '../../../../renderer/features/reconciliation/view.ts';
import { invoice } from '../../../../shared/api/invoices.ts';
import type { Reconciliation, ReconciliationRow } from '../../../../shared/api/reconciliation.ts';
import { sample } from '../../../helpers/sample.ts';

const AT = '2026-11-20T10:00:00Z';
type Side = 'both' | 'here' | 'bank' | 'till';

const row = (index: number, side: Side, amount: number, ccy = 980): ReconciliationRow => ({
  difference:
    side === 'both' ? null : ({ here: 'only_here', bank: 'only_bank', till: 'only_till' } as const)[side],
  next: side === 'both' ? null : ({ here: 'refresh', bank: 'adopt', till: 'look' } as const)[side],
  terminal: side === 'till' ? null : 1,
  reference: `R${index}`,
  invoice_id: side === 'till' ? '' : `p2_${index}`,
  here:
    side === 'both' || side === 'here'
      ? {
          invoice: index + 1,
          number_display: String(index),
          status: 'success',
          amount,
          ccy,
          refunded: 0,
          at: AT,
        }
      : null,
  bank: side === 'both' || side === 'bank' ? { status: 'success', amount, ccy, refunded: 0, at: AT } : null,
  till: side === 'till' ? { row: index + 1, amount, ccy: 980 } : null,
});

const sumOf = (rows: ReconciliationRow[], book: 'here' | 'bank', ccy = 980) => {
  const entries = rows.flatMap((each) => (each[book]?.ccy === ccy ? [each[book]] : []));
  return { count: entries.length, amount: entries.reduce((sum, { amount }) => sum + amount, 0), refunded: 0 };
};

const answerOf = (results: ReconciliationRow[], asked = true): Reconciliation => ({
  from: AT,
  to: AT,
  made_at: AT,
  terminals: [{ terminal: 1, name: 'Каса', asked, err_code: '', detail: '', outcome: null }],
  here: sumOf(results, 'here'),
  bank: sumOf(results, 'bank'),
  till: null,
  other_currencies: results.some(({ here, bank }) => (here ?? bank)?.ccy === 840)
    ? [{ ccy: 840, here: sumOf(results, 'here', 840), bank: sumOf(results, 'bank', 840), till: null }]
    : [],
  results,
  counts: {
    differences: results.filter(({ difference }) => difference !== null).length,
    agreeing: results.filter(({ difference }) => difference === null).length,
  },
});

const rows = fc
  .array(
    fc.tuple(
      fc.constantFrom<Side>('both', 'here', 'bank', 'till'),
      fc.integer({ min: 1, max: 1e9 }),
      fc.constantFrom(980, 980, 840),
    ),
  )
  .map((sides) => sides.map(([side, amount, ccy], index) => row(index, side, amount, ccy)));

const invoiceOf = ({ invoice_id, reference, bank }: ReconciliationRow, id: number) => {
  const amount = bank?.amount ?? 0;
  const paid = { status: 'success', amount, final_amount: amount, ccy: bank?.ccy ?? 980 } as const;
  return sample(invoice, { id, invoice_id, reference, paid_date: AT, created_date: AT, ...paid });
};

test('every row is shown once, under a key of its own', () => {
  fc.assert(
    fc.property(rows, (results) => {
      const repeated = [...results, ...results.filter(({ till }) => till !== null)];
      const { lines, agreeing } = viewOf(answerOf(repeated));
      const all = [...lines, ...agreeing];
      expect(all).toHaveLength(repeated.length);
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    }),
  );
});

test('each imported payment settles its row in place, and at the end the books agree', () => {
  fc.assert(
    fc.property(rows, (results) => {
      const before = viewOf(answerOf(results.filter(({ difference }) => difference !== 'only_here')));
      const missing = before.lines.filter(({ row: { next } }) => next === 'adopt');
      for (const [ccy, { delta }] of compareBooks(before)) {
        const ofIt = missing.flatMap(({ row: { bank } }) => (bank?.ccy === ccy ? [bank.amount] : []));
        expect([delta.count, delta.amount]).toEqual([
          ofIt.length,
          ofIt.reduce((sum, amount) => sum + amount, 0),
        ]);
      }
      let view = before;
      for (const [index, { key, row: each }] of missing.entries())
        view = adopted(view, key, invoiceOf(each, 1000 + index));
      expect(view.lines.map(({ key }) => key)).toEqual(before.lines.map(({ key }) => key));
      expect(view.lines.filter(isOpen).every(({ row: { next } }) => next === 'look')).toBe(true);
      for (const { delta } of compareBooks(view).values())
        expect(delta).toEqual({ count: 0, amount: 0, refunded: 0 });
      for (const books of [view.answer, ...view.answer.other_currencies])
        expect(books.here).toEqual(books.bank);
      expect(view.answer.counts.differences).toBe(view.lines.filter(isOpen).length);
      // Pressed once more, whatever came between: it is imported once.
      const [first] = missing;
      if (first) expect(adopted(view, first.key, invoiceOf(first.row, 1000))).toEqual(view);
    }),
  );
});

test('compared again, a difference keeps its place whatever became of it, and nothing is lost or doubled', () => {
  const change = fc.array(fc.constantFrom('settles', 'stays'), { minLength: 50, maxLength: 50 });
  fc.assert(
    fc.property(rows, change, rows, (results, changes, later) => {
      const before = viewOf(answerOf(results));
      const settles = ({ invoice_id }: ReconciliationRow) =>
        changes[Number(invoice_id.slice(3))] === 'settles';
      const next = [
        ...results.map((each) => (settles(each) ? { ...each, difference: null, next: null } : each)),
        ...later.map((each, index) => ({ ...each, invoice_id: `new_${index}` })),
      ];
      const view = renewed(before, answerOf(next));
      const kept = view.lines.slice(0, before.lines.length);
      expect(kept.map(({ key }) => key)).toEqual(before.lines.map(({ key }) => key));
      for (const { row: each, isSettled } of view.lines) expect(isSettled).toBe(each.difference === null);
      expect([...view.lines, ...view.agreeing]).toHaveLength(next.length);
      // Again, with the same answer: nothing moves.
      expect(renewed(view, answerOf(next))).toEqual(view);
    }),
  );
});

test('a payment without an answer from the bank is no difference, and a payment made just now is none yet', () => {
  const results = [row(0, 'both', 500), { ...row(1, 'here', 700), difference: null, next: null }];
  const unasked = compareBooks(viewOf(answerOf(results, false))).get(980);
  expect(unasked).toMatchObject({
    delta: { count: 0 },
    uncompared: { count: 2, amount: 1200 },
    fresh: { count: 0 },
  });
  const fresh = compareBooks(viewOf(answerOf(results))).get(980);
  expect(fresh).toMatchObject({
    delta: { count: 0, amount: 0 },
    fresh: { count: 1, amount: 700 },
    uncompared: { count: 0 },
  });
});
