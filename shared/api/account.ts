import * as v from 'valibot';
import { id } from './answers.ts';

/** Who is signed in, and what they may do: the owner may everything. */
export const account = v.strictObject({
  id: id(),
  username: v.string(),
  full_name: v.string(),
  position: v.string(),
  is_owner: v.boolean(),
  can_view_invoices: v.boolean(),
  can_create_invoices: v.boolean(),
  can_cancel_invoices: v.boolean(),
  can_manage_terminals: v.boolean(),
  can_manage_employees: v.boolean(),
});
export type Account = v.InferOutput<typeof account>;
