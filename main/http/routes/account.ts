import { type Account, account } from '../../../shared/api/account.ts';
import { byPermission } from '../../../shared/permissions.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineRoute, type Route } from '../route.ts';

/** Effective rights: the owner's are true whatever is stored. */
const presentAccount = (actor: Actor, person: { full_name: string; position: string }): Account => ({
  id: actor.id,
  username: actor.username,
  full_name: person.full_name,
  position: person.position,
  is_owner: actor.isOwner,
  ...byPermission((permission) => mayDo(actor, permission)),
  own_sales_only: actor.scope?.createdBy !== undefined,
  catalog_prices_only: actor.catalogPricesOnly === true,
  catalog_read_only: actor.catalogReadOnly === true,
});

const NAMELESS = { full_name: '', position: '' };

export const accountRoutes = (db: Db): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'account/',
    id: 'getAccount',
    summary: 'Read who is signed in, and what they may do',
    description:
      'For screens that offer only what the signed-in user may do. A change of rights takes effect at once.',
    answer: account,
    access: 'member',
    isExtension: true,
    handler: ({ actor }) => presentAccount(actor, findAccount(db, actor.id) ?? NAMELESS),
  }),
];
