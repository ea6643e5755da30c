import type { BankState } from '../bank/breaker.ts';
import type { Pace } from '../bank/pace.ts';
import type { Vault } from '../platform/vault.ts';
import { counterSettings, paperTexts, shopName } from '../shop/settings.ts';
import type { Db } from '../store/db/connection.ts';
import { countAttemptsInDoubt } from '../store/invoices/attempts.ts';
import { salesPaidTwice } from '../store/invoices/sale-invoices.ts';
import { getSetting } from '../store/settings.ts';
import { shopFacts } from '../store/shop-facts.ts';
import { allTerminals } from '../store/terminals.ts';
import { countKeysOff } from '../store/till-keys.ts';
import { countUnreadable, listUnreadable } from '../store/unreadable-records.ts';
import type { Backups } from './backups/create.ts';
import type { CopiesState } from './copies/copies.ts';
import type { DiskSpaces } from './disk-space.ts';
import { movedAwayMark, movedHereMark } from './moving/mark.ts';

interface SystemContext {
  db: Db;
  vault: Vault;
  pace: Pace;
  backups: Pick<Backups, 'state'>;
  copies: { state: () => CopiesState };
  diskSpaces: () => Promise<DiskSpaces>;
  now: () => number;
}

/** If the bank changes a field of every record, a few examples are enough. */
const MAX_UNREADABLE = 100;

/** The state of everything that Kramar depends on; times in milliseconds UTC. */
export const systemState = async ({ db, vault, pace, backups, copies, diskSpaces, now }: SystemContext) => ({
  isPractice: getSetting(db, 'demo') !== undefined,
  shopName: shopName(db),
  ...paperTexts(db),
  bank: pace.state() satisfies BankState,
  facts: factsOf(db, now()),
  attemptsInDoubt: countAttemptsInDoubt(db),
  paidTwice: salesPaidTwice(db),
  unreadableCount: countUnreadable(db),
  unreadable: listUnreadable(db, MAX_UNREADABLE),
  backup: backups.state(),
  copies: copies.state(),
  keysOff: countKeysOff(db),
  movedAway: movedAwayMark(db),
  movedHere: movedHereMark(db),
  disks: await diskSpaces(),
  terminals: allTerminals(db).map((terminal) => {
    const token = vault.problem() ? undefined : vault.openToken(terminal.id, terminal.sealed_token);
    return {
      id: terminal.id,
      hasToken: token !== undefined,
      syncedAt: terminal.statement_synced_at,
      pausedUntil: token === undefined ? null : pace.pausedUntil(token),
    };
  }),
});
export type SystemState = Awaited<ReturnType<typeof systemState>>;

const factsOf = (db: Db, now: number) => {
  const facts = shopFacts(db, now);
  return { ...facts, cash: facts.cash || counterSettings(db).takes_cash };
};
