import * as v from 'valibot';
import { byPermission } from '../permissions.ts';
import { id, timestamp } from './answers.ts';
import { MAX_LENGTH, text } from './fields.ts';
import { orderingParam, pageParams, query, searchParam } from './query.ts';

const optionalText = () => text(MAX_LENGTH.name, { blank: true });

/** What the owner may write about an employee. */
export const employeeTexts = { full_name: optionalText(), email: optionalText(), position: optionalText() };

export const employee = v.strictObject({
  id: id(),
  username: v.string(),
  email: v.string(),
  full_name: v.string(),
  position: v.string(),
  ...byPermission(() => v.boolean()),
  is_active: v.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Employee = v.InferOutput<typeof employee>;

export const employeeQuery = query({
  search: searchParam(),
  ordering: orderingParam(['username', 'created_at']),
  ...pageParams,
});
export type EmployeeQuery = v.InferOutput<typeof employeeQuery>;
