import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  emptyDraft,
  type RefundDraft,
  readDraft,
  refundOf,
  returnableLines,
  stepLine,
  wholeDraft,
} from '../../../../renderer/features/invoices/refund/draft.ts';

const item = (id: number, amount: number, quantity: number) => ({
  id,
  amount,
  quantity,
  name: `Товар ${id}`,
  unit: 'шт',
  price: amount,
  product: null,
  discount_pct: 0,
});
const COFFEE = item(1, 10_000, 3);
const CHEESE = item(2, 5005, 1.5);
const refunds = (returned: Record<number, number> = {}) => ({
  items: [COFFEE, CHEESE].map(({ id, amount, quantity }) => ({
    item: id,
    amount,
    quantity,
    returned: returned[id] ?? 0,
  })),
});
const linesAfter = (returned: Record<number, number> = {}) =>
  returnableLines({ items: [COFFEE, CHEESE] }, refunds(returned));
const draft = (changes: Partial<RefundDraft>): RefundDraft => ({ ...emptyDraft([]), ...changes });

describe('a refund draft', () => {
  test('is empty at first, and comes to nothing', () => {
    expect(readDraft(emptyDraft([]), [], 6400)).toEqual({ fault: 'empty' });
    expect(readDraft(emptyDraft(linesAfter()), linesAfter(), 15_005)).toEqual({ fault: 'noLines' });
  });

  test('by amount accepts no more than is left', () => {
    expect(readDraft(draft({ amount: '64' }), [], 6400)).toEqual({ amount: 6400, lines: [] });
    expect(readDraft(draft({ amount: '64,01' }), [], 6400)).toEqual({ fault: 'tooMuch' });
    expect(readDraft(draft({ amount: '0' }), [], 6400)).toEqual({ fault: 'range' });
    expect(readDraft(draft({ amount: '1,234' }), [], 6400)).toEqual({ fault: 'format' });
  });

  test('by lines is worth their share of what was paid', () => {
    const read = readDraft(draft({ by: 'lines', quantities: { 1: '1', 2: '0,5' } }), linesAfter(), 15_005);
    expect(read).toMatchObject({ amount: 3333 + 1668, lines: [{ part: 1000 }, { part: 500 }] });
    if ('fault' in read) throw new Error(read.fault);
    expect(refundOf(read, { comment: ' Скисло ', reason: 'Брак' })).toEqual({
      amount: 5001,
      reason: 'Брак',
      comment: 'Скисло',
      items: [
        { item: 1, quantity: '1' },
        { item: 2, quantity: '0.5' },
      ],
    });
  });

  test('by lines accepts no more of a line than is left of it', () => {
    const lines = linesAfter({ 1: 2 });
    const read = (quantity: string) =>
      readDraft(draft({ by: 'lines', quantities: { 1: quantity } }), lines, 15_005);
    expect(read('1')).toMatchObject({ amount: 3333 });
    expect(read('1,001')).toEqual({ fault: 'line' });
    expect(read('one')).toEqual({ fault: 'line' });
    expect(readDraft(draft({ by: 'lines', quantities: { 1: '1' } }), lines, 3332)).toEqual({
      fault: 'tooMuch',
    });
  });

  test('offers no line that was refunded in full, and none at all while they are not known', () => {
    expect(linesAfter({ 1: 3 }).map((line) => line.item.id)).toEqual([2]);
    expect(returnableLines({ items: [COFFEE] }, undefined)).toEqual([]);
  });

  test('steps stay within what may be returned', () => {
    const [, cheese] = linesAfter();
    if (!cheese) throw new Error('No such line.');
    let filled = emptyDraft(linesAfter());
    const typed: (string | undefined)[] = [];
    for (const by of [1, 1, 1, -1, -1] as const) {
      filled = stepLine(cheese, filled, by);
      typed.push(filled.quantities[2]);
    }
    expect(typed).toEqual(['1', '1,5', '1,5', '0,5', '']);
  });

  test('the whole is all lines, or the amount where their sum differs', () => {
    const byLines = wholeDraft(draft({ by: 'lines' }), linesAfter(), 15_005);
    expect(byLines).toMatchObject({ by: 'lines', quantities: { 1: '3', 2: '1,5' } });
    expect(readDraft(byLines, linesAfter(), 15_005)).toMatchObject({ amount: 15_005 });
    const byAmount = wholeDraft(draft({ by: 'lines' }), linesAfter(), 12_000);
    expect(byAmount).toMatchObject({ by: 'amount', amount: '120,00' });
    expect(readDraft(byAmount, linesAfter(), 12_000)).toEqual({ amount: 12_000, lines: [] });
  });

  test('for any input, no more is refunded than is left', () => {
    const quantity = fc.oneof(fc.string(), fc.double({ min: 0, max: 4, noNaN: true }).map(String));
    const drafts = fc.record({
      by: fc.constantFrom<RefundDraft['by']>('amount', 'lines'),
      amount: fc.oneof(fc.string(), fc.integer({ min: 0, max: 300 }).map(String)),
      quantities: fc.record({ 1: quantity, 2: quantity }),
      reason: fc.string(),
      comment: fc.string(),
    });
    fc.assert(
      fc.property(drafts, fc.nat(20_000), (filled, left) => {
        const read = readDraft(filled, linesAfter(), left);
        if ('fault' in read) return;
        expect(read.amount).toBeGreaterThan(0);
        expect(read.amount).toBeLessThanOrEqual(left);
        if (filled.by === 'lines')
          expect(read.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(read.amount);
      }),
    );
  });
});
