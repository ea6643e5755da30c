import { MAX_LENGTH } from '../../shared/api/fields.ts';
import type { Access } from '../../shared/operations/operation.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { Actor, Sessions } from '../shop/accounts/sessions.ts';
import { SignInError } from '../shop/errors.ts';

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
  if (access === 'owner' && !actor.isOwner)
    throw new OwnerError('FORBIDDEN', 'Only the owner of the shop may do this. Nothing was changed.');
  return actor;
};
