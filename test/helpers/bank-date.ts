import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Started {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/**
 * Lets a practice bank whose time the test controls date its answers by that time: node:http would date them by the
 * clock of this machine. Returns the function that ends it.
 */
export const dateAnswers = (url: string, now: () => number): (() => void) => {
  const { port } = new URL(url);
  const onStart = (message: unknown): void => {
    const { response, server } = message as Started;
    if (String((server.address() as AddressInfo | null)?.port) === port)
      response.setHeader('Date', new Date(now()).toUTCString());
  };
  subscribe('http.server.request.start', onStart);
  return () => void unsubscribe('http.server.request.start', onStart);
};
