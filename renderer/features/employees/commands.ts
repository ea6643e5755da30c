import { shortPermission } from '../../../shared/permissions.ts';
import { grantedOf } from '../../../shared/rights.ts';
import type { EmployeeRecord } from '../../api/employees.ts';

/** The owner's commands, where this page is not the program's window. */

const ADMIN = 'npm run admin --';

/** A shell-safe username, else the id, which the command accepts too. */
const keyOf = ({ id, username }: Pick<EmployeeRecord, 'id' | 'username'>): string =>
  /^[\p{L}\d_.@][\p{L}\d_.@-]*$/u.test(username) && !/^\d+$/.test(username) ? username : String(id);

export const OWNER_PASSWORD = `${ADMIN} owner password`;
export const ADD = `${ADMIN} employee add --username olena --can view_invoices,create_invoices`;

export const rightsCommand = (employee: EmployeeRecord): string =>
  `${ADMIN} employee set ${keyOf(employee)} --can ${grantedOf(employee).map(shortPermission).join(',') || '""'} --own-sales ${employee.own_sales_only} --catalog-prices ${employee.catalog_prices_only} --catalog-read-only ${employee.catalog_read_only}`;

export const activeCommand = (employee: EmployeeRecord): string =>
  `${ADMIN} employee set ${keyOf(employee)} --active ${employee.is_active ? 'false' : 'true'}`;

export const passwordCommand = (employee: EmployeeRecord): string =>
  `${ADMIN} employee set ${keyOf(employee)} --password-stdin < password.txt`;
