import type { RequestEntry } from '../../../shared/api/requests.ts';
import { isBodySummary } from './request-view.ts';

/** curl commands for a POSIX shell: pure. Tokens are never written out: $TOKEN holds the access token. */

const AUTHORIZATION = '-H "Authorization: Bearer $TOKEN"';
const JSON_TYPE = `-H 'Content-Type: application/json'`;
/** Keeps a pasted command within the screen. */
const NEXT_LINE = ' \\\n  ';

interface CurlRequest {
  method: string;
  address: string;
  body: string;
  isAuthorised: boolean;
  headers?: readonly string[];
}

const curl = ({ method, address, body, isAuthorised, headers = [] }: CurlRequest): string => {
  const usual = body === '' ? 'GET' : 'POST';
  return [
    ['curl -sS', ...methodOption(method, usual), shellWord(address)].join(' '),
    ...(isAuthorised ? [AUTHORIZATION] : []),
    ...(body === '' ? [] : [JSON_TYPE]),
    ...headers.map((header) => `-H ${shellWord(header)}`),
    // Not --data, which reads a file if the body begins with @.
    ...(body === '' ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(NEXT_LINE);
};

/** With a bare method name, curl waits for the body of a HEAD answer, which has none. */
const methodOption = (method: string, usual: string): string[] => {
  if (method === usual) return [];
  return method === 'HEAD' ? ['--head'] : ['-X', shellWord(method)];
};

/** Repeats a logged request; masked values stay masked. @param base the interface's address */
export const curlOf = ({ method, path, body }: RequestEntry, base: string): string => {
  const sent = isBodySummary(body) ? '' : body;
  return curl({
    method,
    address: path.startsWith('/') ? `${new URL(base).origin}${path}` : `${base}${path}`,
    body: sent,
    isAuthorised: !/\/auth\/token\//.test(path),
  });
};

export const requestCommand = (base: string, path: string): string =>
  curl({ method: 'GET', address: `${base}${path}`, body: '', isAuthorised: true });

/** Creates an invoice of one hryvnia; the key makes it one invoice however often the command runs. */
export const invoiceCommand = (base: string, terminal: number, idempotencyKey: string): string =>
  curl({
    method: 'POST',
    address: `${base}invoices/`,
    body: JSON.stringify({ terminal, amount: 100, reference: 'curl' }),
    isAuthorised: true,
    headers: [`Idempotency-Key: ${idempotencyKey}`],
  });

/** A first request without a session: it is refused and appears in the list. */
export const unauthenticatedRequest = (base: string): string => `curl -sS ${shellWord(`${base}terminals/`)}`;

/** Text that needs no quotes in a POSIX shell (POSIX.1-2017, 2.2). */
const PLAIN = /^[A-Za-z\d_@%+=:,./-]+$/;

/**
 * Quotes one word for a POSIX shell, with single quotes where needed. NUL is dropped, because no argument can contain
 * it.
 */
export const shellWord = (text: string): string => {
  const word = text.replaceAll('\0', '');
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
};
