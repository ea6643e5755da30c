import * as v from 'valibot';
import { text } from '../../../shared/api/fields.ts';
import { problem, rule } from '../../../shared/errors.ts';

const MAX_LENGTH = 500;
const HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
const EXPECTED =
  'Expected: http:// with 127.0.0.1, localhost or [::1], a port and a path, for example http://127.0.0.1:8090/kramar.';

/** Does not repeat the address: it may hold a password. */
const addressProblem = (address: string): string | undefined => {
  const url = /^http:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'It is no address that begins with http://.';
  if (url.username || url.password) return 'It has a user name or a password in it.';
  if (/[?#]/.test(address)) return 'It has a "?" or a "#" in it.';
  if (!HOSTS.includes(url.hostname)) return 'It is not on this computer: events are delivered nowhere else.';
  return undefined;
};

/** The address of a receiver, as it is stored. */
/* @__NO_SIDE_EFFECTS__ */
export const receiverAddress = () =>
  v.pipe(
    text(MAX_LENGTH),
    v.check(
      (address) => addressProblem(address) === undefined,
      rule((issue: v.CheckIssue<string>) => problem('invalid', `${addressProblem(issue.input)} ${EXPECTED}`)),
    ),
    v.transform((address) => new URL(address).href),
  );
