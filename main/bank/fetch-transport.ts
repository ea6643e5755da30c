import { causes, NoConnection, type Transport, timeLimit } from './transport.ts';

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

/** Electron gives an error where others give the answer (lib/common/api/net-client-request.ts); its status is not told. */
const isRedirect = ({ message }: Error): boolean => message === 'Redirect was cancelled';
const REDIRECT = { status: 302, _data: '', headers: new Headers() };

/** Errors of Chromium's network before a request is sent (net/base/net_error_list.h). */
const BEFORE_CONNECTION =
  /^net::ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|CONNECTION_REFUSED|CONNECTION_TIMED_OUT|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|CERT_\w+|SSL_VERSION_OR_CIPHER_MISMATCH)$/;

const isBeforeConnection = ({ message }: Error): boolean => BEFORE_CONNECTION.test(message);
