import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';

export type DeltaKind = 'amount' | 'refunded' | 'till_amount';

/** By how much another book has more than ours (or less, below zero); minor units. */
export const deltaOf = (kind: DeltaKind, { here, bank, till }: ReconciliationRow): number =>
  kind === 'till_amount'
    ? (till?.amount ?? 0) - (here?.amount ?? bank?.amount ?? 0)
    : (bank?.[kind] ?? 0) - (here?.[kind] ?? 0);
