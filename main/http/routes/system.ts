import { numberDisplay } from '../../../shared/api/invoices.ts';
import { type System, system } from '../../../shared/api/system.ts';
import { version } from '../../../shared/version.ts';
import { present } from '../../platform/present.ts';
import type { SystemState } from '../../safekeeping/system.ts';
import { seesTerminal } from '../../shop/accounts/scope.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import type { UnreadableRow } from '../../store/unreadable-records.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

const presentUnreadable = (row: UnreadableRow) => ({
  ...row,
  terminal: row.terminal_id,
  invoice: row.invoice_id,
  since: row.first_seen_at,
});

/** Facts that are constant while the service runs. */
interface Surroundings {
  /** The shop's, IANA. */
  timeZone: string;
  /** How the owner's commands begin. */
  console: string;
  hasWindow: boolean;
}

const seesAllInvoices = (actor: Actor): boolean => !actor.scope && mayDo(actor, 'can_view_invoices');

const presentPaidTwice = (each: SystemState['paidTwice'][number]) => ({
  ...each,
  invoice: each.second,
  number_display: numberDisplay(each.secondNumber),
  first_invoice: each.first,
  first_number_display: numberDisplay(each.firstNumber),
});

const presentSystem = (state: SystemState, surroundings: Surroundings, actor: Actor): System =>
  present(system, {
    ...state,
    ...surroundings,
    version,
    // The path of the data folder is nothing for a cashier.
    console: actor.isOwner ? surroundings.console : '',
    paid_twice: seesAllInvoices(actor) ? state.paidTwice.map(presentPaidTwice) : [],
    unreadable: seesAllInvoices(actor) ? state.unreadable.map(presentUnreadable) : [],
    keys_off: actor.isOwner ? state.keysOff : 0,
    disk: state.disks,
    terminals: state.terminals
      .filter(({ id }) => seesTerminal(actor, id))
      .map(({ hasToken, ...terminal }) => ({ ...terminal, token: hasToken ? 'usable' : 'missing' })),
  });

export const systemRoutes = (state: () => Promise<SystemState>, surroundings: Surroundings): Route[] => [
  defineExtension({
    at: 'GET system/',
    id: 'getSystem',
    summary: 'Read the state of the bank connection, the backups and the terminals',
    description: 'For banners, and for programs that monitor the shop.',
    answer: system,
    access: 'member',
    handler: async ({ actor }) => presentSystem(await state(), surroundings, actor),
  }),
];
