import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Texts = Record<string, Record<string, string>>;
const texts = (file: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../../renderer/i18n/locales/en/${file}.json`, import.meta.url), 'utf8'),
  );

test('a status has one English word: in its badge, in full, and on the chip of the list', () => {
  const { status = {}, badge = {} } = texts('common');
  const { statuses = {} } = texts('invoices');
  const WORDS = { created: 'Awaiting payment', success: 'Paid', failure: 'Declined', reversed: 'Refunded' };
  for (const [name, word] of Object.entries(WORDS))
    expect([name, status[name], statuses[name], badge[name] ?? word]).toEqual([name, word, word, word]);
  expect([badge.cancelled, badge.overdue, status.expired]).toEqual([
    'Cancelled',
    'Expired',
    'Cancelled or expired',
  ]);
});
