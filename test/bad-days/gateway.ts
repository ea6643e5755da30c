import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Shop } from '../helpers/shop.ts';

/** A proxy between a shop and its bank, which can change or drop calls. */

export interface Call {
  method: string;
  /** Below /api/merchant/, without the query. */
  path: string;
  query: URLSearchParams;
  body: string;
}

export interface Passed {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Answers one call; `pass` forwards it to the bank. */
export type Rule = (call: Call, pass: () => Promise<Passed>, response: ServerResponse) => unknown;

const honest: Rule = async (_call, pass, response) => reply(response, await pass());

export const reply = (response: ServerResponse, { status, headers, text }: Passed): void => {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = headers;
  response.writeHead(status, rest).end(text);
};

const passOn = async (target: string, sent: IncomingMessage, body: string): Promise<Passed> => {
  const { host: _, connection: __, ...headers } = sent.headers;
  const asking = request(new URL(sent.url ?? '', target), { method: sent.method, headers, agent: false });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const text = (await buffer(answer)).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
};

/** Puts a gateway between a shop and its bank; the shop is restarted. */
export const placeGateway = async (shop: Shop) => {
  const calls: Call[] = [];
  let rule = honest;
  const server = createServer(async (sent, response) => {
    const { pathname, searchParams } = new URL(sent.url ?? '', 'http://gateway');
    const body = (await buffer(sent)).toString();
    const path = pathname.replace('/api/merchant/', '');
    const call = { method: sent.method ?? '', path, query: searchParams, body };
    calls.push(call);
    try {
      await rule(call, () => passOn(shop.bank.url, sent, body), response);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  shop.config.bankUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await shop.restart();
  calls.length = 0;

  return {
    /** The requests so far to a path, oldest first. */
    calls,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    /** The rule for every call from now on; without one all calls pass unchanged. */
    rule: (next: Rule = honest) => {
      rule = next;
    },
    /** For one path only. */
    at: (path: string, next: Rule) => {
      rule = (call, pass, response) => (call.path === path ? next : honest)(call, pass, response);
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
export type Gateway = Awaited<ReturnType<typeof placeGateway>>;
