import { expect, test } from 'vitest';
import { refuseOpenPayment } from '../../../main/money/bank-state/open-payments.ts';
import { findInvoice, updateInvoice } from '../../../main/store/invoices/invoices.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

const shop = await shopOfFile();

const refuse = (now: number) => () => refuseOpenPayment(shop.console.db, { now, what: 'Nothing is done' });
const row = (id: number) => {
  const found = findInvoice(shop.console.db, id);
  if (!found) throw new Error(`There is no invoice ${id}.`);
  return found;
};

test('while an invoice may be paid, however many there are, and not a moment longer', async () => {
  expect(refuse(Date.now())).not.toThrow();
  const first = row((await shop.createInvoice()).id);
  const expiresAt = first.expires_at ?? 0;
  expect(refuse(expiresAt - 1)).toThrow(
    `Nothing is done while an invoice may still be paid: number ${first.number}. Nothing was changed.`,
  );
  expect(refuse(expiresAt)).not.toThrow();

  const second = row((await shop.createInvoice()).id);
  expect(refuse(Date.now())).toThrow(`number ${second.number} (and 1 more).`);
  updateInvoice(shop.console.db, second, { status: 'processing', expires_at: null });
  expect(refuse(expiresAt + 10 ** 9)).toThrow(`number ${second.number}.`);
  for (const status of ['success', 'failure', 'expired', 'reversed'] as const) {
    updateInvoice(shop.console.db, second, { status });
    expect(refuse(expiresAt + 10 ** 9)).not.toThrow();
  }
});
