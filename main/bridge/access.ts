import { MAX_LENGTH } from '../../shared/api/fields.ts';
import type { Access } from '../../shared/operations/operation.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { Actor, Sessions } from '../shop/accounts/sessions.ts';
import { SignInError } from '../shop/errors.ts';
import { findOwner } from '../store/accounts.ts';
import type { Db } from '../store/db/connection.ts';

/**
 * Whether an address is a page of the service. The protocol counts too: a blob: address has the origin of its maker.
 * @param origin as the service reports it: `http://127.0.0.1:PORT`
 */
export const isOwnPage = (frame: unknown, origin: string): boolean => {
  const url = typeof frame === 'string' ? URL.parse(frame) : null;
  return url !== null && url.protocol === 'http:' && url.origin === origin;
};

/**
 * The caller, by the access token of the interface; undefined where anyone may call.
 * @throws SignInError, and OwnerError FORBIDDEN
 */
export const accessOf = async (
  access: Access,
  sessions: Sessions,
  token: unknown,
): Promise<Actor | undefined> => {
  if (access === 'anyone') return undefined;
  if (typeof token !== 'string' || token.length > MAX_LENGTH.token) throw new SignInError('token_not_valid');
  const actor = await sessions.actor(token);
  if (access !== 'member' && !actor.isOwner)
    throw new OwnerError('FORBIDDEN', 'Only the owner of the shop may do this. Nothing was changed.');
  return actor;
};

/** A shop that has an owner is not replaced without a sign-in. @throws OwnerError FORBIDDEN */
export const refuseOwner = (db: Db): void => {
  if (findOwner(db))
    throw new OwnerError(
      'FORBIDDEN',
      'The shop has an owner, who alone may restore a backup. Nothing was changed.',
    );
};
