import { isLoopback } from '../../platform/config.ts';

/**
 * Point 15, "Do not use shell.openExternal with untrusted content": the system would also start programs by it, and
 * open files. So: the bank's own pages, this service, and in the practice shop its bank.
 * https://www.electronjs.org/docs/latest/tutorial/security#15-do-not-use-shellopenexternal-with-untrusted-content
 */

/** Payment pages, and what the bank links to: its own, and the tax office's where fiscal checks are looked up. */
const BANK_HOSTS = /^(?:mbnk\.biz|pay\.mbnk\.biz|(?:[a-z0-9-]+\.)*monobank\.ua|cabinet\.tax\.gov\.ua)$/;

export interface Own {
  /** The running service's. */
  origin: string | undefined;
  /** Where the bank is: another program of this computer in the practice shop. */
  bankUrl: string | undefined;
}

const isPracticeBank = (url: URL, bankUrl: string | undefined): boolean => {
  const bank = bankUrl === undefined ? null : URL.parse(bankUrl);
  return bank !== null && isLoopback(bank.hostname) && bank.origin === url.origin;
};

/** As the system is to be handed it; undefined: not to be opened. */
export const allowedOutside = (address: string, { origin, bankUrl }: Own): string | undefined => {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return undefined;
  const isBank = url.protocol === 'https:' && url.port === '' && BANK_HOSTS.test(url.hostname);
  const isHere = url.protocol === 'http:' && (url.origin === origin || isPracticeBank(url, bankUrl));
  return isBank || isHere ? url.href : undefined;
};
