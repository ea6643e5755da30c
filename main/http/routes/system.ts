import { numberDisplay } from '../../../shared/api/invoices.ts';
import { type System, system } from '../../../shared/api/system.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { version } from '../../../shared/version.ts';
import type { DiskSpace } from '../../safekeeping/disk-space.ts';
import type { SystemState } from '../../safekeeping/system.ts';
import { seesTerminal } from '../../shop/accounts/scope.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import type { UnreadableRow } from '../../store/unreadable-records.ts';
import { defineRoute, type Route } from '../route.ts';

const presentUnreadable = (row: UnreadableRow): System['unreadable'][number] => ({
  kind: row.kind,
  terminal: row.terminal_id,
  invoice: row.invoice_id,
  bank_id: row.bank_id,
  field: row.field,
  value: row.value,
  since: isoTime(row.first_seen_at),
  next_try_at: isoTimeOrNull(row.next_try_at),
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

const presentCopies = (copies: SystemState['copies']): System['copies'] => ({
  is_on: copies.isOn,
  last_at: isoTimeOrNull(copies.lastAt),
  is_overdue: copies.isOverdue,
  problem: copies.problem,
  fault: copies.fault,
});

const presentMoves = (
  away: SystemState['movedAway'],
  here: SystemState['movedHere'],
): Pick<System, 'moved_away' | 'moved_here'> => ({
  moved_away: away ? { at: isoTime(away.at), copy: away.copy } : null,
  moved_here: here ? { at: isoTime(here.at), computer: here.computer } : null,
});

const presentPaidTwice = (each: SystemState['paidTwice'][number]): System['paid_twice'][number] => ({
  invoice: each.second,
  number_display: numberDisplay(each.secondNumber),
  first_invoice: each.first,
  first_number_display: numberDisplay(each.firstNumber),
  amount: each.amount,
});

const presentSystem = (
  {
    isPractice,
    shopName,
    sellerIban,
    returnText,
    facts,
    bank,
    attemptsInDoubt,
    paidTwice,
    unreadableCount,
    unreadable,
    backup,
    copies,
    keysOff,
    movedAway,
    movedHere,
    disks,
    terminals,
  }: SystemState,
  { timeZone, console, hasWindow }: Surroundings,
  actor: Actor,
): System => ({
  version,
  is_practice: isPractice,
  // The path of the data folder is nothing for a cashier.
  console: actor.isOwner ? console : '',
  has_window: hasWindow,
  shop_name: shopName,
  seller_iban: sellerIban,
  return_text: returnText,
  facts,
  time_zone: timeZone,
  bank: presentBank(bank),
  attempts_in_doubt: attemptsInDoubt,
  paid_twice: seesAllInvoices(actor) ? paidTwice.map(presentPaidTwice) : [],
  unreadable_count: unreadableCount,
  unreadable: seesAllInvoices(actor) ? unreadable.map(presentUnreadable) : [],
  backup: {
    last_at: isoTimeOrNull(backup.lastAt),
    is_overdue: backup.isOverdue,
    problem: backup.problem,
    fault: backup.fault,
  },
  copies: presentCopies(copies),
  keys_off: actor.isOwner ? keysOff : 0,
  ...presentMoves(movedAway, movedHere),
  disk: { data: presentSpace(disks.data), backups: presentSpace(disks.backups), is_same: disks.isSame },
  terminals: terminals
    .filter(({ id }) => seesTerminal(actor, id))
    .map(({ id, hasToken, syncedAt, pausedUntil }) => ({
      id,
      token: hasToken ? 'usable' : 'missing',
      synced_at: isoTimeOrNull(syncedAt),
      paused_until: isoTimeOrNull(pausedUntil),
    })),
});

const presentBank = (bank: SystemState['bank']): System['bank'] => ({
  state: bank.state,
  since: isoTimeOrNull(bank.since),
  err_code: bank.errCode,
  next_try_at: isoTimeOrNull(bank.nextTryAt),
  last_answer_at: isoTimeOrNull(bank.lastAnswerAt),
});

const presentSpace = (space: DiskSpace | null): System['disk']['data'] =>
  space && { free: space.free, is_low: space.isLow };

export const systemRoutes = (state: () => Promise<SystemState>, surroundings: Surroundings): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'system/',
    id: 'getSystem',
    summary: 'Read the state of the bank connection, the backups and the terminals',
    description: 'For banners, and for programs that monitor the shop.',
    answer: system,
    access: 'member',
    isExtension: true,
    handler: async ({ actor }) => presentSystem(await state(), surroundings, actor),
  }),
];
