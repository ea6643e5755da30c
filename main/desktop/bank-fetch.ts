import type { Electron } from './electron.ts';

/**
 * Requests to the bank by Chromium's network: it takes the system's certificates and proxy, without which an antivirus
 * program that reads HTTPS keeps Node's own fetch from the bank. Sessions of their own, in memory: the window's session
 * lets only the service's pages through.
 * https://www.electronjs.org/docs/latest/api/session#sesfetchinput-init
 *
 * Chromium sends a request again whose reused connection turns out to be closed, a payment as well
 * (net/http/http_network_transaction.cc, ShouldResendRequest). So each write has a connection of its own: it closes
 * with the answer, in a session where no read leaves one open. `forbidResending` keeps HTTP/2 from sharing one.
 */
export const createBankFetch = (session: Pick<Electron['session'], 'fromPartition'>): typeof fetch => {
  const inSession = (name: string) => session.fromPartition(name, { cache: false });
  return (input, init = {}) => {
    const url = input instanceof URL ? input.href : input;
    const isRead = (init.method ?? 'GET') === 'GET';
    if (isRead) return inSession('bank-reads').fetch(url, init);
    const headers = new Headers(init.headers);
    headers.set('Connection', 'close');
    return inSession('bank-writes').fetch(url, { ...init, headers });
  };
};

/** Runs before the program is ready. The window needs no HTTP/2: it talks to the service alone. */
export const forbidResending = ({ commandLine }: Pick<Electron['app'], 'commandLine'>): void =>
  commandLine.appendSwitch('disable-http2');
