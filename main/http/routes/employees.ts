import { type Employee, employee, employeeQuery } from '../../../shared/api/employees.ts';
import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import { byPermission } from '../../../shared/permissions.ts';
import { isoTime } from '../../../shared/time.ts';
import { type AccountRow, findEmployee, listEmployees } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineRoute, type Route } from '../route.ts';

const presentEmployee = (row: AccountRow): Employee => ({
  id: row.id,
  username: row.username,
  email: row.email,
  full_name: row.full_name,
  position: row.position,
  ...byPermission((permission) => row[permission] === 1),
  is_active: row.is_active === 1,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
});

export const employeeRoutes = (db: Db): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'employees/',
    id: 'listEmployees',
    summary: 'List employees',
    description: 'The owner is not one of them.',
    answer: pageOf(employee),
    access: 'owner',
    query: employeeQuery,
    handler: ({ query, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listEmployees(db, query, slice),
        (rows) => rows.map(presentEmployee),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: 'employees/{id}/',
    id: 'getEmployee',
    summary: 'Read an employee',
    answer: employee,
    access: 'owner',
    load: (id) => findEmployee(db, id),
    handler: ({ target }) => presentEmployee(target),
  }),
];
