import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Allowance } from './gate.ts';

/** What the server emits, with the error and the socket, of a request that cannot be read. */
export const BROKEN_REQUEST = 'broken-request';

/** Requests that are not HTTP, or too slow, never reach Koa's middleware; they are answered in the same form. */
const BROKEN_REQUESTS: Record<string, { status: string; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: 'The headers of the request are too large.',
  },
};

/** Their path is not known, so they are not counted. */
export const answerBrokenRequest = (
  error: NodeJS.ErrnoException,
  socket: Socket,
  { limit, remaining }: Allowance,
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = BROKEN_REQUESTS[error.code ?? ''] ?? {
    status: '400 Bad Request',
    detail: 'The request is no valid HTTP.',
  };
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    `X-RateLimit-Limit: ${limit}`,
    `X-RateLimit-Remaining: ${remaining}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
