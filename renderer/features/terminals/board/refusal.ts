import type { Failure } from '../../../data/failure.ts';

/** Why a register was not released, where the shop's words say more than the bank's; undefined: they do not. */
export const refusalOf = (failure: Failure): 'paying' | 'another' | undefined => {
  if (failure.kind === 'bank' && failure.code === 'ORDER_IN_PROGRESS') return 'paying';
  return failure.kind === 'invalid' && 'expected_invoice_id' in failure.errors ? 'another' : undefined;
};
