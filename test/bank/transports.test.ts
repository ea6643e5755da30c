import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createBank } from '../../main/bank/client.ts';
import { BankError } from '../../main/bank/errors.ts';
import { permit } from '../helpers/permit.ts';

/** The ways of a request to the bank: by Node's client, and by a fetch that is given, as the window's program does. */
const transports = [
  ['Node', undefined],
  ['a given fetch', (...request: Parameters<typeof fetch>) => fetch(...request)],
] as const;

const DETAILS = '{"merchantId":"m","merchantName":"Кав’ярня"}';
const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

const listen = async (server: Server, scheme = 'http'): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A bank that answers by `handle`; counts its connections. */
const startHttp = async (handle: Handler) => {
  const connections = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  server.on('connection', (socket) => connections.add(socket));
  ending.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: await listen(server), connections, requests };
};

/** A bank that reads a request, writes `bytes`, and leaves the connection open. */
const startRaw = async (bytes: string, after: (socket: Socket) => void = () => {}): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => socket.write(bytes, () => after(socket)));
  });
  ending.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
};

/** A bank in a thread of its own, which receives a request and answers it when it is let. */
const startBeside = async () => {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const source = `
    const { workerData: { state, details }, parentPort } = require('node:worker_threads');
    const server = require('node:http').createServer((request, response) => {
      Atomics.store(state, 0, 1);
      Atomics.wait(state, 1, 0);
      response.end(details);
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const bank = new Worker(source, { eval: true, workerData: { state, details: DETAILS } });
  ending.push(() => void bank.terminate());
  const [port] = await once(bank, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => Atomics.load(state, 0) === 1,
    letAnswer: () => {
      Atomics.store(state, 1, 1);
      Atomics.notify(state, 1);
    },
  };
};

const failureOf = async (request: Promise<unknown>): Promise<BankError> => {
  const failure = await request.catch((error: unknown) => error);
  if (!(failure instanceof BankError)) throw new Error(`No BankError: ${failure}`);
  return failure;
};

describe.each(transports)('%s', (_, given) => {
  const open = (baseUrl: string, timeoutMs = 5000) =>
    createBank({ baseUrl, timeoutMs, version: '1.2.3', fetch: given });
  const failureAt = (baseUrl: string, timeoutMs?: number) =>
    failureOf(open(baseUrl, timeoutMs).merchantDetails('token'));

  test('a GET carries the token and its query, a POST its body as JSON', async () => {
    const bodies: string[] = [];
    const { url, requests } = await startHttp((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        bodies.push(Buffer.concat(parts).toString());
        response.end('{"file":"JVBERi0xLjc="}');
      });
    });
    const bank = open(url);
    await bank.receipt('token', 'p2 _&ї', 'a+b@c.ua');
    await bank.removeInvoice('token', 'p2_1', permit('invalidate'));
    expect(requests.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'GET /api/merchant/invoice/receipt?invoiceId=p2+_%26%D1%97&email=a%2Bb%40c.ua',
      'POST /api/merchant/invoice/remove',
    ]);
    for (const { headers } of requests)
      expect(headers).toMatchObject({ 'x-token': 'token', 'x-cms': 'Kramar', 'x-cms-version': '1.2.3' });
    expect(requests.map(({ headers }) => headers['content-type'])).toEqual([undefined, 'application/json']);
    expect(bodies).toEqual(['', '{"invoiceId":"p2_1"}']);
  });

  test.each([
    ['zipped', gzipSync(DETAILS), { 'Content-Encoding': 'gzip' }],
    ['zipped, said in capitals', gzipSync(DETAILS), { 'Content-Encoding': 'GZIP' }],
    ['with a byte order mark', Buffer.from(`\uFEFF${DETAILS}`), {}],
  ])('an answer %s is read', async (_name, body, headers) => {
    const { url } = await startHttp((_request, response) => response.writeHead(200, headers).end(body));
    expect(await open(url).merchantDetails('token')).toMatchObject({ merchantName: 'Кав’ярня' });
  });

  test('an answer that is no zip, though its header says so, is a doubt', async () => {
    const { url } = await startHttp((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(DETAILS),
    );
    expect(await failureAt(url)).toMatchObject({ code: 'UNREACHABLE', inDoubt: true });
  });

  test.each([301, 302, 307, 308])('a redirect (%i) does not take the token elsewhere', async (status) => {
    const elsewhere = await startHttp((_request, response) => response.end(DETAILS));
    const { url } = await startHttp((_request, response) =>
      response.writeHead(status, { Location: elsewhere.url }).end(),
    );
    expect(await failureAt(url)).toMatchObject({ code: 'BAD_GATEWAY', inDoubt: true });
    expect(elsewhere.requests).toEqual([]);
  });

  test('an answer that came while the computer slept is read, though its time is over', async () => {
    const { url, received, letAnswer } = await startBeside();
    const asked = open(url, 1500).merchantDetails('token');
    while (!received()) await nextTurn();
    letAnswer();
    // Nothing runs in this thread until the time limit is over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1700);
    expect(await asked).toMatchObject({ merchantName: 'Кав’ярня' });
  });

  const UNENDED: [name: string, bytes: string][] = [
    ['no answer', ''],
    ['half of the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['half of the body', `HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n${DETAILS}`],
    ['a body without its end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ];
  test.each(UNENDED)('%s until time is over is a doubt', async (_name, bytes) => {
    expect(await failureAt(await startRaw(bytes), 400)).toMatchObject({ code: 'TIMEOUT', inDoubt: true });
  });

  test.each([
    ...UNENDED,
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('%s, then the end of the connection, is a doubt', async (_name, bytes) => {
    const url = await startRaw(bytes, (socket) => socket.destroySoon());
    expect(await failureAt(url)).toMatchObject({ code: 'UNREACHABLE', inDoubt: true });
  });

  const whole = (text: string) =>
    `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

  test('an answer is whole at its announced length: bytes after it are dropped', async () => {
    const url = await startRaw(`${whole(DETAILS)}${DETAILS}`);
    expect(await open(url).merchantDetails('token')).toMatchObject({ merchantId: 'm' });
  });

  test('an unsolicited answer is not taken for that of the next request', async () => {
    const answers = ['first', 'second'].map((id) => whole(`{"merchantId":"${id}","merchantName":"n"}`));
    const late = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => {
      ending.push(() => socket.destroy());
      socket.on('error', () => {});
      socket.on('data', () => {
        const next = answers.shift();
        socket.write(next ?? '');
        if (answers.length === 0) return;
        setImmediate(() =>
          socket.write(whole('{"merchantId":"forged","merchantName":"n"}'), () => late.resolve()),
        );
      });
    });
    ending.push(() => server.close());
    const bank = open(await listen(server));
    expect(await bank.merchantDetails('token')).toMatchObject({ merchantId: 'first' });
    await late.promise;
    // Sent over the loopback they are here; the event loop reads them in its next turn.
    await nextTurn();
    await nextTurn();
    expect(await bank.merchantDetails('token')).toMatchObject({ merchantId: 'second' });
  });

  test('a status that is no answer yet is waited out', async () => {
    const bytes = `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${whole(DETAILS)}`;
    expect(await open(await startRaw(bytes)).merchantDetails('token')).toMatchObject({ merchantId: 'm' });
  });
});

