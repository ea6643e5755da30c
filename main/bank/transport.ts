import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { createGunzip } from 'node:zlib';
import { trustSystemCertificates } from '../platform/system-certificates.ts';

/** A request to the bank. */
interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON, sent by POST; absent: a GET. */
  body: string | undefined;
  /** Milliseconds for all of it, the answer's body included. */
  timeoutMs: number;
}

interface Answer {
  status: number;
  /** Empty: there was no body. */
  text: string;
  headers: Pick<Headers, 'get'>;
}

/**
 * Carries a message to the bank, once: a repetition could charge a customer twice. Follows no redirect: the token must
 * not reach another host.
 * @throws NoConnection; an error named TimeoutError when time is over; any other error if the connection broke
 */
export type Transport = (message: Message) => Promise<Answer>;

/** No connection was made (no such name, refused, no TLS, no time), so nothing was sent. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';

  constructor(cause: unknown) {
    super('No connection was made.', { cause });
  }
}

/**
 * Calls `late` when time is over. An answer that came while the computer slept, or was too busy to look, is read first:
 * Node runs the timers that are due before it reads what has arrived.
 * @returns ends it
 */
const timeLimit = (ms: number, late: (error: Error) => void): (() => void) => {
  let isOver = false;
  // Named like the error of an AbortSignal.
  const end = () => isOver || late(new DOMException('No answer in time.', 'TimeoutError'));
  const timer = setTimeout(() => setImmediate(end), ms);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
};

/** An error, its cause, and so on. */
export const causes = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...causes(error.cause)] : [];

/**
 * Requests by Node's own client, over connections that it keeps for five seconds. Node's fetch takes 0.9 ms more of the
 * processor for each (of 3.2 ms for a whole sale, measured), and does not tell whether a request that got no answer in
 * time was sent.
 */
export const sendByHttp: Transport = async ({ url, headers, body, timeoutMs }) => {
  const isSecure = url.startsWith('https:');
  if (isSecure) await trustSystemCertificates();
  return new Promise((resolve, reject) => {
    /** Until the connection is made, with TLS until its handshake is over, nothing of the request is sent. */
    let isConnected = false;
    const fail = (error: Error): void => {
      inTime();
      reject(isConnected ? error : new NoConnection(error));
      request.destroy();
    };
    const request = (isSecure ? requestByHttps : requestByHttp)(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'User-Agent': 'Kramar', 'Accept-Encoding': 'gzip' },
    });
    request.once('socket', (socket) => {
      isConnected = request.reusedSocket || !socket.connecting;
      if (!isConnected)
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
    });
    const inTime = timeLimit(timeoutMs, fail);
    let answer: IncomingMessage | undefined;
    // Bytes after a whole answer are an error too; Node closes the connection, and the answer stands.
    request.on('error', (error) => answer?.complete || fail(error));
    // Without a listener Node closes the connection and says nothing.
    request.once('upgrade', () => fail(new Error('The answer is of another protocol.')));
    request.once('response', (response) => {
      answer = response;
      response.on('error', fail);
      // RFC 9110, 8.4.1: the names of codings are case-insensitive.
      const isZipped = response.headers['content-encoding']?.toLowerCase() === 'gzip';
      const body = isZipped ? response.pipe(createGunzip()).on('error', fail) : response;
      // Decoded as it arrives: decoded at the end, 10,000 lines of a statement stop all other requests for 25 ms.
      body.setEncoding('utf8');
      const parts: string[] = [];
      body.on('data', (part: string) => parts.push(part));
      body.once('end', () => {
        inTime();
        // A byte order mark is no JSON.
        const text = parts.join('').replace(/^\uFEFF/, '');
        const get = (name: string) => response.headers[name]?.toString() ?? null;
        resolve({ status: response.statusCode ?? 0, text, headers: { get } });
      });
    });
    request.end(body);
  });
};

/** Requests by somebody else's fetch: in the window's program that of Chromium's network. */
export const createFetchTransport = (fetch: typeof globalThis.fetch): Transport => {
  /** Imported on demand: a start without a bank request needs none of it. */
  const open = async () => (await import('ofetch')).createFetch({ fetch });
  let opened: ReturnType<typeof open> | undefined;

  return async ({ url, headers, body, timeoutMs }) => {
    opened ??= open();
    const { raw } = await opened;
    // ofetch's own `timeout` ends with the headers; this signal limits the body as well.
    const over = new AbortController();
    const { signal } = over;
    const inTime = timeLimit(timeoutMs, (error) => over.abort(error));
    const request = raw(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      // ofetch repeats GETs by default.
      retry: 0,
      signal,
      ignoreResponseError: true,
      responseType: 'text',
      credentials: 'omit',
      redirect: 'manual',
    });
    const answer = await request.finally(inTime).catch((error: unknown) => {
      if (causes(error).some(isRedirect)) return REDIRECT;
      if (causes(error).some(isBeforeConnection)) throw new NoConnection(error);
      // Electron's body ends with an error of another name (lib/browser/api/net-fetch.ts).
      throw signal.aborted ? signal.reason : error;
    });
    return { status: answer.status, text: answer._data ?? '', headers: answer.headers };
  };
};

/** Electron reports a redirect as an error without a status (lib/common/api/net-client-request.ts); Node gives the answer. */
const isRedirect = ({ message }: Error): boolean => message === 'Redirect was cancelled';
const REDIRECT = { status: 302, _data: '', headers: new Headers() };

/** Errors of Chromium's network before a request is sent (net/base/net_error_list.h). */
const BEFORE_CONNECTION =
  /^net::ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|CONNECTION_REFUSED|CONNECTION_TIMED_OUT|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|CERT_\w+|SSL_VERSION_OR_CIPHER_MISMATCH)$/;

const isBeforeConnection = ({ message }: Error): boolean => BEFORE_CONNECTION.test(message);
