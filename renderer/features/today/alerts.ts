import type { ShopDay } from '../../../shared/api/closures.ts';
import type { FiscalGapPage } from '../../../shared/api/fiscal-checks.ts';
import type { System } from '../../../shared/api/system.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { DAY_MS } from '../../../shared/time.ts';

/** Alerts of the shop: what stops sales or concerns money, yesterday's till, what can wait; that the bank is away says the banner above every screen. Moments in milliseconds UTC. */
export type ShopAlert =
  | { kind: 'token'; terminal: Terminal }
  | { kind: 'doubt'; count: number }
  | { kind: 'paidTwice'; sale: PaidTwice }
  /** Bank records that Kramar cannot parse, and the newest of them if visible. */
  | { kind: 'unreadable'; count: number; newest: System['unreadable'][number] | undefined }
  /** null: never; `problem`: why the latest backup failed, "" if it did not. */
  | { kind: 'backup'; lastAt: number | null; problem: string }
  /** The same of the encrypted copies, while they are on. */
  | { kind: 'copy'; lastAt: number | null; problem: string }
  /** Keys of tills that a restore has turned off. */
  | { kind: 'keysOff'; count: number }
  /** Free space in bytes; on the data's disk, else on the backups'. */
  | { kind: 'disk'; isData: boolean; free: number }
  | { kind: 'statement'; terminal: Terminal; syncedAt: number | null }
  /** It was not closed, or something of it changed since. */
  | { kind: 'yesterday'; day: ShopDay }
  /** Payments without a fiscal receipt. */
  | { kind: 'fiscal'; gaps: FiscalGaps };

/** Two payments of one sale, one of which should be refunded. */
type PaidTwice = System['paid_twice'][number];

type FiscalGaps = Pick<FiscalGapPage, 'count' | 'total_amount' | 'other_currencies'>;

type LowDisk = Extract<ShopAlert, { kind: 'disk' }>;

/** A day on which nothing was sold needs no closing. */
const isUnclosed = ({ closure, sums }: ShopDay): boolean =>
  closure ? closure.is_changed : sums.qr_count + sums.sale_count > 0;

const moment = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** @param now milliseconds UTC */
export const alertsOf = (
  {
    attempts_in_doubt: count,
    paid_twice: paidTwice,
    unreadable,
    unreadable_count,
    backup,
    copies,
    keys_off: keysOff,
    disk,
    terminals: states,
  }: System,
  terminals: readonly Terminal[],
  {
    isOwner,
    now,
    gaps,
    yesterday: day,
  }: { isOwner: boolean; now: number; gaps?: FiscalGaps | undefined; yesterday?: ShopDay | undefined },
): ShopAlert[] => {
  const alerts: ShopAlert[] = [];
  // Inactive terminals cause no alerts.
  const working = terminals.filter(({ is_active }) => is_active);
  const stateOf = (id: number) => states.find((state) => state.id === id);
  for (const terminal of working)
    if (stateOf(terminal.id)?.token === 'missing') alerts.push({ kind: 'token', terminal });
  for (const sale of paidTwice) alerts.push({ kind: 'paidTwice', sale });
  const low = lowDisks(disk, isOwner);
  alerts.push(...low.filter(({ isData }) => isData));
  if (keysOff > 0) alerts.push({ kind: 'keysOff', count: keysOff });
  if (count > 0) alerts.push({ kind: 'doubt', count });
  if (unreadable_count > 0)
    alerts.push({ kind: 'unreadable', count: unreadable_count, newest: unreadable[0] });
  if (day && isUnclosed(day)) alerts.push({ kind: 'yesterday', day });
  if (gaps && gaps.count > 0) alerts.push({ kind: 'fiscal', gaps });
  if (isOwner && (backup.is_overdue || backup.problem !== ''))
    alerts.push({ kind: 'backup', lastAt: moment(backup.last_at), problem: backup.problem });
  if (isOwner && copies.is_on && (copies.is_overdue || copies.problem !== ''))
    alerts.push({ kind: 'copy', lastAt: moment(copies.last_at), problem: copies.problem });
  const late = working.flatMap((terminal) => lateStatement(terminal, stateOf(terminal.id), now));
  return [...alerts, ...low.filter(({ isData }) => !isData), ...late];
};

/** A disk with both data and backups is named once; only the owner sees the backups' folder. */
const lowDisks = ({ data, backups, is_same }: System['disk'], isOwner: boolean): LowDisk[] => {
  const low: LowDisk[] = [];
  if (data?.is_low) low.push({ kind: 'disk', isData: true, free: data.free });
  if (isOwner && backups?.is_low && !(is_same && data?.is_low))
    low.push({ kind: 'disk', isData: false, free: backups.free });
  return low;
};

const lateStatement = (
  terminal: Terminal,
  state: System['terminals'][number] | undefined,
  now: number,
): ShopAlert[] => {
  if (state?.token !== 'usable') return [];
  const syncedAt = moment(state.synced_at);
  // A new terminal has had no time to sync.
  const isLate = now - (syncedAt ?? Date.parse(terminal.created_at)) > DAY_MS;
  return isLate ? [{ kind: 'statement', terminal, syncedAt }] : [];
};
