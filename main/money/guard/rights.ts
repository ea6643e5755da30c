import type { Permission } from '../../../shared/permissions.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import { ForbiddenError } from '../../shop/errors.ts';

/** The right that a route of each act asks for; the guard asks for it again, with what the body says. */
export const RIGHT_TO = {
  sell: 'can_create_invoices',
  capture: 'can_create_invoices',
  cancel: 'can_cancel_invoices',
  giveBack: 'can_cancel_invoices',
  /** Whoever made the invoice needs the first, anybody else the second. */
  withdraw: { anyOf: ['can_create_invoices', 'can_cancel_invoices'] },
} as const satisfies Record<string, Permission | { anyOf: readonly Permission[] }>;

/** @throws ForbiddenError */
export const requireRight = (by: Actor, right: Permission): void => {
  if (!mayDo(by, right)) throw new ForbiddenError();
};
