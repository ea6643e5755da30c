import { isOnlyDigits } from '../../../shared/api/auth.ts';

/** Of the service (main/domain/accounts/passwords.ts, shared/api/auth.ts), counted as it counts: in code points. */
const MIN_PASSWORD = 8;
const MAX_PASSWORD = 1024;
const MAX_USERNAME = 150;

interface OwnerForm {
  username: string;
  password: string;
  repeated: string;
}

/** What is the matter with a field; the names of the texts that say it. */
export interface OwnerFaults {
  username?: 'missing' | 'digits' | 'long';
  password?: 'missing' | 'short' | 'long';
  repeated?: 'different';
}

const length = (text: string): number => [...text].length;

export const ownerFaults = ({ username, password, repeated }: OwnerForm): OwnerFaults => {
  const faults: OwnerFaults = {};
  const name = username.trim();
  if (name === '') faults.username = 'missing';
  else if (isOnlyDigits(name)) faults.username = 'digits';
  else if (length(name) > MAX_USERNAME) faults.username = 'long';
  if (password === '') faults.password = 'missing';
  else if (length(password) < MIN_PASSWORD) faults.password = 'short';
  else if (length(password) > MAX_PASSWORD) faults.password = 'long';
  if (repeated !== password) faults.repeated = 'different';
  return faults;
};
