import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Employee, EmployeeLimitsList } from '../../shared/api/employees.ts';
import type { Page } from '../../shared/api/pages.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/** An employee with the limits that the employee of the interface's version 1 lacks. */
export interface EmployeeRecord extends Employee {
  own_sales_only: boolean;
}

/** Adds the limits to employees, by a request of its own. */
const withLimits = async (employees: readonly Employee[], signal: AbortSignal): Promise<EmployeeRecord[]> => {
  const { results } = await call<EmployeeLimitsList>('employees/limits/', { signal });
  const narrowed = new Set(results.flatMap((each) => (each.own_sales_only ? [each.employee] : [])));
  return employees.map((each) => ({ ...each, own_sales_only: narrowed.has(each.id) }));
};

/** Owner only. @param params as GET employees/ takes them */
export const employeesQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.employees(params),
    queryFn: async ({ signal }): Promise<Page<EmployeeRecord>> => {
      const page = await call<Page<Employee>>(`employees/${search(params)}`, { signal });
      return { ...page, results: await withLimits(page.results, signal) };
    },
    placeholderData: keepPreviousData,
  });

export const employeeQuery = (id: number) =>
  queryOptions({
    queryKey: keys.employee(id),
    queryFn: async ({ signal }): Promise<EmployeeRecord> => {
      const employee = await call<Employee>(`employees/${id}/`, { signal });
      const [record] = await withLimits([employee], signal);
      return record ?? { ...employee, own_sales_only: false };
    },
  });
