import { describe, expect, it } from 'vitest';
import { openDoubt } from '../../../renderer/features/invoices/details/doubt.ts';
import { changeOf, refusalOf } from '../../../renderer/features/invoices/details/refusal.ts';
import { formatCount } from '../../../renderer/lib/count.ts';
import { formatDecimal, lastDigits, readId, refundedOf } from '../../../renderer/lib/invoices.ts';
import type { HistoryEntry } from '../../../shared/api/invoice-extras.ts';

describe('words', () => {
  it('reads cards, counts, decimals and ids', () => {
    expect(lastDigits('444403******1902')).toBe('1902');
    expect(lastDigits('')).toBe('');
    expect(formatCount(13_194)).toBe('13\u00a0194');
    expect(formatDecimal(1.5)).toBe('1,5');
    expect(['15', '0', '-1', '1e3', '007', 'abc', '9007199254740993'].map(readId)).toEqual([
      15,
      ...Array(6).fill(undefined),
    ]);
  });

  it('shows what was refunded', () => {
    expect(refundedOf({ status: 'success', amount: 340, final_amount: null })).toBe(0);
    expect(refundedOf({ status: 'success', amount: 340, final_amount: 240 })).toBe(100);
    expect(refundedOf({ status: 'reversed', amount: 340, final_amount: 0 })).toBe(340);
    expect(refundedOf({ status: 'expired', amount: 340, final_amount: null })).toBe(0);
  });
});

describe('openDoubt', () => {
  const entry = (type: HistoryEntry['type'], changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
    at: '2026-11-21T10:00:00.000Z',
    type,
    status: null,
    reason: '',
    approved_by: '',
    amount: null,
    by: '',
    detail: '',
    ...changes,
  });
  const history = [
    entry('created'),
    entry('paid'),
    entry('refund_requested'),
    entry('in_doubt', { amount: 100 }),
  ];

  it.each(['settled', 'refused', 'refunded'] as const)('is over once %s', (type) => {
    expect(openDoubt({ results: history })?.amount).toBe(100);
    expect(openDoubt({ results: [...history, entry(type)] })).toBeUndefined();
  });

  it('is over when the invoice has ended, and was never there without a doubt', () => {
    const doubt = [entry('created'), entry('cancel_requested'), entry('in_doubt')];
    expect(openDoubt({ results: doubt })).toBeDefined();
    expect(
      openDoubt({ results: [...doubt, entry('status_changed', { status: 'expired' })] }),
    ).toBeUndefined();
    expect(openDoubt({ results: [entry('created')] })).toBeUndefined();
    expect(openDoubt(undefined)).toBeUndefined();
  });
});

describe('a failed cancel or refund', () => {
  it('has words of its own where the invoice reads as before', () => {
    const refused = (field: string) => refusalOf({ kind: 'invalid', words: '', errors: { [field]: 'x' } });
    expect(refused('expected_left')).toBe('lessLeft');
    expect(refused('amount')).toBe('lessLeft');
    expect(refused('status')).toBe('statusNothing');
    expect(refused('comment')).toBeUndefined();
    expect(refusalOf({ kind: 'bank', code: 'CANCEL_FAILED', words: '' })).toBe('failed');
    expect(refusalOf({ kind: 'forbidden' })).toBeUndefined();
  });
});

describe('the change of an invoice since it was requested', () => {
  const open = { status: 'created', amount: 340, final_amount: null } as const;
  const paid = { ...open, status: 'success' } as const;

  it.each(['cancel', 'refund'] as const)('is nothing new when it is as before: %s', (kind) => {
    expect(changeOf(kind, open, { ...open })).toBeUndefined();
    // The bank has set the amount that was paid.
    expect(changeOf(kind, paid, { ...paid, final_amount: 340 })).toBeUndefined();
  });

  it('is reported after a cancel', () => {
    expect(changeOf('cancel', open, paid)).toBe('paidMeanwhile');
    expect(changeOf('cancel', open, { ...open, status: 'processing' })).toBe('processing');
    expect(changeOf('cancel', open, { ...open, status: 'expired' })).toBe('closed');
    expect(changeOf('cancel', open, { ...paid, status: 'reversed', final_amount: 0 })).toBe('statusNothing');
  });

  it('is reported after a refund', () => {
    expect(changeOf('refund', paid, { ...paid, final_amount: 240 })).toBe('refunded');
    expect(changeOf('refund', paid, { ...paid, status: 'reversed', final_amount: 0 })).toBe('refunded');
    expect(changeOf('refund', { ...paid, final_amount: 240 }, paid)).toBe('statusNothing');
  });
});
