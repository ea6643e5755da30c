import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../main/http/server.ts';

/** So short that the test need not wait; what they are in the service is no matter of correctness. */
const LIMITS = { headersMs: 100, requestMs: 200, checkEveryMs: 50, keepAliveMs: 5000, connections: 3 };
const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n';

let server: RunningServer;
let sockets: Socket[];
beforeEach(async () => {
  const koa = new Koa();
  koa.use(async (ctx) => {
    for await (const _ of ctx.req);
    ctx.body = 'read';
  });
  koa.on('error', () => undefined);
  server = await listen(koa, 0, LIMITS);
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop(0);
});

const open = (): Socket => {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
};

/** What came until the other side hung up. */
const untilClosed = async (socket: Socket): Promise<string> => {
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  return received;
};

test.each([
  ['says nothing', ''],
  ['does not end its headers', HEAD],
  ['does not end its body', `${HEAD}\r\nhalf`],
])('a client that %s is cut off with an answer in JSON', async (_, sent) => {
  const socket = open();
  socket.write(sent);
  const received = await untilClosed(socket);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('{"detail":"The request did not arrive in time."}');
});

test('what is no HTTP is answered in JSON', async () => {
  const socket = open();
  socket.write('hello\r\n\r\n');
  expect(await untilClosed(socket)).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\{"detail":"The request is no valid HTTP\."\}$/,
  );
});

test('at most a bounded number of connections', async () => {
  for (let count = 0; count < LIMITS.connections; count += 1) await once(open(), 'connect');
  expect(await untilClosed(open())).toBe('');
});
