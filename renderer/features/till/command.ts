import { shortPermission } from '../../../shared/permissions.ts';
import { anyShellWord } from '../../lib/shell.ts';
import { PURPOSES, type Purpose } from './purposes.ts';

interface TillAccount {
  name: string;
  username: string;
  purpose: Purpose;
}

/** New credentials; the password is stored nowhere else. */
export interface IssuedCredentials extends TillAccount {
  password: string;
}

/**
 * The owner's command, where this page is not the program's window; it prompts for the password. "=" keeps a value with
 * a leading hyphen from being an option.
 */
export const addCommand = ({ name, username, purpose }: TillAccount): string =>
  [
    'npm run admin -- employee add',
    `--username=${anyShellWord(username)}`,
    `--full-name=${anyShellWord(name)}`,
    `--can=${PURPOSES[purpose].map(shortPermission).join(',')}`,
  ].join(' ');
