import { afterEach, expect, test, vi } from 'vitest';
import { findHistory } from '../../main/store/statement-histories.ts';
import type { StatementHistory } from '../../shared/api/terminals.ts';
import { DAY_MS } from '../../shared/time.ts';
import { accessToken, Client } from '../helpers/client.ts';
import { runJob } from '../helpers/jobs.ts';
import { endServices, runService } from '../helpers/service.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

let shop: Shop;
afterEach(async () => {
  endServices();
  await shop.close();
});

const serve = async () => {
  const service = runService([
    ...['--data-dir', shop.folder, '--bank-url', shop.bank.url, '--keychain', 'file'],
    ...['--port', '0', '--ready-json'],
  ]);
  const { base_url } = await service.ready();
  // It runs already; a start again wakes the job, which otherwise begins with the next minute.
  const owner = new Client(base_url, await accessToken(base_url, PASSWORD));
  await owner.post(`terminals/${shop.terminal.id}/statement_history/`, { action: 'start' });
  return service;
};

/** Enough that one window takes many transactions. */
const PAYMENTS = 4000;

test('killed amid a window, again and again: nothing is lost, nothing doubled, and the counts are exact', async () => {
  shop = await openShop();
  const now = Date.now();
  const ids = shop.bank.seed(
    Array.from({ length: PAYMENTS }, (_, at) => {
      const paidAt = now - 40 * DAY_MS - at * 600_000;
      return {
        token: shop.merchant.token,
        amount: 100 + at,
        createdAt: paidAt,
        paidAt,
        outcome: 'success' as const,
        ...(at % 9 === 0 ? { refunds: [{ amount: 50, at: paidAt + 1000 }] } : {}),
      };
    }),
  );
  const { id } = shop.terminal;
  await shop.owner.post(`terminals/${id}/statement_history/`, { action: 'start' });
  await shop.stop();

  const count = () => rowsOf(shop, 'invoices').length;
  const kills: { invoices: number; oldest: number }[] = [];
  for (const wanted of [300, 900, 1500]) {
    const service = await serve();
    await vi.waitFor(() => expect(count()).toBeGreaterThan(Math.min(wanted, PAYMENTS / 2)), { interval: 1 });
    service.child.kill('SIGKILL');
    await service.exited;
    const { oldest = 0, created = 0 } = findHistory(shop.console.db, id) ?? {};
    kills.push({ invoices: count(), oldest });
    // The count of new payments is of the same transactions as the payments themselves.
    expect(created).toBe(count());
  }
  expect(kills.some(({ invoices }) => invoices < PAYMENTS)).toBe(true);

  await shop.restart();
  await vi.waitFor(
    async () => {
      await runJob(shop, 'read-earlier-payments');
      const { body } = await shop.owner.get<StatementHistory>(`terminals/${id}/statement_history/`);
      expect(body.state).toBe('done');
    },
    { interval: 200 },
  );
  const rows = rowsOf(shop, 'invoices');
  expect(rows.map(({ invoice_id }) => String(invoice_id)).sort()).toEqual([...ids].sort());
  expect(rows.reduce((sum, { final_amount, amount }) => sum + Number(final_amount ?? amount), 0)).toBe(
    shop.bank.invoices().reduce((sum, { amount, refunds }) => sum + amount - (refunds[0]?.amount ?? 0), 0),
  );
  expect(rowsOf(shop, 'refunds')).toHaveLength(Math.ceil(PAYMENTS / 9));
  expect(findHistory(shop.console.db, id)).toMatchObject({ created: PAYMENTS });
});
