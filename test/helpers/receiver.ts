import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A till app's receiver of webhooks on this computer. */

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Kramar-Event-Id. */
  id: string;
  /** Kramar-Attempt. */
  attempt: number;
  event: { id: number | null; type: string; invoice: number | null; data: Record<string, unknown> };
}

type Behaviour = (response: ServerResponse, received: Received) => void;

const accept: Behaviour = (response) => response.writeHead(200).end('thank you');

const readAll = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

export const startReceiver = async (port = 0) => {
  const received: Received[] = [];
  const state = { behaviour: accept, open: 0, mostOpen: 0 };
  const server = createServer(async (request, response) => {
    state.open += 1;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    response.once('close', () => {
      state.open -= 1;
    });
    const body = await readAll(request);
    const { headers, url: path = '' } = request;
    const [id, attempt] = [String(headers['kramar-event-id']), Number(headers['kramar-attempt'])];
    const one: Received = { path, headers, body, id, attempt, event: JSON.parse(body) };
    received.push(one);
    state.behaviour(response, one);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}/kramar`,
    received,
    /** The messages about an invoice, in order: id, type, attempt. */
    about: (invoice: number) => received.filter(({ event }) => event.invoice === invoice),
    behave: (behaviour: Behaviour = accept) => {
      state.behaviour = behaviour;
    },
    /** Connections that were open at the same time. */
    mostOpen: () => state.mostOpen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** The receiver's check: within five minutes, and signed with the secret. */
export const isGenuine = ({ headers, body }: Received, secret: string, now: number): boolean => {
  const [, seconds = '', sent = ''] =
    /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['kramar-signature'])) ?? [];
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return expected === sent && Math.abs(now / 1000 - Number(seconds)) <= 300;
};
