import { employee, employeeLimitsList, employeeQuery } from '../../../shared/api/employees.ts';
import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import { present } from '../../platform/present.ts';
import { type AccountRow, findEmployee, limitedEmployees, listEmployees } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import { defineRoute, type Route } from '../route.ts';

const presentEmployee = (row: AccountRow) => present(employee, row);

const limitsRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET employees/limits/',
    id: 'listEmployeeLimits',
    summary: 'List what employees are limited to beside their permissions',
    description: "The owner changes it in the program's window, or by `employee set` on the command line.",
    order: 'by id.',
    answer: employeeLimitsList,
    access: 'owner',
    handler: () => {
      const results = limitedEmployees(db).map(({ id, largest, per_day, ...row }) => ({
        ...row,
        employee: id,
        refund_largest: largest,
        refund_per_day: per_day,
      }));
      return present(employeeLimitsList, { results });
    },
  });

export const employeeRoutes = (db: Db): Route[] => [
  limitsRoute(db),
  defineRoute({
    at: 'GET employees/',
    id: 'listEmployees',
    summary: 'List employees',
    description: 'The owner is not one of them.',
    answer: pageOf(employee),
    access: 'owner',
    query: employeeQuery,
    handler: ({ query, paginate }) =>
      paginate(PAGE_SIZES, (slice) => listEmployees(db, query, slice), presentEmployee),
  }),
  defineRoute({
    at: 'GET employees/{id}/',
    id: 'getEmployee',
    summary: 'Read an employee',
    answer: employee,
    access: 'owner',
    load: (id) => findEmployee(db, id),
    handler: ({ target }) => presentEmployee(target),
  }),
];
