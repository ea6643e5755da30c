import { createVerify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { judgeAnswer } from '../bank/judge.ts';
import { callerOf, createInvoice, openBank, openStillBank, startBank, statusOf } from './setup.ts';

interface Delivery {
  readonly body: string;
  readonly signature: string;
}

/** A shop's endpoint: answers with the given statuses, the last of them for ever. */
async function shopDoor(...statuses: number[]) {
  const reported: Delivery[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      reported.push({ body, signature: String(request.headers['x-sign']) });
      response.statusCode = statuses.length > 1 ? (statuses.shift() ?? 200) : (statuses[0] ?? 200);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { webHookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, reported };
}

const verifies = ({ body, signature }: Delivery, key: string) =>
  createVerify('SHA256').update(body).verify(Buffer.from(key, 'base64'), signature, 'base64');

const statuses = (reported: readonly Delivery[]) => reported.map(({ body }) => JSON.parse(body).status);

test('every change is sent, signed by the key of pubkey, with the body of invoice/status', async () => {
  const { bank, call } = await openBank();
  const { webHookUrl, reported } = await shopDoor();
  const invoiceId = await createInvoice(call, { webHookUrl });
  for (const act of [bank.processing, bank.decline, bank.pay, bank.refund]) {
    act(invoiceId);
    await bank.webhooksIdle();
  }
  expect(statuses(reported)).toEqual(['processing', 'failure', 'success', 'reversed']);
  expect(JSON.parse(reported[3]?.body ?? '')).toEqual(await statusOf(call, invoiceId));
  const { key } = (await call('GET', 'pubkey')).body;
  for (const each of reported) {
    expect(verifies(each, key)).toBe(true);
    expect(verifies({ ...each, body: each.body.replace('34000', '34001') }, key)).toBe(false);
    judgeAnswer('GET', '/api/merchant/invoice/status', 200, each.body);
  }
});

test('creation, expiry and removal are not sent', async () => {
  const { clock, bank, call } = await openStillBank();
  const { webHookUrl, reported } = await shopDoor();
  const [expiring, removed] = [
    await createInvoice(call, { webHookUrl, validity: 60 }),
    await createInvoice(call, { webHookUrl }),
  ];
  clock.forward(60);
  expect(await statusOf(call, expiring)).toMatchObject({ status: 'expired' });
  await call('POST', 'invoice/remove', { invoiceId: removed });
  await bank.webhooksIdle();
  expect(reported).toEqual([]);
});

test('is tried three times until 200', async () => {
  const { bank, call } = await openBank();
  const flaky = await shopDoor(500, 302, 200);
  bank.pay(await createInvoice(call, { webHookUrl: flaky.webHookUrl }));
  await bank.webhooksIdle();
  expect(bank.webhooks.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 500],
    [2, 302],
    [3, 200],
  ]);
  const deaf = await shopDoor(404);
  bank.pay(await createInvoice(call, { webHookUrl: deaf.webHookUrl }));
  await bank.webhooksIdle();
  expect(deaf.reported).toHaveLength(3);
});

test('can be sent again, and the key can change', async () => {
  const { bank, call } = await openBank();
  const { webHookUrl, reported } = await shopDoor();
  const invoiceId = await createInvoice(call, { webHookUrl });
  bank.pay(invoiceId);
  await bank.webhooksIdle();
  const { key } = (await call('GET', 'pubkey')).body;
  bank.rotateWebhookKey();
  bank.pressWebhook(invoiceId);
  await bank.webhooksIdle();
  expect(reported.map(({ body }) => body)).toEqual([reported[0]?.body, reported[0]?.body]);
  const newKey = (await call('GET', 'pubkey')).body.key;
  expect(reported.map((each) => [verifies(each, key), verifies(each, newKey)])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('stop does not wait for the remaining tries', async () => {
  const bank = await startBank({ webhookRetryMs: 600_000 });
  bank.pay(await createInvoice(callerOf(bank), { webHookUrl: 'http://127.0.0.1:1/hook' }));
  await bank.stop();
  expect(bank.webhooks.length).toBeLessThanOrEqual(1);
});
