import { expect, test } from 'vitest';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Stats } from '../../shared/api/stats.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import { addTerminal, openConsole } from '../cli/console.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { errorsOf as errorsAt } from '../helpers/errors.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

// Stopped, so that no job calls the bank meanwhile.
const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });

const errorsOf = (method: string, path: string, body?: unknown) => errorsAt(shop, method, path, body);

test('Created and given their token outside the interface: on the command line, by the owner. A token is checked with the bank when it is given.', async () => {
  const [, other] = shop.bank.merchants;
  const commandLine = openConsole({ dataDir: shop.folder, bankUrl: shop.bank.url });
  const nobodys = 'uNobodysTokenOfNobodysShop';
  const before = rowsOf(shop, 'terminals');
  shop.bank.clearRequests();
  expect(await addTerminal(commandLine, nobodys)).toMatchObject({ code: 1, json: { code: 'FORBIDDEN' } });
  expect(rowsOf(shop, 'terminals')).toEqual(before);
  const checked = shop.bank.requests.filter(({ headers }) => headers['x-token'] === nobodys);
  expect(checked.map(({ path }) => path)).toContain('/api/merchant/details');
  expect(await addTerminal(commandLine, other?.token ?? '', 'Книги')).toMatchObject({ code: 0, stderr: '' });
  expect((await shop.owner.get<Page<Terminal>>('terminals/')).body.count).toBe(before.length + 1);

  const posted = await withoutTrace(shop, () =>
    shop.owner.post<Refusal>('terminals/', { name: 'x', token: other?.token }),
  );
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await errorsOf('PATCH', `terminals/${shop.terminal.id}/`, { token: other?.token })).toEqual({
    token: ['Unknown field.'],
  });
});

test('show_payments is a wish for screens (show the payments made past Kramar for this terminal); the interface stores it and filters nothing by it.', async () => {
  const path = `terminals/${shop.terminal.id}/`;
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 4321 });
  await shop.owner.post(`${path}sync_invoices/`);
  const seen = async () => [
    (await shop.owner.get<Page<Invoice>>('invoices/?created_locally=false')).body,
    (await shop.owner.get<Stats>('stats/')).body,
    (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body,
  ];
  const before = await seen();
  expect(before[0]).toMatchObject({ count: 1 });
  for (const show_payments of [false, true]) {
    expect((await shop.owner.patch<Terminal>(path, { show_payments })).body).toMatchObject({
      show_payments,
    });
    expect((await shop.owner.get<Terminal>(path)).body).toMatchObject({ show_payments });
    expect(await seen()).toEqual(before);
  }
});
