import { randomBytes, scryptSync } from 'node:crypto';
import { insertAccount } from '../../main/store/accounts.ts';
import type { Db } from '../../main/store/db/connection.ts';
import { byPermission, type Permission } from '../../shared/permissions.ts';

/** Verified at once, where a real one takes 0.2 s; test/shop/accounts/passwords.test.ts tests the real ones. */
const COST = { N: 2, r: 1, p: 1 };

const cheapHash = (password: string): string => {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
};

/** Creates an account as the owner's console would, without the cost of hashing its password. */
export const addPerson = (
  db: Db,
  at: number,
  {
    role,
    username,
    password,
    full_name = '',
    own_sales_only = 0,
  }: {
    role: 'owner' | 'employee';
    username: string;
    password: string;
    full_name?: string;
    own_sales_only?: 0 | 1;
  },
  permissions: readonly Permission[] = [],
) => {
  const granted = byPermission((name) => (role === 'owner' || permissions.includes(name) ? 1 : 0));
  return insertAccount(db, {
    role,
    username,
    password_hash: cheapHash(password),
    full_name,
    email: '',
    position: '',
    ...granted,
    own_sales_only,
    is_active: 1,
    password_changed_at: at,
    created_at: at,
    updated_at: at,
  });
};
