import { isOnlyDigits, MIN_PASSWORD_LENGTH } from '../../../shared/api/auth.ts';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { textLength } from '../../lib/text-length.ts';

interface OwnerForm {
  username: string;
  password: string;
  repeated: string;
}

/** Faults by field, as keys of texts. */
export interface OwnerFaults {
  username?: 'missing' | 'digits' | 'long';
  password?: 'missing' | 'short' | 'long';
  repeated?: 'different';
}

/** In code points, as the service counts. */
export const ownerFaults = ({ username, password, repeated }: OwnerForm): OwnerFaults => {
  const faults: OwnerFaults = {};
  const name = username.trim();
  if (name === '') faults.username = 'missing';
  else if (isOnlyDigits(name)) faults.username = 'digits';
  else if (textLength(name) > MAX_LENGTH.username) faults.username = 'long';
  if (password === '') faults.password = 'missing';
  else if (textLength(password) < MIN_PASSWORD_LENGTH) faults.password = 'short';
  else if (textLength(password) > MAX_LENGTH.password) faults.password = 'long';
  if (repeated !== password) faults.repeated = 'different';
  return faults;
};
