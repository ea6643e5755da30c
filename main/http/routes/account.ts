import { account } from '../../../shared/api/account.ts';
import { byPermission } from '../../../shared/permissions.ts';
import { present } from '../../platform/present.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

/** Effective rights: the owner's are true whatever is stored. */
const presentAccount = (actor: Actor, { full_name, position }: { full_name: string; position: string }) =>
  present(account, {
    ...actor,
    ...byPermission((permission) => mayDo(actor, permission)),
    full_name,
    position,
    own_sales_only: actor.scope?.createdBy !== undefined,
  });

const NAMELESS = { full_name: '', position: '' };

export const accountRoutes = (db: Db): Route[] => [
  defineExtension({
    method: 'GET',
    path: 'account/',
    id: 'getAccount',
    summary: 'Read who is signed in, and what they may do',
    description:
      'For screens that offer only what the signed-in user may do. A change of rights takes effect at once.',
    answer: account,
    access: 'member',
    handler: ({ actor }) => presentAccount(actor, findAccount(db, actor.id) ?? NAMELESS),
  }),
];
