import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testReceiver } from '../../../main/shop/deliveries/deliver.ts';
import {
  addReceiver,
  listDeliveries,
  listReceivers,
  removeReceiver,
  rotateSecret,
} from '../../../main/shop/deliveries/receivers.ts';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import { latestDeliveries } from '../../../main/store/deliveries.ts';
import { allReceivers } from '../../../main/store/receivers.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { lookAtOnce, stoppedClock } from '../../helpers/clock.ts';
import { isGenuine, startReceiver } from '../../helpers/receiver.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';

const HOUR_S = 3600;

let shop: Shop;
let till: Awaited<ReturnType<typeof startReceiver>>;
let clock: ReturnType<typeof stoppedClock>;
beforeAll(lookAtOnce);
beforeEach(async () => {
  clock = stoppedClock();
  shop = await openShop({ now: clock.now });
  till = await startReceiver();
});
afterEach(async () => {
  await shop.close();
  await till.close();
});

const add = (url = till.url, terminal: number | null = null) => addReceiver(shop.console, { url, terminal });
const state = async () => (await listReceivers(shop.console))[0];
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 25 });
const arrived = (invoice: number) =>
  till.about(invoice).map(({ event, attempt }) => `${event.type} ${attempt}`);
const pay = async ({ invoice_id, id }: Invoice) => {
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
};

test('events arrive in order, signed, once, on one connection', async () => {
  const { secret } = await add();
  const invoices = [await shop.createInvoice(), await shop.createInvoice(), await shop.createInvoice()];
  for (const invoice of invoices) await pay(invoice);
  for (const { id } of invoices)
    await until(() => expect(arrived(id)).toEqual(['invoice.created 1', 'invoice.status_changed 1']));
  expect(till.mostOpen()).toBe(1);
  const log = await shop.owner.get<{ results: { id: number }[] }>('events/?after=0');
  for (const one of till.received) {
    expect(one.path).toBe('/kramar');
    expect(isGenuine(one, secret, clock.now())).toBe(true);
    expect(log.body.results).toContainEqual(one.event);
    expect(one.id).toBe(String(one.event.id));
    expect(isGenuine({ ...one, body: `${one.body} ` }, secret, clock.now())).toBe(false);
    // A recording that is sent again later is older than five minutes.
    expect(isGenuine(one, secret, clock.now() + 301_000)).toBe(false);
  }
  expect(await state()).toMatchObject({ state: 'working', pending: 0 });
});

test('a receiver that answers 500 gets the event again, later ones of that invoice after it, others meanwhile', async () => {
  await add();
  const failing = await shop.createInvoice();
  await until(() => expect(arrived(failing.id)).toEqual(['invoice.created 1']));
  till.behave((response, { event }) =>
    response.writeHead(event.invoice === failing.id ? 500 : 204).end('cannot'),
  );
  await pay(failing);
  const other = await shop.createInvoice();
  await until(() => expect(arrived(other.id)).toEqual(['invoice.created 1']));
  expect(arrived(failing.id)).toEqual(['invoice.created 1', 'invoice.status_changed 1']);
  await shop.owner.post(`invoices/${failing.id}/cancel/`);
  expect(await state()).toMatchObject({ state: 'failing', pending: expect.any(Number) });
  till.behave();
  clock.forward(3);
  await until(() => expect(till.about(failing.id).length).toBeGreaterThan(3));
  const ids = till.about(failing.id).map(({ event }) => Number(event.id));
  expect(ids).toEqual([...ids].sort((one, two) => one - two));
  expect(arrived(failing.id)[2]).toBe('invoice.status_changed 2');
  await until(async () => expect(await state()).toMatchObject({ state: 'working', pending: 0 }));
});

