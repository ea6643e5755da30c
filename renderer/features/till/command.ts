import { shortPermission } from '../../../shared/permissions.ts';
import { anyShellWord } from '../../lib/shell.ts';
import { PURPOSES, type Purpose } from './purposes.ts';

interface TillAccount {
  name: string;
  username: string;
  purpose: Purpose;
}

/** What is handed over; the password is kept nowhere else. */
export interface IssuedCredentials extends TillAccount {
  password: string;
}

/**
 * What the owner types in the program's folder where this page is no window of the program; it asks for the password.
 * With "=", a value that begins with a hyphen is no option.
 */
export const addCommand = ({ name, username, purpose }: TillAccount): string =>
  [
    'npm run admin -- employee add',
    `--username=${anyShellWord(username)}`,
    `--full-name=${anyShellWord(name)}`,
    `--can=${PURPOSES[purpose].map(shortPermission).join(',')}`,
  ].join(' ');
