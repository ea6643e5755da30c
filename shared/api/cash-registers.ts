import type * as v from 'valibot';
import { booleanParam, integerParam, orderingParam, pageParams, query } from './query.ts';

export interface CashRegister {
  id: number;
  terminal: number;
  terminal_name: string;
  qr_id: string;
  short_qr_id: string;
  name: string;
  is_active: boolean;
  created_at: string;
  updated_at: string;
}

export const cashRegisterQuery = query({
  terminal: integerParam(),
  is_active: booleanParam(),
  ordering: orderingParam(['name', 'created_at']),
  ...pageParams,
});
export type CashRegisterQuery = v.InferOutput<typeof cashRegisterQuery>;