test.each<[string, (response: import('node:http').ServerResponse) => void, number | null, RegExp]>([
  ['a redirect is not followed', (r) => r.writeHead(307, { Location: '/elsewhere' }).end(), 307, /^$/],
  ['a broken connection', (r) => r.destroy(), null, /ECONNRESET/],
  ['a refusal in words', (r) => r.writeHead(400).end('no such till'), 400, /^no such till$/],
])('%s: the event is tried again', async (_, behaviour, status, answer) => {
  const { receiver } = await add();
  till.behave(behaviour);
  const { id } = await shop.createInvoice();
  await until(() => {
    const [first] = listDeliveries(shop.console.db, receiver.id);
    expect(first).toMatchObject({ state: 'pending', attempts: 1, status });
    expect(first?.answer).toMatch(answer);
    expect(first?.next_try_at).not.toBeNull();
  });
  till.behave();
  clock.forward(5);
  await until(() => expect(arrived(id)).toEqual(['invoice.created 1', 'invoice.created 2']));
  expect(new Set(till.received.map(({ path }) => path))).toEqual(new Set(['/kramar']));
});

test('an answer without end is accepted by its status, and little of it is kept', async () => {
  const { receiver } = await add();
  till.behave((response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await shop.createInvoice();
  await until(() => {
    const [first] = listDeliveries(shop.console.db, receiver.id);
    expect(first).toMatchObject({ state: 'delivered', status: 200, answer: 'x'.repeat(500) });
  });
});

test('a receiver that switches to another protocol gets the event again', async () => {
  const { receiver } = await add();
  till.behave((response) => {
    response.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
    );
  });
  const { id } = await shop.createInvoice();
  await until(() =>
    expect(listDeliveries(shop.console.db, receiver.id)[0]?.answer).toMatch(/^The connection/),
  );
  till.behave();
  clock.forward(5);
  await until(() => expect(arrived(id)).toEqual(['invoice.created 1', 'invoice.created 2']));
});

test('a receiver that never answers delays neither sales nor another receiver', async () => {
  // The attempt that hangs has no end: what waited for it would wait for ever.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  onTestFinished(() => limit.mockRestore());
  const hanging = await startReceiver();
  hanging.behave(() => undefined);
  await add(hanging.url);
  await add();
  const sold = [await shop.createInvoice(), await shop.createInvoice(), await shop.createInvoice()];
  for (const { id } of sold) await until(() => expect(arrived(id)).toEqual(['invoice.created 1']));
  expect(hanging.received).toHaveLength(1);
  await hanging.close();
});

test('a receiver that is away for hours gets everything when it is back, in order', async () => {
  await add();
  await till.close();
  const invoice = await shop.createInvoice();
  await pay(invoice);
  const other = await shop.createInvoice();
  await until(async () => expect(await state()).toMatchObject({ state: 'failing', pending: 3 }));
  for (let hour = 0; hour < 5; hour += 1) {
    const before = (await state())?.next_try_at;
    clock.forward(HOUR_S);
    await until(async () => expect((await state())?.next_try_at).not.toBe(before));
  }
  till = await startReceiver(till.port);
  clock.forward(HOUR_S);
  await until(() => expect(till.about(invoice.id)).toHaveLength(2));
  await until(() => expect(till.about(other.id)).toHaveLength(1));
  expect(till.about(invoice.id).map(({ event }) => event.type)).toEqual([
    'invoice.created',
    'invoice.status_changed',
  ]);
  expect(till.about(invoice.id)[0]?.attempt).toBeGreaterThan(1);
  // The receiver has the last one before its answer is noted.
  await until(async () => expect(await state()).toMatchObject({ state: 'working', pending: 0 }));
});

test('after three days an event is given up, and later ones are delivered', async () => {
  const { receiver } = await add();
  await till.close();
  await shop.createInvoice();
  await until(async () => expect(await state()).toMatchObject({ state: 'failing', pending: 1 }));
  clock.forward(73 * HOUR_S);
  await until(() =>
    expect(listDeliveries(shop.console.db, receiver.id)).toMatchObject([{ state: 'abandoned' }]),
  );
  till = await startReceiver(till.port);
  await shop.signInAgain();
  clock.forward(HOUR_S);
  await shop.signInAgain();
  const { id } = await shop.createInvoice();
  await until(() => expect(arrived(id)).toEqual(['invoice.created 1']));
});

describe('the owner', () => {
  test('an address that is not this computer’s is refused, and nothing is stored', async () => {
    for (const [url, message] of [
      ['https://127.0.0.1/', 'http://'],
      ['http://192.168.0.5:8090/', 'not on this computer'],
      ['http://till.example.com/', 'not on this computer'],
      ['http://127.0.0.1.example.com/', 'not on this computer'],
      ['http://127.0.0.2/', 'not on this computer'],
      ['http://localhost:1@example.com/', 'password'],
      ['http://user:secret@127.0.0.1/', 'password'],
      ['http://127.0.0.1/?key=1', '"?"'],
      ['http://127.0.0.1/#a', '"#"'],
      ['ftp://127.0.0.1/', 'http://'],
      ['127.0.0.1:8090', 'http://'],
      ['http://[::ffff:127.0.0.1]/', 'not on this computer'],
      ['', 'blank'],
    ] as const)
      await expect(add(url), url).rejects.toMatchObject({
        errors: { url: [expect.stringContaining(message)] },
      });
    expect(allReceivers(shop.console.db)).toEqual([]);
  });

  test('an address that there is already, another terminal’s or one too many is refused', async () => {
    await expect(add(till.url, 4711)).rejects.toMatchObject({ errors: { terminal: [expect.any(String)] } });
    await add();
    await expect(add()).rejects.toMatchObject({ errors: { url: [expect.stringContaining('exists')] } });
    for (let n = 1; n < 10; n += 1) await add(`http://localhost:9/${n}`);
    await expect(add('http://[::1]:9/')).rejects.toMatchObject({ errors: { url: [expect.any(String)] } });
    expect(allReceivers(shop.console.db)).toHaveLength(10);
  });

  test('a webhook of one terminal gets nothing of another, and no event of before it was added', async () => {
    const second = shop.bank.merchants[1];
    const other = await addTerminal(shop.console, { name: 'Second', token: second?.token ?? '' });
    await shop.createInvoice();
    await add(till.url, other.id);
    await shop.createInvoice();
    const { id } = await shop.createInvoice({ amount: 100, terminal: other.id });
    await until(() => expect(arrived(id)).toEqual(['invoice.created 1']));
    expect(till.received).toHaveLength(1);
  });

  test('tests a webhook, replaces its secret and removes it', async () => {
    const { receiver, secret } = await add();
    expect(secret).toMatch(/^kw_[\w-]{43}$/);
    expect(receiver.hint).toBe(secret.slice(-4));
    const tested = await testReceiver(shop.console, receiver.id);
    expect(tested).toMatchObject({ type: 'webhook.test', state: 'test', status: 200, answer: 'thank you' });
    const [first] = till.received;
    expect(first?.id).toMatch(/^test-/);
    expect(first && isGenuine(first, secret, clock.now())).toBe(true);

    const rotated = await rotateSecret(shop.console, receiver.id);
    const { id } = await shop.createInvoice();
    await until(() => expect(arrived(id)).toEqual(['invoice.created 1']));
    const last = till.received.at(-1);
    expect(last && isGenuine(last, secret, clock.now())).toBe(false);
    expect(last && isGenuine(last, rotated.secret, clock.now())).toBe(true);

    removeReceiver(shop.console, receiver.id);
    expect(() => listDeliveries(shop.console.db, receiver.id)).toThrow('There is no webhook');
  });

  test('keeps the last hundred deliveries', async () => {
    const { receiver } = await add();
    for (let n = 0; n < 105; n += 1) await testReceiver(shop.console, receiver.id);
    const count = latestDeliveries(shop.console.db, receiver.id, 1000).length;
    expect(count).toBe(100);
    expect(listDeliveries(shop.console.db, receiver.id)).toHaveLength(50);
  });
});
