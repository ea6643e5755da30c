import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import { inProcess } from '../cli/console.ts';
import type { Refusal } from '../helpers/client.ts';
import { inFile } from '../helpers/contents.ts';
import { createUnder, lostCreation, requested } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { openWindow, type Window } from './stage.ts';

// What was asked of the bank after a backup is not asked again once that backup is restored.

let shop: Shop;
let window: Window;
beforeEach(async () => {
  shop = await openShop();
  window = openWindow(shop);
  await window.signIn();
});
afterEach(() => shop.close());

const backup = async () => (await window.ask('backups.create', {})).backup.path;
const restore = async (path: string) => {
  // The console and the service have the database open.
  shop.console.close();
  await shop.host.whileStopped(async () => {
    const args = ['backup', 'restore', path, '--data-dir', shop.folder, '--keychain', 'file'];
    expect(await inProcess(args)).toMatchObject({ code: 0, stderr: '' });
  });
  await shop.signInAgain();
};
const giveBack = ({ id }: Invoice, what: 'cancel' | 'capture', amount: number, key?: string) =>
  shop.owner.post<Invoice & Refusal>(
    `invoices/${id}/${what}/`,
    { amount },
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  );
const atBank = () => shop.bank.invoices().map(({ status, finalAmount }) => [status, finalAmount]);

describe('no repetition ever refunds twice, and one key never makes two invoices that can be paid', () => {
  test('of what was done and answered after the backup that was restored', async () => {
    const paid = await shop.paid({ amount: 10_000 });
    const path = await backup();
    const first = await giveBack(paid, 'cancel', 3000, 'refund');
    const sold = await createUnder(shop, 'sale', { amount: 4200 });
    const before = atBank();
    await restore(path);
    const again = await giveBack(paid, 'cancel', 3000, 'refund');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const resold = await createUnder(shop, 'sale', { amount: 4200 });
    expect([resold.status, resold.body]).toEqual([201, sold.body]);
    expect((await createUnder(shop, 'sale', { amount: 4300 })).status).toBe(400);
    expect(atBank()).toEqual(before);
    expect(await shop.refresh(paid.id)).toMatchObject({ final_amount: 7000 });
  });

  test('of what was in doubt when the backup was restored', async () => {
    const paid = await shop.paid({ amount: 10_000 });
    const path = await backup();
    shop.bank.fault({ kind: 'reset', acts: false, path: 'invoice/cancel' });
    expect((await giveBack(paid, 'cancel', 3000, 'refund')).status).toBe(502);
    const lost = await lostCreation(shop, 'sale', { amount: 4200, reference: 'Стіл 4' });
    await restore(path);
    const byHand = await giveBack(paid, 'cancel', 3000);
    expect([byHand.status, byHand.body.errors]).toMatchObject([400, { status: [expect.any(String)] }]);
    expect((await giveBack(paid, 'cancel', 3000, 'refund')).body.err_code).toBe('IN_DOUBT');
    expect(requested(shop, 'invoice/cancel')).toHaveLength(1);
    shop.bank.pay(lost);
    const sold = await createUnder(shop, 'sale', { amount: 4200, reference: 'Стіл 4' });
    expect(sold.body).toMatchObject({ invoice_id: lost, status: 'success', created_locally: true });
    expect(sold.status).toBe(201);
    expect(shop.bank.invoices()).toHaveLength(2);
  });

  test('of what the backup itself had open, answered after it', async () => {
    const paid = await shop.paid({ amount: 10_000 });
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
    expect((await giveBack(paid, 'cancel', 3000, 'refund')).status).toBe(502);
    const path = await backup();
    const settled = await giveBack(paid, 'cancel', 3000, 'refund');
    expect(settled.status).toBe(200);
    await restore(path);
    expect((await giveBack(paid, 'cancel', 3000, 'refund')).body).toEqual(settled.body);
    expect(atBank()).toEqual([['success', 7000]]);
  });

  test('of people, terminals and invoices that the backup does not know: what the bank has of them is found', async () => {
    const path = await backup();
    const added = await shop.employee('added', ['can_view_invoices', 'can_create_invoices']);
    await createUnder(shop, 'done', { amount: 100 }, added);
    const lost = await lostCreation(shop, 'lost', { amount: 4200 }, true, added);
    const [, merchant] = shop.bank.merchants;
    const terminal = await addTerminal(shop.console, { name: 'Книги', token: merchant?.token ?? '' });
    await lostCreation(shop, 'there', { terminal: terminal.id, amount: 200 });
    const paid = await shop.paid({ amount: 10_000 });
    shop.bank.fault({ kind: 'reset', acts: false, path: 'invoice/cancel' });
    expect((await giveBack(paid, 'cancel', 3000, 'refund')).status).toBe(502);
    await restore(path);
    shop.bank.pay(lost);
    expect((await shop.owner.post('jobs/settle-attempts/run/')).status).toBe(200);
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    const { body } = await shop.owner.get<Page<Invoice>>('invoices/?ordering=amount');
    expect(body.results.map(({ amount, status }) => [amount, status])).toEqual([
      [4200, 'success'],
      [10_000, 'success'],
    ]);
    expect(atBank()).toHaveLength(4);
    const kept = inFile(databaseFile(shop.folder), 'select kind, status from attempts');
    expect(kept).toEqual([{ kind: 'create', status: 'done' }]);
    // Its terminal is gone, and with it what the key was of.
    expect((await createUnder(shop, 'there', { amount: 300 })).status).toBe(201);
  });
});
