import type { RequestEntry } from '../../../shared/api/requests.ts';
import { shellWord } from '../../lib/shell.ts';
import { isBodySummary } from './request-view.ts';

/** Requests as commands of curl for a POSIX shell: pure. Tokens are never written out: $TOKEN holds the access token. */

const AUTHORIZATION = '-H "Authorization: Bearer $TOKEN"';
const JSON_TYPE = `-H 'Content-Type: application/json'`;
/** So that a command that is pasted stays on the screen. */
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
    // Not --data: that would read a file where the body begins with @.
    ...(body === '' ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(NEXT_LINE);
};

/** curl waits for a body that an answer to HEAD has not, when it is told only the method's name. */
const methodOption = (method: string, usual: string): string[] => {
  if (method === usual) return [];
  return method === 'HEAD' ? ['--head'] : ['-X', shellWord(method)];
};

/**
 * The same request once more; what was starred stays starred.
 * @param base the interface's address
 */
export const curlOf = ({ method, path, body }: RequestEntry, base: string): string => {
  const sent = isBodySummary(body) ? '' : body;
  return curl({
    method,
    address: path.startsWith('/') ? `${new URL(base).origin}${path}` : `${base}${path}`,
    body: sent,
    isAuthorised: !/\/auth\/token\//.test(path),
  });
};

interface Credentials {
  username: string;
  password: string;
}

/** `"access":"…"` of an answer; a till reads the JSON with its own tools. */
const fieldOf = (answer: string, name: string): string =>
  `$(printf '%s' "$${answer}" | sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/')`;

/** A refusal is to be read; of a token there is no more than its beginning. */
const SHOW = `printf '%.100s\\n' "$ANSWER"`;

/** Puts both tokens where the other commands take them from. */
export const signInCommand = (base: string, credentials: Credentials): string =>
  [
    `ANSWER=$(${curl({
      method: 'POST',
      address: `${base}auth/token/`,
      body: JSON.stringify({ username: credentials.username, password: credentials.password }),
      isAuthorised: false,
    })})`,
    `TOKEN=${fieldOf('ANSWER', 'access')}`,
    `REFRESH=${fieldOf('ANSWER', 'refresh')}`,
    SHOW,
  ].join('\n');

export const requestCommand = (base: string, path = 'terminals/'): string =>
  curl({ method: 'GET', address: `${base}${path}`, body: '', isAuthorised: true });

/** Another access token for the refresh token, which $REFRESH holds. */
export const renewCommand = (base: string): string =>
  [
    `ANSWER=$(curl -sS ${shellWord(`${base}auth/token/refresh/`)}${NEXT_LINE}${JSON_TYPE}${NEXT_LINE}--data-raw '{"refresh":"'"$REFRESH"'"}')`,
    `TOKEN=${fieldOf('ANSWER', 'access')}`,
    SHOW,
  ].join('\n');

/** An invoice of one hryvnia; the key makes it one invoice however often the command is given. */
export const invoiceCommand = (base: string, terminal: number, idempotencyKey: string): string =>
  curl({
    method: 'POST',
    address: `${base}invoices/`,
    body: JSON.stringify({ terminal, amount: 100, reference: 'curl' }),
    isAuthorised: true,
    headers: [`Idempotency-Key: ${idempotencyKey}`],
  });

/** The first request of all: it is refused, and seen. */
export const unauthenticatedRequest = (base: string): string => `curl -sS ${shellWord(`${base}terminals/`)}`;
