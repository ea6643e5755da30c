import { isOnlyDigits, MIN_PASSWORD_LENGTH } from '../../../shared/api/auth.ts';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { textLength } from '../../lib/text-length.ts';

export interface Owner {
  full_name: string;
  username: string;
  password: string;
}

/** Faults by field, as keys of texts. */
export interface OwnerFaults {
  full_name?: 'missing' | 'long';
  username?: 'missing' | 'digits' | 'long';
  password?: 'missing' | 'short' | 'long';
}

/** In code points, as the service counts. */
export const ownerFaults = ({ full_name, username, password }: Owner): OwnerFaults => {
  const faults: OwnerFaults = {};
  const name = username.trim();
  if (full_name.trim() === '') faults.full_name = 'missing';
  else if (textLength(full_name.trim()) > MAX_LENGTH.name) faults.full_name = 'long';
  if (name === '') faults.username = 'missing';
  else if (isOnlyDigits(name)) faults.username = 'digits';
  else if (textLength(name) > MAX_LENGTH.username) faults.username = 'long';
  if (password === '') faults.password = 'missing';
  else if (textLength(password) < MIN_PASSWORD_LENGTH) faults.password = 'short';
  else if (textLength(password) > MAX_LENGTH.password) faults.password = 'long';
  return faults;
};
