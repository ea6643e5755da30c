import { createUserStore } from '../../../session/user-change.ts';
import type { BulkAction } from './actions.ts';
import type { Outcome } from './run.ts';

/** What became of the last that was done to many, where it did not go well: it stays until it is read. */
interface BulkResult {
  action: BulkAction;
  outcome: Outcome;
}

export const outcomeStore = createUserStore<BulkResult | undefined>(undefined);