test("Node's requests one after another share a connection, and leave no listeners on it", async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warn);
  const { url, connections, requests } = await startHttp((_request, response) => response.end(DETAILS));
  const bank = createBank({ baseUrl: url, timeoutMs: 5000, version: '0' });
  for (let count = 0; count < 30; count += 1) await bank.merchantDetails('token');
  process.off('warning', warn);
  expect([requests.length, connections.size, warnings]).toEqual([30, 1, []]);
});

test('a handshake that does not end in time has sent nothing', async () => {
  let received = 0;
  const server = createTcpServer((socket) => {
    ending.push(() => socket.destroy());
    socket.on('data', () => {
      received += 1;
    });
  });
  ending.push(() => server.close());
  const bank = createBank({ baseUrl: await listen(server, 'https'), timeoutMs: 400, version: '0' });
  const failure = await failureOf(bank.merchantDetails('token'));
  expect(failure).toMatchObject({ code: 'UNREACHABLE', inDoubt: false });
  // The client's greeting alone.
  expect(received).toBe(1);
});

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', 'UNREACHABLE', false],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'UNREACHABLE', false],
  ['net::ERR_CONNECTION_RESET', 'UNREACHABLE', true],
  ['net::ERR_TIMED_OUT', 'UNREACHABLE', true],
])("Chromium's %s", async (message, code, inDoubt) => {
  const fails: typeof fetch = () =>
    Promise.reject(new TypeError('fetch failed', { cause: new Error(message) }));
  const bank = createBank({ baseUrl: 'https://bank.example', timeoutMs: 400, version: '0', fetch: fails });
  expect(await failureOf(bank.merchantDetails('token'))).toMatchObject({ code, inDoubt });
});
