import { expect, test } from 'vitest';
import { REFUSAL_CODES, type RefusalCode } from '../../../main/http/errors.ts';
import {
  ApiError,
  asReadFailure,
  failureOf,
  failureOfRefusal,
  failureOfResponse,
  isInDoubt,
  isNotSent,
} from '../../../renderer/api/failure.ts';
import { failed, type KeyedAttempt } from '../../../renderer/api/keyed-attempts.ts';
import type { BankOutcome } from '../../../shared/errors.ts';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response('', { status, headers });

test('an answer of the interface is classified by what a screen can do about it', () => {
  expect(failureOfResponse(answer(403), {})).toEqual({ kind: 'forbidden' });
  expect(failureOfResponse(answer(404), {})).toEqual({ kind: 'missing' });
  expect(failureOfResponse(answer(429, { 'Retry-After': '17' }), {})).toEqual({
    kind: 'throttled',
    seconds: 17,
  });
  expect(failureOfResponse(answer(500, { 'X-Request-Id': 'abc' }), {})).toEqual({
    kind: 'server',
    status: 500,
    requestId: 'abc',
  });
  expect(failureOfResponse(answer(502), { detail: 'no', err_code: 'TIMEOUT' })).toEqual({
    kind: 'bank',
    code: 'TIMEOUT',
    words: 'no',
  });
});

test('refused fields are reported by field, however deep the server nests them', () => {
  const errors = { amount: ['Too big.'], items: [{}, { price: ['No.', 'Really.'] }] };
  expect(failureOfResponse(answer(400), { detail: 'Invalid input.', errors })).toEqual({
    kind: 'invalid',
    words: 'Too big. No. Really.',
    errors: { amount: 'Too big.', items: 'No. Really.' },
    codes: {},
  });
  expect(failureOfResponse(answer(400), { detail: 'JSON parse error' })).toMatchObject({
    words: 'JSON parse error',
  });
});

test('an unclear outcome at the bank is in doubt; a refusal of the bank is not', () => {
  const bank = (code: string) => isInDoubt({ kind: 'bank', code, words: '' });
  for (const code of ['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'INTERNAL_ERROR', 'IN_DOUBT'])
    expect([code, bank(code)]).toEqual([code, true]);
  for (const code of ['TOKEN_MISSING', 'WRONG_CANCEL_AMOUNT', 'CANCEL_FAILED', 'INVALID_INVOICE'])
    expect([code, bank(code)]).toEqual([code, false]);
  expect(isInDoubt({ kind: 'unreachable' })).toBe(true);
  const server = (status: number) => isInDoubt({ kind: 'server', status, requestId: '' });
  expect([server(500), server(503), server(0), server(415)]).toEqual([true, true, true, false]);
  expect(isInDoubt({ kind: 'session' })).toBe(false);
  expect(isInDoubt({ kind: 'throttled', seconds: 5 })).toBe(false);
  expect(isInDoubt({ kind: 'invalid', words: '', errors: {} })).toBe(false);
});

test('a 503 did nothing where the service says why; from anybody else it leaves the outcome open', () => {
  const refused = (code?: string) =>
    failureOfResponse(answer(503), code === undefined ? {} : { codes: { non_field_errors: [code] } });
  const away = REFUSAL_CODES.filter((code) => refused(code).kind === 'away');
  expect(away).toEqual(['stopping', 'DATABASE_LOST', 'BEING_RESTORED']);
  for (const code of [undefined, 'error', ...REFUSAL_CODES])
    expect([code, isInDoubt(refused(code))]).toEqual([code, !away.includes(code as RefusalCode)]);
  // The same words with another status, or outside of the codes, prove nothing.
  expect(isInDoubt(failureOfResponse(answer(500), { codes: { non_field_errors: ['stopping'] } }))).toBe(true);
  expect(
    isInDoubt(failureOfResponse(answer(503), { err_code: 'stopping', codes: { status: ['stopping'] } })),
  ).toBe(true);
});

test('a 503 of the service proves nothing of an earlier try', () => {
  const attempt: KeyedAttempt = { key: 'k', state: 'sent', failure: null, at: 0 };
  const away = { kind: 'away' as const };
  expect(failed(attempt, away, undefined).state).toBe('refused');
  expect(failed(attempt, away, 'sent').state).toBe('refused');
  expect(failed(attempt, away, 'unknown').state).toBe('unknown');
});

test('a fault of the page itself reads as a fault of the program', () => {
  expect(failureOf(new TypeError('x'))).toEqual({ kind: 'server', status: 0, requestId: '' });
  expect(failureOf(new ApiError({ kind: 'missing' }))).toEqual({ kind: 'missing' });
});

test('a read that never left this computer is "not sent"; one that was cut off went unanswered', () => {
  const refusedBy = (outcome: string) =>
    asReadFailure(
      failureOfResponse(new Response(null, { status: 502 }), {
        detail: 'No connection to the bank could be made. Nothing was sent to it.',
        err_code: 'UNREACHABLE',
        facts: { non_field_errors: [{ outcome }] },
      }),
    );
  expect(isNotSent(refusedBy('not_sent'))).toBe(true);
  expect(refusedBy('unknown')).toEqual({ kind: 'unanswered', code: 'UNREACHABLE' });
});

test('the window says the same of a token that it tried', () => {
  const tried = (outcome: BankOutcome) =>
    failureOfRefusal({ code: 'BANK_UNREACHABLE', detail: 'No connection.', outcome });
  expect(isNotSent(tried('not_sent'))).toBe(true);
  expect(tried('unknown')).toEqual({ kind: 'unanswered', code: 'UNREACHABLE' });
});

test('the firewall of the bank is told from other answers that cannot be read, whatever it leaves open', () => {
  const blocked = (outcome: BankOutcome) =>
    failureOfResponse(answer(502), {
      detail: 'no',
      err_code: 'BAD_GATEWAY',
      facts: { non_field_errors: [{ outcome, http_status: 403 }] },
    });
  expect(blocked('unknown')).toMatchObject({ kind: 'bank', isBlocked: true, outcome: 'unknown' });
  expect([isInDoubt(blocked('unknown')), isInDoubt(blocked('not_sent'))]).toEqual([true, false]);
  expect(asReadFailure(blocked('unknown'))).toEqual({
    kind: 'unanswered',
    code: 'BAD_GATEWAY',
    isBlocked: true,
  });
  const other = { outcome: 'unknown', http_status: 502 };
  expect(
    failureOfResponse(answer(502), { err_code: 'BAD_GATEWAY', facts: { non_field_errors: [other] } }),
  ).not.toHaveProperty('isBlocked');
});
