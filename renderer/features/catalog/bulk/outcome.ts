import { createUserStore } from '../../../shop/session/user-change.ts';
import type { BulkAction } from './actions.ts';
import type { Outcome } from './run.ts';

/** The result of the last bulk action, if it did not fully succeed; shown until dismissed. */
interface BulkResult {
  action: BulkAction;
  outcome: Outcome;
}

export const outcomeStore = createUserStore<BulkResult | undefined>(undefined);
