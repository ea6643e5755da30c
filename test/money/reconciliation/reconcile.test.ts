import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, nextStep, type Row, sumsOf } from '../../../main/money/reconciliation/compare.ts';
import { tillName } from '../../../main/money/reconciliation/match.ts';
import {
  type BankEntry,
  type Books,
  FRESH_MS,
  type HereEntry,
  isPaidHere,
  isPaidThere,
  pairUp,
} from '../../../main/money/reconciliation/pairs.ts';
import type { Yielding } from '../../../main/platform/async.ts';
import type { TillLine } from '../../../main/shop/tables/till.ts';
import { INVOICE_STATUSES } from '../../../shared/api/statuses.ts';

const atOnce = <Result>(steps: Yielding<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const ASKED = 10 * FRESH_MS;
const range = { from: 1000, to: ASKED };
const here = (fields: Partial<HereEntry> = {}): HereEntry => ({
  id: 1,
  number: 1,
  invoiceId: 'p1',
  terminal: 1,
  reference: 'R1',
  rrn: '',
  status: 'success',
  amount: 100,
  ccy: 980,
  refunded: 0,
  refundedLately: 0,
  createdAt: 1500,
  paidAt: 2000,
  ...fields,
});
const reported = (fields: Partial<BankEntry> = {}): BankEntry => ({
  invoiceId: 'p1',
  terminal: 1,
  reference: 'R1',
  rrn: '',
  status: 'success',
  amount: 100,
  ccy: 980,
  refunded: 0,
  at: 2000,
  isInDoubt: false,
  ...fields,
});
const unpaid = (fields: Partial<HereEntry> = {}) => here({ status: 'created', paidAt: null, ...fields });

const rowsOf = (
  books: Partial<Books>,
  lines: readonly TillLine[] | null = null,
  others: readonly HereEntry[] = [],
): Row[] =>
  atOnce(
    compare(
      atOnce(pairUp({ range, requestedAtByTerminal: new Map([[1, ASKED]]), here: [], bank: [], ...books })),
      lines,
      tillName([], []),
      new Map(others.map((entry) => [entry.reference.toLowerCase(), entry])),
    ),
  );
const differences = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map(({ difference }) => difference);

describe('our book and the bank', () => {
  test.each<[string, Partial<Books>, Row['difference'][]]>([
    ['the same in both', { here: [here()], bank: [reported()] }, [null]],
    ['refunded alike', { here: [here({ refunded: 30 })], bank: [reported({ refunded: 30 })] }, [null]],
    ['only the bank has it', { bank: [reported()] }, ['only_bank']],
    ['requested by an attempt in doubt', { bank: [reported({ isInDoubt: true })] }, ['in_doubt']],
    ['only we have it', { here: [here()] }, ['only_here']],
    ['paid so lately that it may be', { here: [here({ paidAt: ASKED - FRESH_MS + 1 })] }, [null]],
    ['paid just before that', { here: [here({ paidAt: ASKED - FRESH_MS })] }, ['only_here']],
    ['the bank has paid it, we have not', { here: [unpaid()], bank: [reported()] }, ['status']],
    ['paid here, not there', { here: [here()], bank: [reported({ status: 'hold' })] }, ['status']],
    ['another sum', { here: [here()], bank: [reported({ amount: 99 })] }, ['amount']],
    ['the same sum of another currency', { here: [here()], bank: [reported({ ccy: 840 })] }, ['amount']],
    ['refunded at the bank alone', { here: [here()], bank: [reported({ refunded: 1 })] }, ['refunded']],
    ['refunded here alone', { here: [here({ refunded: 5 })], bank: [reported()] }, ['refunded']],
    ['lately', { here: [here({ refunded: 5, refundedLately: 5 })], bank: [reported()] }, [null]],
    ['and before', { here: [here({ refunded: 5, refundedLately: 4 })], bank: [reported()] }, ['refunded']],
    ['tried and failed there, unknown here', { bank: [reported({ status: 'failure' })] }, []],
    ['under way', { here: [unpaid()], bank: [reported({ status: 'processing' })] }, []],
    [
      'the terminal could not be queried',
      { requestedAtByTerminal: new Map(), here: [here(), unpaid({ invoiceId: 'p2' })] },
      [null],
    ],
    ['before the range there, in it here', { here: [here()], bank: [reported({ at: 1 })] }, [null]],
    ['in the range there, after it here', { here: [here({ paidAt: ASKED + 1 })], bank: [reported()] }, []],
    ['in the range there, unpaid here', { here: [unpaid({ createdAt: 1 })], bank: [reported()] }, ['status']],
    ['outside of it, unknown here', { bank: [reported({ at: 1 })] }, []],
  ])('%s', (_, books, expected) => {
    expect(differences(books)).toEqual(expected);
  });

  test('two payments under one reference are both shown, unless one was refunded or they have none', () => {
    const two = (fields: Partial<HereEntry> = {}) => {
      const second = here({ invoiceId: 'p2', reference: ' r1', ...fields });
      return { requestedAtByTerminal: new Map(), here: [here(), second] };
    };
    expect(differences(two())).toEqual(['paid_twice', 'paid_twice']);
    // "Table 4" of another day, or of another sum: without a till nothing says that it is the same sale.
    for (const other of [
      { refunded: 100, status: 'reversed' as const },
      ...[{ reference: 'other' }, { amount: 99 }, { ccy: 840 }],
    ])
      expect([other, differences(two(other))]).toEqual([other, [null, null]]);
    const books = { ...two(), range: { from: 0, to: 10 * 86_400_000 } };
    const [first, second] = books.here;
    const later = [first, { ...second, paidAt: (first?.paidAt ?? 0) + 86_400_001 }] as HereEntry[];
    expect(differences({ ...books, here: later })).toEqual([null, null]);
    const nameless = ['p1', 'p2'].map((invoiceId) => here({ invoiceId, reference: '' }));
    expect(differences({ requestedAtByTerminal: new Map(), here: nameless })).toEqual([null, null]);
  });
});

describe('the till', () => {
  const line = (reference: string, amount: number | null = 100, row = 1): TillLine => ({
    row,
    reference,
    amount,
  });
  const both = { here: [here()], bank: [reported()] };
  test.each<[string, Parameters<typeof rowsOf>, Row['difference'][]]>([
    ['knows the same', [both, [line(' r1 ')]], [null]],
    ['shows no sum', [both, [line('R1', null)]], [null]],
    ['shows another', [both, [line('R1', 99)]], ['till_amount']],
    [
      'shows what a refund left',
      [{ here: [here({ refunded: 30 })], bank: [reported({ refunded: 30 })] }, [line('R1', 70)]],
      [null],
    ],
    ['lacks it', [both, []], ['not_in_till']],
    [
      'lacks what was refunded in full',
      [{ here: [here({ refunded: 100 })], bank: [reported({ refunded: 100 })] }, []],
      [null],
    ],
    ['has one that neither other book has', [{}, [line('R1')]], ['only_till']],
    ['takes for paid what is not', [{}, [line('R1')], [unpaid()]], ['till_unpaid']],
    ['has what was paid at another time', [{}, [line('R1')], [here({ paidAt: 1 })]], ['paid_elsewhere']],
    ['has it twice', [both, [line('R1'), line('R1', 100, 2)]], ['till_repeated', null]],
    ['has an unknown one twice', [{}, [line('R9'), line('R9', 100, 2)]], ['only_till', 'till_repeated']],
    ['has one that the bank alone has', [{ bank: [reported()] }, [line('R1')]], ['only_bank']],
    [
      'the bank is the graver',
      [{ here: [here()], bank: [reported({ amount: 99 })] }, [line('R1', 5)]],
      ['amount'],
    ],
  ])('%s', (_, given, expected) => {
    expect(differences(...given)).toEqual(expected);
  });

  test('one sale paid twice; two sales of one name; each line belongs to the payment of its sum', () => {
    const second = { id: 2, invoiceId: 'p2', amount: 250, paidAt: 3000 };
    const books = {
      here: [here(), here(second)],
      bank: [reported(), reported({ invoiceId: 'p2', amount: 250 })],
    };
    expect(differences(books, [line('R1')])).toEqual(['paid_twice', 'paid_twice']);
    const rows = rowsOf(books, [line('R1', 250), line('R1', 100, 2)]);
    expect(rows.map(({ difference, till, here: ours }) => [difference, till?.row, ours?.id])).toEqual([
      [null, 2, 1],
      [null, 1, 2],
    ]);
  });

  test("is found by the bank's names or our printed number where none of its references is ours", () => {
    const pairs = atOnce(
      pairUp({ range, requestedAtByTerminal: new Map(), here: [here({ rrn: '123456789012' })], bank: [] }),
    );
    const named = (reference: string) => {
      const [pair] = pairs;
      return pair && tillName(pairs, [line(reference), line('R7')]).ofPair(pair);
    };
    expect(['r1', 'P1', '000001', '123456789012', '1'].map(named)).toEqual([
      'R1',
      'p1',
      '000001',
      '123456789012',
      'R1',
    ]);
  });
});

const someId = fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `p${at}`));
const someName = fc.constantFrom('', 'A', 'a ', 'B', 'C', 'D');
const someAmount = fc.integer({ min: 1, max: 4 });
const someCurrency = fc.constantFrom(980, 980, 840);
const someTime = fc.constantFrom(0, 1000, 5000, ASKED - 1, ASKED, ASKED + 1);
const anyHere = fc.uniqueArray(
  fc
    .record({
      id: fc.nat(50),
      invoiceId: someId,
      terminal: fc.constantFrom(1, 2),
      reference: someName,
      status: fc.constantFrom(...INVOICE_STATUSES),
      amount: someAmount,
      ccy: someCurrency,
      refunded: fc.nat(4),
      paidAt: someTime,
    })
    .map(({ status, paidAt, refunded, amount, ...rest }) => {
      const isPaid = status === 'success' || status === 'reversed';
      const times = { paidAt: isPaid ? paidAt : null, refunded: isPaid ? Math.min(refunded, amount) : 0 };
      return here({ ...rest, ...times, status, amount });
    }),
  { selector: ({ invoiceId }) => invoiceId },
);
const anyBank = fc.uniqueArray(
  fc
    .record({
      invoiceId: someId,
      terminal: fc.constantFrom(1, 2),
      reference: someName,
      at: someTime,
      status: fc.constantFrom('success', 'success', 'failure', 'hold', 'processing'),
      amount: someAmount,
      ccy: someCurrency,
      refunded: fc.nat(4),
    })
    .map((entry) =>
      reported({ ...entry, refunded: Math.min(entry.refunded, entry.amount) } as Partial<BankEntry>),
    ),
  { selector: ({ invoiceId }) => invoiceId },
);
const anyTill = fc.option(
  fc
    .array(fc.record({ reference: fc.constantFrom('A', 'b', 'C', 'd ', 'X'), amount: fc.option(someAmount) }))
    .map((lines) => lines.map((one, at) => ({ row: at + 1, ...one }))),
);

