import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startReceiver } from '../helpers/receiver.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { openWindow } from './stage.ts';

const shop = await shopOfFile();
const window = openWindow(shop);
await window.signIn();
let till: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  till = await startReceiver();
});
afterEach(() => till.close());

test('a webhook is added, tested, given another secret and removed', async () => {
  const { secret, ...added } = await window.ask('webhooks.add', {
    url: till.url,
    terminal: shop.terminal.id,
  });
  expect(added).toMatchObject({ url: till.url, terminal: shop.terminal.id, state: 'working', pending: 0 });
  const { id } = added;
  const { delivery } = await window.ask('webhooks.test', { id });
  expect(delivery).toMatchObject({ status: 200, type: 'webhook.test' });
  const { deliveries } = await window.ask('webhooks.deliveries', { id });
  expect(deliveries).toMatchObject([{ state: 'test', event: null }]);
  const rotated = await window.ask('webhooks.rotate', { id });
  expect(rotated.secret).not.toBe(secret);
  const { webhooks: list } = await window.ask('webhooks.list', {});
  expect(list).toMatchObject([{ id, hint: rotated.secret.slice(-4), delivered_at: expect.any(String) }]);
  expect(JSON.stringify(list)).not.toContain(rotated.secret);
  await window.ask('webhooks.remove', { id });
  expect(await window.ask('webhooks.list', {})).toEqual({ webhooks: [] });
});

test('a test that nothing answers says so', async () => {
  const { id } = await window.ask('webhooks.add', { url: till.url, terminal: null });
  await till.close();
  const { delivery } = await window.ask('webhooks.test', { id });
  expect(delivery).toMatchObject({ status: null, answer: 'ECONNREFUSED' });
  till = await startReceiver();
  await window.ask('webhooks.remove', { id });
});

test('an address elsewhere, and a missing webhook, are refused', async () => {
  const refused = await window.refused('webhooks.add', { url: 'http://example.com/', terminal: null });
  expect(refused.codes).toEqual({ url: ['invalid'] });
  expect(refused.detail).toContain('not on this computer');
  for (const name of ['webhooks.test', 'webhooks.rotate', 'webhooks.remove', 'webhooks.deliveries'] as const)
    expect((await window.refused(name, { id: 4711 })).code).toBe('NOT_FOUND');
  expect(await window.ask('webhooks.list', {})).toEqual({ webhooks: [] });
});

test('deliveries that a restored backup still lists as untried are sent as repetitions', async () => {
  await window.ask('webhooks.add', { url: till.url, terminal: null });
  let accept = (): void => undefined;
  till.behave((response) => {
    accept = () => void response.writeHead(200).end();
  });
  const first = await shop.createInvoice();
  const second = await shop.createInvoice();
  const until = (check: () => void) => vi.waitFor(check, { interval: 25 });
  await until(() => expect(till.received).toHaveLength(1));
  // The first delivery is under way, the second one has not been tried.
  const { name } = (await window.ask('backups.create', {})).backup;
  till.behave();
  accept();
  await until(() => expect(till.about(second.id)).toHaveLength(1));
  // A restore needs the file for itself.
  shop.console.close();
  await window.ask('backups.restore', { name });
  for (const { id } of [first, second])
    await until(() => expect(till.about(id).map(({ attempt }) => attempt)).toEqual([1, 2]));
});
