import { expect, test, vi } from 'vitest';
import { attempts, lostCreation, requested, syncedRegisters } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';

const shop = await shopOfFile();

test('however many are in doubt, the bank gets one request for the statement, and one for each register', async () => {
  const registers = await syncedRegisters(shop);
  const cash_register = registers.get('ZRN1')?.id;
  const pages: string[] = [];
  for (let count = 0; count < 6; count += 1)
    pages.push(await lostCreation(shop, `page ${count}`, { amount: 100 + count }));
  const onRegister: string[] = [];
  for (let count = 0; count < 3; count += 1)
    onRegister.push(await lostCreation(shop, `register ${count}`, { amount: 700 + count, cash_register }));
  for (const id of pages.slice(0, 4)) shop.bank.pay(id);

  shop.bank.clearRequests();
  // At the start they are looked into, when nothing is left of the pace that the lost answers have slowed.
  await shop.restart();
  await vi.waitFor(() => expect(rowsOf(shop, 'invoices')).toHaveLength(5));
  // Stopping waits for the run that is under way.
  await shop.restart();
  const adopted = rowsOf(shop, 'invoices').map(({ invoice_id }) => invoice_id);
  // Of those at the register the last one hangs there.
  expect(adopted.toSorted()).toEqual([...pages.slice(0, 4), onRegister[2]].toSorted());
  expect(attempts(shop).filter(({ status }) => status === 'in_doubt')).toHaveLength(4);
  const runs = rowsOf(shop, 'job_runs').filter(({ job }) => job === 'settle-attempts');
  expect(runs.find(({ found }) => found === 9)).toMatchObject({ status: 'done', changed: 5 });
  for (const path of ['statement', 'qr/details'])
    expect(requested(shop, path).length, path).toBeLessThanOrEqual(runs.length);
});
