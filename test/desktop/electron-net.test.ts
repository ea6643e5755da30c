import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBank } from '../../main/bank/client.ts';
import { BankError } from '../../main/bank/errors.ts';
import { createBankFetch } from '../../main/desktop/bank-fetch.ts';
import { permit } from '../helpers/permit.ts';
import { electronFetch } from './electron-net.ts';
import { ELECTRON_SOURCE, hasElectronSource } from './electron-source.ts';

/** The bank's client over Electron's own net.fetch gives what it gives over Node's: answers, refusals, what is in doubt. */

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const serve = async (answer: Answer): Promise<string> => {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const CASES: readonly (readonly [what: string, answer: Answer])[] = [
  ['an answer', json(200, {})],
  ['an answer that is no JSON', (_, response) => void response.end('<html>')],
  ['an empty answer', (_, response) => void response.end()],
  ['a refusal', json(400, { errCode: 'BAD_REQUEST', errText: 'no' })],
  ['an unknown token', json(403, { errCode: 'FORBIDDEN', errText: 'forbidden' })],
  ['the page of a firewall', (_, response) => void response.writeHead(403).end('<html>blocked</html>')],
  ['an unknown invoice', json(404, { errCode: 'NOT_FOUND', errText: 'x' })],
  ['too many requests', json(429, { errCode: 'TMR', errText: 'x' })],
  ['a fault of the bank', json(500, { errCode: 'INTERNAL', errText: 'x' })],
  ['a gateway without the bank', (_, response) => void response.writeHead(502).end('bad gateway')],
  ['a redirect', (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['a connection that breaks before the answer', (request) => void request.socket.destroy()],
  [
    'a connection that breaks in the answer',
    (request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{"a');
      setImmediate(() => request.socket.destroy());
    },
  ],
  ['no answer in time', () => undefined],
  ['a body that never ends', (_, response) => void response.writeHead(200).write('{"list": [')],
];

describe.skipIf(!hasElectronSource)("by Electron's own code (skipped without ELECTRON_SOURCE)", () => {
  let fetch: typeof globalThis.fetch;
  beforeAll(async () => {
    // The switches are set: what cannot connect was not sent.
    const commandLine = { hasSwitch: () => true };
    const own = await electronFetch(ELECTRON_SOURCE);
    const session = { fromPartition: () => ({ fetch: own }) };
    const network = { session, app: { commandLine } } as unknown as Parameters<typeof createBankFetch>[0];
    fetch = createBankFetch(network);
  });

  const outcomes = async (baseUrl: string, network?: typeof globalThis.fetch) => {
    const bank = createBank({ baseUrl, timeoutMs: 400, version: '0', ...(network && { fetch: network }) });
    const read = await outcomeOf(bank.invoiceStatus('token', 'p2_1'));
    return [read, await outcomeOf(bank.removeInvoice('token', 'p2_1', permit('invalidate')))];
  };
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: unknown) => (error instanceof BankError ? [error.code, error.inDoubt] : String(error)),
    );

  test.each(CASES)('%s', async (_, answer) => {
    const url = await serve(answer);
    expect(await outcomes(url, fetch)).toEqual(await outcomes(url));
  });

  test('nothing listens', async () => {
    const url = await serve(() => undefined);
    server?.close();
    expect(await outcomes(url, fetch)).toEqual(await outcomes(url));
  });
});
