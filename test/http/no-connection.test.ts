import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBank } from '../../main/bank/client.ts';
import { BankError } from '../../main/bank/errors.ts';
import type { System } from '../../shared/api/system.ts';
import { KEY, SELF_SIGNED } from '../helpers/certificate.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { attempts, createUnder } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

const clock = stoppedClock();

/** A port of this computer on which nothing listens. */
const closedPort = async (): Promise<number> => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const originOf = async (server: { listen(port: number, host: string): Server }, scheme: string) => {
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return `${scheme}://127.0.0.1:${(listening.address() as AddressInfo).port}`;
};

const failureAt = async (baseUrl: string): Promise<BankError> => {
  const bank = createBank({ baseUrl, timeoutMs: 5000, version: 'test' });
  const failure = await bank.merchantDetails('token').catch((error: unknown) => error);
  if (!(failure instanceof BankError)) throw new Error(`No BankError: ${failure}`);
  return failure;
};

describe('A connection that never came about (refused, no route, no such name) carried nothing: 502 `UNREACHABLE`, and that is a refusal, not a doubt.', () => {
  let shop: Shop;
  let bankUrl: string;
  beforeAll(async () => {
    shop = await openShop({ now: clock.now, config: { bankTimeoutMs: 5000 } });
    bankUrl = shop.config.bankUrl;
  });
  afterAll(() => shop.close());

  const at = async (url: string) => {
    shop.config.bankUrl = url;
    await shop.restart();
  };

  test.each([
    ['refused', async () => `http://127.0.0.1:${await closedPort()}`],
    ['no such name', async () => 'http://bank.invalid'],
  ])(
    '%s: the attempt is refused, and its key may be used again, with another body too',
    async (name, url) => {
      await at(await url());
      const key = `till ${name}`;
      const { release } = await shop.hold();
      const before = { invoices: rowsOf(shop, 'invoices'), events: rowsOf(shop, 'events') };
      const refused = await createUnder(shop, key, { amount: 100 });
      expect([refused.status, refused.body.err_code], refused.text).toEqual([502, 'UNREACHABLE']);
      expect(refused.body.detail).toContain('Nothing was sent');
      expect(attempts(shop).at(-1)).toMatchObject({ status: 'refused', err_code: 'UNREACHABLE' });
      expect({ invoices: rowsOf(shop, 'invoices'), events: rowsOf(shop, 'events') }).toEqual(before);
      expect((await shop.owner.get<System>('system/')).body.attempts_in_doubt).toBe(0);

      // A restart waits for the work in the background.
      release();
      await at(bankUrl);
      const made = await createUnder(shop, key, { amount: 200 });
      expect([made.status, made.body.amount], made.text).toEqual([201, 200]);
    },
  );

  test('after a doubt it says nothing of the first request: the attempt stays in doubt', async () => {
    await at(bankUrl);
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
    expect((await createUnder(shop, 'doubt', { amount: 300 })).status).toBe(502);
    await at(`http://127.0.0.1:${await closedPort()}`);
    const again = await shop.owner.post<Refusal>(
      'invoices/',
      { terminal: shop.terminal.id, amount: 300 },
      { headers: { 'Idempotency-Key': 'doubt', Prefer: 'facts' } },
    );
    expect(again.body).toMatchObject({
      err_code: 'UNREACHABLE',
      facts: { non_field_errors: [{ outcome: 'unknown' }] },
    });
    expect(again.body.detail).toContain('An earlier request of this sale is still in doubt.');
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'in_doubt' });
    await at(bankUrl);
  });

  test('`Prefer: facts` tells it from a connection that broke, under the same err_code', async () => {
    const outcome = async () => {
      const sale = { terminal: shop.terminal.id, amount: 400 };
      const { body } = await shop.owner.post<{ err_code: string; facts: unknown }>('invoices/', sale, {
        headers: { Prefer: 'facts' },
      });
      expect(body.err_code).toBe('UNREACHABLE');
      return body.facts;
    };
    await at(`http://127.0.0.1:${await closedPort()}`);
    expect(await outcome()).toEqual({ non_field_errors: [{ outcome: 'not_sent' }] });
    await at(bankUrl);
    shop.bank.fault({ kind: 'reset', path: 'invoice/create' });
    expect(await outcome()).toEqual({ non_field_errors: [{ outcome: 'unknown' }] });
  });

  test('the bank still counts as unreachable after three of them, and is found again', async () => {
    await at(`http://127.0.0.1:${await closedPort()}`);
    for (let count = 0; count < 3; count += 1) await createUnder(shop, `silent ${count}`, { amount: 100 });
    const { bank } = (await shop.owner.get<System>('system/')).body;
    expect(bank).toMatchObject({ state: 'unreachable', err_code: 'UNREACHABLE' });
    expect(rowsOf(shop, 'events').findLast(({ type }) => type === 'bank.unreachable')).toMatchObject({
      data: expect.stringContaining('"outcome":"not_sent"'),
    });
    await at(bankUrl);
    expect((await createUnder(shop, 'back', { amount: 100 })).status).toBe(201);
    expect((await shop.owner.get<System>('system/')).body.bank.state).toBe('reachable');
  });
});

describe('calls that sent nothing and calls that may have sent something', () => {
  test('a self-signed certificate: the handshake ends before the request', async () => {
    let requests = 0;
    const server = createTlsServer({ key: KEY, cert: SELF_SIGNED }, () => {
      requests += 1;
    });
    const failure = await failureAt(await originOf(server, 'https'));
    expect([failure.code, failure.inDoubt, requests]).toEqual(['UNREACHABLE', false, 0]);
    server.close();
  });

  test('a server that speaks no TLS', async () => {
    const server = createHttpServer((_request, response) => response.end('{}'));
    const failure = await failureAt(await originOf(server, 'https'));
    expect([failure.code, failure.inDoubt]).toEqual(['UNREACHABLE', false]);
    server.close();
  });

  test('a connection that breaks during the handshake', async () => {
    const server = createTcpServer((socket) => socket.destroy());
    const failure = await failureAt(await originOf(server as unknown as Server, 'https'));
    expect([failure.code, failure.inDoubt]).toEqual(['UNREACHABLE', false]);
    server.close();
  });

  test('a connection that breaks after the request was sent is a doubt', async () => {
    const server = createHttpServer((request) => request.socket.destroy());
    const failure = await failureAt(await originOf(server, 'http'));
    expect([failure.code, failure.inDoubt]).toEqual(['UNREACHABLE', true]);
    server.close();
  });

  test('a connection that was kept from an earlier call and breaks is a doubt', async () => {
    let calls = 0;
    const server = createHttpServer((request, response) => {
      calls += 1;
      if (calls > 1) request.socket.resetAndDestroy();
      else
        response.setHeader('content-type', 'application/json').end('{"merchantId":"m","merchantName":"n"}');
    });
    const baseUrl = await originOf(server, 'http');
    const bank = createBank({ baseUrl, timeoutMs: 5000, version: 'test' });
    await bank.merchantDetails('token');
    await expect(bank.merchantDetails('token')).rejects.toMatchObject({ code: 'UNREACHABLE', inDoubt: true });
    server.close();
    server.closeAllConnections();
  });
});
