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
    const response = await fetch(new URL(path, this.#base), {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
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
