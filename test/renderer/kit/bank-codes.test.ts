import { expect, test } from 'vitest';
import en from '../../../renderer/i18n/locales/en/refusals.json' with { type: 'json' };
import uk from '../../../renderer/i18n/locales/uk/refusals.json' with { type: 'json' };

/** The bank's published errors, except INTERNAL_ERROR, after which its outcome is unknown; and one of ours. */
const CODES = [
  ...['1001', 'BAD_REQUEST', 'INVALID_MERCHANT_PAYM_INFO', 'WRONG_CANCEL_AMOUNT', 'ORDER_IN_PROGRESS'],
  ...['HOLD_INVOICE_NOT_FINALIZED', 'TOKEN_NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'],
  ...['TMR', 'CANCEL_NOT_AVAILABLE', 'CANCEL_FAILED'],
];

test('every error that the bank publishes has words of our own, in both languages', () => {
  for (const { bankCode } of [uk, en]) {
    expect(Object.keys(bankCode).sort()).toEqual([...CODES].sort());
    for (const text of Object.values(bankCode)) expect(text).toMatch(/^.{30,260}\.$/u);
  }
});
