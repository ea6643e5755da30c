import { type System, system } from '../../../shared/api/system.ts';
import { version } from '../../../shared/version.ts';
import type { SystemState } from '../../domain/system.ts';
import { defineRoute, type Route } from '../route.ts';
import { isoTimeOrNull } from '../time.ts';

const presentSystem = (
  { shopName, bank, attemptsInDoubt, backup, terminals }: SystemState,
  timeZone: string,
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
  backup: {
    last_at: isoTimeOrNull(backup.lastAt),
    is_overdue: backup.isOverdue,
    problem: backup.problem,
  },
  terminals: terminals.map(({ id, hasToken, syncedAt, pausedUntil }) => ({
    id,
    token: hasToken ? 'usable' : 'missing',
    synced_at: isoTimeOrNull(syncedAt),
    paused_until: isoTimeOrNull(pausedUntil),
  })),
});

/** @param timeZone the shop's, IANA */
export const systemRoutes = (state: () => SystemState, timeZone: string): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'system/',
    summary: 'Read how it stands with the bank, the backups and the terminals',
    answer: system,
    access: 'member',
    isExtension: true,
    handler: () => presentSystem(state(), timeZone),
  }),
];
