import type { Electron } from './electron.ts';

/**
 * Requests to the bank by Chromium's network: it takes the system's certificates and proxy, without which an antivirus
 * program that reads HTTPS keeps Node's own fetch from the bank. Sessions of their own, in memory: the window's session
 * lets only the service's pages through.
 * https://www.electronjs.org/docs/latest/api/session#sesfetchinput-init
 *
 * Chromium sends a request again whose reused connection turns out to be closed, a payment as well
 * (net/http/http_network_transaction.cc, ShouldResendRequest). So each write has a connection of its own: it closes
 * with the answer, in a session where no read leaves one open. `forbidResending` keeps HTTP/2 from sharing one, and
 * QUIC from being tried: after an error of its protocol a request is sent again over TCP (RetryableOnQuic there).
 * Without these switches, a write that could not connect may have been a second one.
 */
export const createBankFetch = ({ session, app }: BankNetwork): typeof fetch => {
  const inSession = (name: string) => session.fromPartition(name, { cache: false });
  return (input, init = {}) => {
    const url = input instanceof URL ? input.href : input;
    const isRead = (init.method ?? 'GET') === 'GET';
    if (isRead) return inSession('bank-reads').fetch(url, init);
    const headers = new Headers(init.headers);
    headers.set('Connection', 'close');
    const sent = inSession('bank-writes').fetch(url, { ...init, headers });
    return SWITCHES.every((name) => app.commandLine.hasSwitch(name)) ? sent : sent.catch(doubt);
  };
};

interface BankNetwork {
  session: Pick<Electron['session'], 'fromPartition'>;
  app: { commandLine: Pick<Electron['app']['commandLine'], 'hasSwitch'> };
}

/** Hides the error's own words, by which nothing was sent; the time limit's name stays. */
const doubt = (error: unknown): never => {
  if (error instanceof Error && error.name !== 'Error') throw error;
  throw new Error('The request failed, and may have been sent before.');
};

const SWITCHES = ['disable-http2', 'disable-quic'];

/** Runs before the program is ready. The window needs neither: it talks to the service alone. */
export const forbidResending = ({ commandLine }: Pick<Electron['app'], 'commandLine'>): void => {
  for (const name of SWITCHES) commandLine.appendSwitch(name);
};