test('whatever the books hold: each payment and each line appears once, sums of the columns are those of the rows', () => {
  fc.assert(
    fc.property(anyHere, anyBank, anyTill, fc.subarray([1, 2]), (ours, theirs, lines, terminals) => {
      const requested = new Map(terminals.map((id) => [id, ASKED]));
      const bank = theirs.filter(({ terminal }) => requested.has(terminal));
      const other = here({ reference: 'X', status: 'success', paidAt: 1 });
      const rows = rowsOf({ requestedAtByTerminal: requested, here: ours, bank }, lines, [other]);

      const isIn = (at: number | null) => at !== null && range.from <= at && at <= range.to;
      const paid = ours.filter((one) => isPaidHere(one) && isIn(one.paidAt));
      const shown = rows.filter(({ difference }) => difference !== 'paid_elsewhere');
      const shownHere = shown.flatMap(({ here: one }) => (isPaidHere(one) ? [one] : []));
      expect(new Set(shownHere)).toEqual(new Set(paid));
      expect(shownHere).toHaveLength(paid.length);

      // What the bank has of a payment of another time, or of a terminal that was not queried, is not of the range.
      const known = new Map(ours.map((one) => [one.invoiceId, one]));
      const ofRange = bank.filter((one) => {
        const counterpart = known.get(one.invoiceId);
        if (counterpart && !requested.has(counterpart.terminal)) return false;
        if (isPaidHere(counterpart)) return isPaidThere(one) && isIn(counterpart.paidAt);
        return isPaidThere(one) && isIn(one.at);
      });
      const shownBank = shown.flatMap(({ bank: one }) => (isPaidThere(one) ? [one] : []));
      expect(new Set(shownBank)).toEqual(new Set(ofRange));
      expect(shownBank).toHaveLength(ofRange.length);

      expect(rows.flatMap(({ till }) => till?.row ?? []).sort((one, next) => one - next)).toEqual(
        (lines ?? []).map(({ row }) => row),
      );
      const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
      const sums = sumsOf(rows);
      const sumOf = (entries: readonly { ccy: number; amount: number; refunded: number }[], ccy: number) => {
        const ofIt = entries.filter((one) => one.ccy === ccy);
        return {
          count: ofIt.length,
          amount: add(ofIt.map(({ amount }) => amount)),
          refunded: add(ofIt.map(({ refunded }) => refunded)),
        };
      };
      expect(sums[0].ccy).toBe(980);
      for (const ccy of [980, 840]) {
        const sumsOfIt = sums.find((each) => each.ccy === ccy);
        // Without a payment or a line of it, a currency is not there at all.
        const none = { count: 0, amount: 0, refunded: 0 };
        expect(sumsOfIt?.here ?? none).toEqual(sumOf(paid, ccy));
        expect(sumsOfIt?.bank ?? none).toEqual(sumOf(ofRange, ccy));
      }
      expect(add(sums.map(({ till }) => till))).toBe(add((lines ?? []).map(({ amount }) => amount ?? 0)));

      const first = rows.findIndex(({ difference }) => difference === null);
      if (first >= 0) expect(rows.slice(first).every(({ difference }) => difference === null)).toBe(true);
      for (const row of rows) expect(nextStep(row) === null).toBe(row.difference === null);
    }),
    { numRuns: 500 },
  );
});
