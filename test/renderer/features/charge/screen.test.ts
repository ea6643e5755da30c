import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestFirst, selectTerminal } from '../../../../renderer/features/charge/choices.ts';
import { canBecomeAmount, PAD_KEYS, type PadKey, press } from '../../../../renderer/features/charge/pad.ts';
import {
  failureMark,
  pollEvery,
  stageOf,
  wasCancelled,
} from '../../../../renderer/features/charge/stages.ts';
import { parseAmount } from '../../../../renderer/lib/money.ts';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import { INVOICE_STATUSES } from '../../../../shared/api/statuses.ts';
import type { Terminal } from '../../../../shared/api/terminals.ts';

const typed = (...keys: PadKey[]): string =>
  keys.reduce((state, key) => press(state, key), { text: '', start: 0, end: 0 }).text;

describe('the pad', () => {
  test('types, and deletes', () => {
    expect(typed('3', '4', '0', ',', '5')).toBe('340,5');
    expect(typed('3', '4', 'back', 'back', 'back', '1')).toBe('1');
  });

  test('works at the caret, and over the selection', () => {
    expect(press({ text: '3400', start: 1, end: 1 }, 'back')).toEqual({ text: '400', start: 0, end: 0 });
    expect(press({ text: '3400', start: 0, end: 4 }, '7')).toEqual({ text: '7', start: 1, end: 1 });
    expect(press({ text: '3400', start: 1, end: 3 }, 'back')).toEqual({ text: '30', start: 1, end: 1 });
  });

  test('never leaves the caret outside of the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PAD_KEYS)), (keys) => {
        let state = { text: '', start: 0, end: 0 };
        for (const key of keys) state = press(state, key);
        expect(state.start).toBe(state.text.length);
      }),
    );
  });
});

test('the start of an amount is accepted until it is sent', () => {
  for (const amount of ['340', '340,5', '1 234,50', '1 234 567,89', '340 грн', '12.30 ₴'])
    for (let end = 0; end <= amount.length; end++) {
      expect(canBecomeAmount(amount.slice(0, end))).toBe(true);
      expect('minor' in parseAmount(amount)).toBe(true);
    }
  for (const rubbish of ['1,234', 'сто', '1.2.3', '-5', '1e5']) expect(canBecomeAmount(rubbish)).toBe(false);
});

describe('stages', () => {
  const at = (status: (typeof INVOICE_STATUSES)[number], modified_date: string | null = null) => ({
    status,
    modified_date,
    failure_reason: '',
  });

  test('follow the bank', () => {
    expect(INVOICE_STATUSES.map((status) => stageOf(at(status), undefined))).toEqual([
      'waiting',
      'processing',
      'paid',
      'failed',
      'returned',
      'over',
    ]);
  });

  test('a failure that was seen is skipped while waiting, the next one is shown again', () => {
    const first = at('failure', '2026-11-21T10:00:00.000Z');
    const seen = failureMark(first);
    expect(stageOf(first, seen)).toBe('waiting');
    expect(stageOf(at('failure', '2026-11-21T10:01:00.000Z'), seen)).toBe('failed');
    expect(stageOf(at('success', '2026-11-21T10:02:00.000Z'), seen)).toBe('paid');
    // Two within the second by which the bank dates them.
    expect(stageOf({ ...first, failure_reason: 'Limit exceeded' }, seen)).toBe('failed');
    expect(stageOf(at('failure'), failureMark(at('failure')))).toBe('waiting');
  });

  test('poll often while no events arrive', () => {
    expect(pollEvery('created', true)).toBe(10_000);
    expect(pollEvery('created', false)).toBe(2000);
    expect(pollEvery(undefined, true)).toBe(2000);
    expect(pollEvery('failure', true)).toBe(10_000);
    for (const ended of ['success', 'reversed', 'expired'] as const)
      expect([ended, pollEvery(ended, true), pollEvery(ended, false)]).toEqual([ended, false, false]);
  });
});

test('the product whose article matches exactly comes first', () => {
  const product = (name: string, article: string, external_code = '', barcodes: string[] = []) => ({
    name,
    article,
    external_code,
    barcodes,
  });
  const found = [
    product('Лате K-2', 'L-22'),
    product('Капучино', 'K-22'),
    product('Кава', 'K-2'),
    product('k-2', ''),
    product('Чай', '', '', ['K-2']),
  ];
  expect(bestFirst(found, ' k-2 ').map(({ name }) => name)).toEqual([
    ...['Кава', 'Чай', 'k-2', 'Лате K-2', 'Капучино'],
  ]);
});

describe('terminal and register', () => {
  const terminal = (id: number, is_active = true) => ({ id, is_active }) as Partial<Terminal> as Terminal;
  const register = (id: number, of: number, is_active = true) =>
    ({ id, terminal: of, is_active }) as Partial<CashRegister> as CashRegister;

  test('are the remembered ones while they can be used', () => {
    const terminals = [terminal(1), terminal(2)];
    const registers = [register(5, 1), register(6, 2), register(7, 2, false)];
    const chosen = selectTerminal(terminals, registers, { terminal: 2, cashRegister: 6 });
    expect([chosen.terminal?.id, chosen.register?.id, chosen.registers.length]).toEqual([2, 6, 1]);
    expect(selectTerminal(terminals, registers, { terminal: 2, cashRegister: 7 }).register).toBeUndefined();
    expect(selectTerminal(terminals, registers, { terminal: 1, cashRegister: 6 }).register).toBeUndefined();
  });

  test('are the first terminal and no register otherwise; none where none is active', () => {
    const chosen = selectTerminal([terminal(1, false), terminal(2)], [], { terminal: 1, cashRegister: null });
    expect([chosen.terminal?.id, chosen.register]).toEqual([2, undefined]);
    expect(
      selectTerminal([terminal(1, false)], [], { terminal: 1, cashRegister: null }).terminal,
    ).toBeUndefined();
  });
});

test('a cancelled invoice that is read after its time has run out stays cancelled', () => {
  const at = (time: string) => `2026-11-21T${time}:00.000Z`;
  const entry = { amount: null, by: '', detail: '', reason: '', approved_by: '' };
  const ended = (time: string) => ({
    expires_at: at('12:00'),
    results: [
      { ...entry, at: at('11:00'), type: 'created' as const, status: 'created' as const },
      { ...entry, at: at(time), type: 'status_changed' as const, status: 'expired' as const },
    ],
  });
  const later = Date.parse(at('18:00'));
  expect(wasCancelled(ended('11:30'), later)).toBe(true);
  expect(wasCancelled(ended('12:00'), later)).toBe(false);
  // Its end is not written yet.
  expect(wasCancelled({ expires_at: at('12:00'), results: [] }, Date.parse(at('11:30')))).toBe(true);
  expect(wasCancelled({ expires_at: at('12:00'), results: [] }, later)).toBe(false);
  expect(wasCancelled(undefined, later)).toBe(true);
});
