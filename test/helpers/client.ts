import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request as openRequest } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { ErrorBody } from '../../shared/errors.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

export type Refusal = ErrorBody;

interface Request {
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

const agent = new Agent({ keepAlive: true });

/** For a service that has stopped: one that comes back at its address would be met by a connection that it has closed. */
export const dropConnections = (): void => {
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
};

/** Not fetch, which takes a sixth of a test's processor time to wrap each answer in streams of the web. */
const ask = (
  url: URL,
  method: string,
  body: string | Uint8Array | undefined,
  headers: OutgoingHttpHeaders,
): Promise<{ response: IncomingMessage; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = openRequest(url, { method, headers, agent }, (response) => {
      // After these the service closes the connection: the next request would meet it half closed.
      if (response.statusCode === 401 || response.statusCode === 429) sent.shouldKeepAlive = false;
      textOf(response).then((text) => resolve({ response, text }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Speaks HTTP to the service as a till does, and follows nothing by itself. */
export class Client {
  readonly #base: string;
  readonly #token: string | undefined;

  constructor(base: string, token?: string) {
    this.#base = base;
    this.#token = token;
  }

  as(token: string | undefined): Client {
    return new Client(this.#base, token);
  }

  async send<Body = never>(method: string, path: string, request: Request = {}): Promise<Answer<Body>> {
    const { token = this.#token, body, raw, headers } = request;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const { response, text } = await ask(new URL(path, this.#base), method, payload, {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      // Of a DELETE, node:http would send a body without its length.
      ...(payload === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
      ...headers,
    });
    const received = new Headers();
    for (const [name, values = []] of Object.entries(response.headersDistinct))
      for (const value of values) received.append(name, value);
    const isJson = received.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.statusCode ?? 0,
      headers: received,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  get<Body = never>(path: string, request?: Request): Promise<Answer<Body>> {
    return this.send<Body>('GET', path, request);
  }

  post<Body = never>(path: string, body?: unknown, request?: Request): Promise<Answer<Body>> {
    return this.send<Body>('POST', path, { ...request, body });
  }

  patch<Body = never>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.send<Body>('PATCH', path, { body });
  }
}

/** Signs in at a base address; returns the access token. @throws when that is refused */
export const accessToken = async (base: string, password: string, username = 'owner'): Promise<string> => {
  const { status, body, text } = await new Client(base).post<TokenPair>('auth/token/', {
    username,
    password,
  });
  if (status !== 200) throw new Error(`Signing in as ${username} was answered with ${status}: ${text}`);
  return body.access;
};
