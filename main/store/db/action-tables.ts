import type { ActionFault, ActionObject, ActionSource, ActorKind } from '../../../shared/actions.ts';

// Tables of the log of actions (migrations/014-action-log.ts, whose actions_seal, oddities and oddity_days are no longer used). Times are
// milliseconds UTC.

export interface ActionsTable {
  /** 1, 2, 3 …; a restore leaves a gap. */
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
  /** No longer used: "". */
  previous_hash: string;
  /** No longer used: "". */
  hash: string;
}

/** One row: the last pruned action, before which nothing is kept. */
interface ActionsStartTable {
  id: number;
  number: number;
  hash: string;
}

/** At most one row: the last comparison of the log with an earlier backup. */
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
  actions_check: ActionsCheckTable;
}
