import type * as v from 'valibot';
import { orderingParam, pageParams, query, searchParam } from './query.ts';

export interface Employee {
  id: number;
  username: string;
  email: string;
  full_name: string;
  position: string;
  can_view_invoices: boolean;
  can_create_invoices: boolean;
  can_cancel_invoices: boolean;
  can_manage_terminals: boolean;
  can_manage_employees: boolean;
  is_active: boolean;
  created_at: string;
  updated_at: string;
}

export const employeeQuery = query({
  search: searchParam(),
  ordering: orderingParam(['username', 'created_at']),
  ...pageParams,
});
export type EmployeeQuery = v.InferOutput<typeof employeeQuery>;
