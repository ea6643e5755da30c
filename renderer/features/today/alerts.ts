import type { FiscalGapPage } from '../../../shared/api/fiscal-checks.ts';
import type { System } from '../../../shared/api/system.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { DAY_MS } from '../../../shared/time.ts';

/** What somebody should know or do, the most pressing first. Moments in milliseconds UTC. */
export type ShopAlert =
  | { kind: 'bank'; since: number; nextTry: number | null }
  | { kind: 'token'; terminal: Terminal }
  | { kind: 'doubt'; count: number }
  | { kind: 'paidTwice'; sale: PaidTwice }
  /** Records that the bank sends and Kramar cannot read; the newest of them, where one may see it. */
  | { kind: 'unreadable'; count: number; newest: System['unreadable'][number] | undefined }
  /** Never, or the last time; why the latest one failed, "" when it did not. */
  | { kind: 'backup'; lastAt: number | null; problem: string }
  /** Free space in bytes; of the disk with the data, else of the one with the backups. */
  | { kind: 'disk'; isData: boolean; free: number }
  | { kind: 'statement'; terminal: Terminal; syncedAt: number | null }
  /** Paid, and without a fiscal check; minor units. */
  | { kind: 'fiscal'; count: number; amount: number };

/** Two payments of one sale, of which one is to be refunded. */
type PaidTwice = System['paid_twice'][number];

type FiscalGaps = Pick<FiscalGapPage, 'count' | 'total_amount'>;

const moment = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** @param now milliseconds UTC */
export const alertsOf = (
  {
    bank,
    attempts_in_doubt: count,
    paid_twice: paidTwice,
    unreadable,
    unreadable_count,
    backup,
    disk,
    terminals: states,
  }: System,
  terminals: readonly Terminal[],
  { isOwner, now, gaps }: { isOwner: boolean; now: number; gaps?: FiscalGaps | undefined },
): ShopAlert[] => {
  const alerts: ShopAlert[] = [];
  const since = moment(bank.since);
  if (bank.state === 'unreachable')
    alerts.push({ kind: 'bank', since: since ?? now, nextTry: moment(bank.next_try_at) });
  // One that is switched off is meant to rest.
  const working = terminals.filter(({ is_active }) => is_active);
  const stateOf = (id: number) => states.find((state) => state.id === id);
  for (const terminal of working)
    if (stateOf(terminal.id)?.token === 'missing') alerts.push({ kind: 'token', terminal });
  for (const sale of paidTwice) alerts.push({ kind: 'paidTwice', sale });
  alerts.push(...lowDisks(disk, isOwner));
  if (count > 0) alerts.push({ kind: 'doubt', count });
  if (unreadable_count > 0)
    alerts.push({ kind: 'unreadable', count: unreadable_count, newest: unreadable[0] });
  if (gaps && gaps.count > 0) alerts.push({ kind: 'fiscal', count: gaps.count, amount: gaps.total_amount });
  if (isOwner && (backup.is_overdue || backup.problem !== ''))
    alerts.push({ kind: 'backup', lastAt: moment(backup.last_at), problem: backup.problem });
  const late = working.flatMap((terminal) => lateStatement(terminal, stateOf(terminal.id), now));
  return [...alerts, ...late];
};

/** A disk that holds both the data and the backups is named once; the folder of the backups is the owner's concern. */
const lowDisks = ({ data, backups, is_same }: System['disk'], isOwner: boolean): ShopAlert[] => {
  const low: ShopAlert[] = [];
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
  // One that has just been added has had no time yet.
  const isLate = now - (syncedAt ?? Date.parse(terminal.created_at)) > DAY_MS;
  return isLate ? [{ kind: 'statement', terminal, syncedAt }] : [];
};
