import {
  type ActionLogState,
  action,
  actionExportQuery,
  actionLogState,
  actionPage,
  actionQuery,
} from '../../../shared/api/actions.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { isoTimeOrNull } from '../../../shared/time.ts';
import { present } from '../../platform/present.ts';
import { noteAction } from '../../shop/actions/record.ts';
import { lastActionNumber, listActions, readCheck } from '../../store/actions.ts';
import type { DbContext } from '../../store/db/connection.ts';
import type { Exports } from '../export/exports.ts';
import { defineExtension, type Route, STREAMED_TABLE } from '../route.ts';

const presentState = ({ db }: DbContext): ActionLogState => {
  const check = readCheck(db);
  return {
    last_number: lastActionNumber(db),
    checked_at: isoTimeOrNull(check?.at ?? null),
    checked: check?.rows ?? 0,
    fault: check?.fault || null,
    fault_number: check?.number ?? null,
  };
};

/** The log of actions: for the owner alone. */
export const actionRoutes = (context: DbContext, exports: Exports): Route[] => [
  signOutRoute(context),
  listRoute(context),
  exportRoute(exports),
  stateRoute(context),
];

const signOutRoute = ({ db, now }: DbContext): Route =>
  defineExtension({
    at: 'POST auth/sign-out/',
    id: 'signOut',
    summary: 'Record that you sign out',
    description:
      'For the log of actions: tokens stay valid until they expire, so forget them. Without this call a sign-out is ' +
      'not known.',
    access: 'member',
    status: 204,
    handler: () => noteAction(db, now(), { code: 'signed_out' }),
  });

const listRoute = ({ db }: DbContext): Route =>
  defineExtension({
    at: 'GET actions/',
    id: 'listActions',
    summary: 'List what was done in the shop, by whom and when',
    description:
      'Kept for three years. Sales are not among the actions. No call changes or deletes an action; each backup ' +
      'compares the log with the backup before it.',
    order: 'newest first, by number.',
    answer: actionPage,
    access: 'owner',
    query: actionQuery,
    handler: ({ query, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listActions(db, query, slice),
        (row) => present(action, { ...row, facts: JSON.parse(row.facts) }),
      ),
  });

const exportRoute = (exports: Exports): Route =>
  defineExtension({
    ...STREAMED_TABLE,
    at: 'GET actions/export/',
    id: 'exportActions',
    records: 'actions_exported',
    summary: 'Fetch the log of actions as a table',
    description:
      'The actions that GET actions/ lists under the same parameters, on no pages. CSV and XLSX as of ' +
      'GET invoices/export/.',
    access: 'owner',
    query: actionExportQuery,
    handler: ({ query, language }) => exports.actions(query, language),
  });

const stateRoute = (context: DbContext): Route =>
  defineExtension({
    at: 'GET actions/state/',
    id: 'getActionLogState',
    summary: 'Read whether the log of actions is unchanged',
    description:
      'Each backup compares the log with the backup before it: every action of that is still there, unchanged. A fault ' +
      'stays until a backup from before it is restored.',
    answer: actionLogState,
    access: 'owner',
    handler: () => presentState(context),
  });
