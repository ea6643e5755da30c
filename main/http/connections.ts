import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What the application emits with the socket of each request whose token holds. */
export const SIGNED_IN = 'signed-in';

export interface AnonymousLimits {
  /** Connections that may be open without anybody having signed in on them. */
  anonymous: number;
  /** Milliseconds in which none is closed for that: a client with a request sends it at once. */
  anonymousMs: number;
  /** The same while an answer is under way: a client that reads takes it at once. */
  answeringMs: number;
}

/** At the highest number of connections an age of a tenth of `anonymousMs` suffices. */
const HURRY = 10;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Gives the connections on which nobody has signed in a share of their own and closes the oldest beyond it: those that
 * send no request, half of one, or keep the connection after the answer. A connection with a request of somebody who
 * is signed in is never closed for that, so that no program without a token can keep a till out.
 * @param requests emits SIGNED_IN
 * @param clock milliseconds that never go back
 */
export const limitAnonymous = (
  server: Server,
  requests: EventEmitter,
  { anonymous: most, anonymousMs, answeringMs }: AnonymousLimits,
  clock = () => performance.now(),
): void => {
  /** With the time of their last change, the oldest change first. */
  const anonymous = new Map<Socket, { since: number; isAnswering: boolean }>();

  const change = (socket: Socket, isAnswering: boolean): void => {
    if (anonymous.delete(socket)) anonymous.set(socket, { since: clock(), isAnswering });
  };

  const closeOldest = (minAgeMs: number): void => {
    const now = clock();
    for (const [socket, { since, isAnswering }] of anonymous) {
      if (anonymous.size <= most || now - since < minAgeMs) return;
      if (isAnswering && now - since < answeringMs) continue;
      anonymous.delete(socket);
      socket.destroy();
    }
  };

  server.on('connection', (socket) => {
    anonymous.set(socket, { since: clock(), isAnswering: false });
    socket.once('close', () => anonymous.delete(socket));
    closeOldest(anonymousMs);
  });
  // The server drops this connection; the next one is accepted.
  server.on('drop', () => closeOldest(anonymousMs / HURRY));
  server.on('request', (request, response) => {
    const { socket } = request;
    if (!anonymous.has(socket)) return;
    change(socket, !hasBody(request));
    request.once('end', () => {
      if (!response.writableEnded) change(socket, true);
    });
    response.once('close', () => change(socket, false));
  });
  requests.on(SIGNED_IN, (socket: Socket) => anonymous.delete(socket));
};

/**
 * The open connections on which no request has begun. Node's closeIdleConnections leaves them open, and a browser opens
 * some ahead: a stop would wait for them until its grace ends.
 */
export const withoutRequest = (server: Server): ReadonlySet<Socket> => {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
};

/** Milliseconds that a client has to read a refusal before its unfinished request is cut off. */
const LINGER_MS = 1000;

/**
 * Closes the connection after the answer, and does not wait for the rest of the request. It is not cut off at once:
 * a client that still sends would see a broken connection in place of the answer.
 */
export const closeAfterAnswer = (request: IncomingMessage, response: NodeJS.EventEmitter): void => {
  response.once('finish', () => {
    const { socket } = request;
    if (request.complete) return void socket.destroySoon();
    request.once('end', () => socket.destroySoon());
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
};
