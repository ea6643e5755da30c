import { AsyncLocalStorage } from 'node:async_hooks';
import { userInfo } from 'node:os';
import type { ActionSource, ActorKind } from '../../../shared/actions.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';

/** Who acts in the current call, and by which way: each entrance (interface, window, command line) sets it once. */
export interface Origin {
  source: ActionSource;
  /** The acting account; undefined: nobody has signed in. */
  account?: number | undefined;
  /** Who acts, where the account cannot be read when the action is recorded: after a restore it may be another one. */
  who?: Who | undefined;
}

/** Who acts, as the log of actions names them. */
export interface Who {
  actor: ActorKind;
  /** The account's id; null: none. */
  actor_id: number | null;
  actor_name: string;
}

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work`; the actions that it records, at once or later, come from `origin`. */
export const actingAs = <Given extends unknown[], Result>(
  origin: Origin,
  work: (...given: Given) => Result,
  ...given: Given
): Result => origins.run(origin, work, ...given);

/** Work that no entrance began is a job of Kramar's own. */
export const currentOrigin = (): Origin => origins.getStore() ?? { source: 'job' };

const SYSTEM: Who = { actor: 'system', actor_id: null, actor_name: '' };

const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // Some systems have no entry for the user.
    return '';
  }
};

/** Describes an account as it is now; of a key its name, of a person the full name or else the username. */
export const whoIs = (db: Db, account: number): Who => {
  const found = findAccount(db, account);
  if (!found) return { ...SYSTEM, actor_id: account };
  const person = found.role === 'owner' ? ('owner' as const) : ('employee' as const);
  return {
    actor: found.kind === 'key' ? 'key' : person,
    actor_id: account,
    actor_name: found.full_name || found.username,
  };
};

/** Who acts in the current call. */
export const whoActs = (db: Db, { source, account, who }: Origin): Who => {
  if (who) return who;
  if (account !== undefined) return whoIs(db, account);
  return source === 'command_line'
    ? { actor: 'command_line', actor_id: null, actor_name: systemUser() }
    : SYSTEM;
};
