import { type System, system } from '../../../shared/api/system.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { version } from '../../../shared/version.ts';
import { mayDo } from '../../domain/accounts/sessions.ts';
import type { DiskSpace } from '../../domain/disk-space.ts';
import { numberDisplay } from '../../domain/invoices/refresh.ts';
import type { SystemState } from '../../domain/system.ts';
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

const presentSystem = (
  {
    shopName,
    bank,
    attemptsInDoubt,
    paidTwice,
    unreadableCount,
    unreadable,
    backup,
    disks,
    terminals,
  }: SystemState,
  timeZone: string,
  canViewInvoices: boolean,
): System => ({
  version,
  shop_name: shopName,
  time_zone: timeZone,
  bank: {
    state: bank.state,
    since: isoTimeOrNull(bank.since),
    err_code: bank.errCode,
    next_try_at: isoTimeOrNull(bank.nextTryAt),
    last_answer_at: isoTimeOrNull(bank.lastAnswerAt),
  },
  attempts_in_doubt: attemptsInDoubt,
  paid_twice: (canViewInvoices ? paidTwice : []).map((each) => ({
    invoice: each.second,
    number_display: numberDisplay(each.secondNumber),
    first_invoice: each.first,
    first_number_display: numberDisplay(each.firstNumber),
    amount: each.amount,
  })),
  unreadable_count: unreadableCount,
  unreadable: canViewInvoices ? unreadable.map(presentUnreadable) : [],
  backup: {
    last_at: isoTimeOrNull(backup.lastAt),
    is_overdue: backup.isOverdue,
    problem: backup.problem,
  },
  disk: { data: presentSpace(disks.data), backups: presentSpace(disks.backups), is_same: disks.isSame },
  terminals: terminals.map(({ id, hasToken, syncedAt, pausedUntil }) => ({
    id,
    token: hasToken ? 'usable' : 'missing',
    synced_at: isoTimeOrNull(syncedAt),
    paused_until: isoTimeOrNull(pausedUntil),
  })),
});

const presentSpace = (space: DiskSpace | null): System['disk']['data'] =>
  space && { free: space.free, is_low: space.isLow };

/** @param timeZone the shop's, IANA */
export const systemRoutes = (state: () => Promise<SystemState>, timeZone: string): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'system/',
    id: 'getSystem',
    summary: 'Read how it stands with the bank, the backups and the terminals',
    description: 'For banners, and for whoever watches over the shop.',
    answer: system,
    access: 'member',
    isExtension: true,
    handler: async ({ actor }) => presentSystem(await state(), timeZone, mayDo(actor, 'can_view_invoices')),
  }),
];
