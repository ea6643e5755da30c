import type { ActionFault, ActionObject, ActionSource, ActorKind } from '../../../shared/actions.ts';

// Tables of the log of actions (migrations/014-action-log.ts, whose oddities and oddity_days are no longer used). Times are
// milliseconds UTC.

export interface ActionsTable {
  /** 1, 2, 3 …; only a restore leaves a gap, which its own row follows. */
  number: number;
  at: number;
  actor: ActorKind;
  /** The account; null: the system or the command line. */
  actor_id: number | null;
  /** As it was then. */
  actor_name: string;
  source: ActionSource;
  /** shared/actions.ts */
  code: string;
  object: ActionObject | null;
  object_id: number | null;
  object_label: string;
  /** JSON. */
  facts: string;
  previous_hash: string;
  /** SHA-256 in hex of the other columns. */
  hash: string;
}

/** One row: the last pruned action, before which nothing is kept. */
interface ActionsStartTable {
  id: number;
  number: number;
  hash: string;
}

/** At most one row: an action, authenticated by a key of the keychain. */
export interface ActionsSealTable {
  id: number;
  number: number;
  hash: string;
  mac: string;
  /** Which key it was made with. */
  key_mark: string;
  at: number;
}

/** At most one row: the result of the last check of the whole log. */
interface ActionsCheckTable {
  id: number;
  at: number;
  rows: number;
  /** "": none. */
  fault: ActionFault | '';
  /** The first action that is wrong or missing. */
  number: number | null;
}

export interface ActionTables {
  actions: ActionsTable;
  actions_start: ActionsStartTable;
  actions_seal: ActionsSealTable;
  actions_check: ActionsCheckTable;
}
