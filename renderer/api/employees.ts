import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Employee, EmployeeLimitsList } from '../../shared/api/employees.ts';
import type { Page } from '../../shared/api/pages.ts';
import { search } from './client.ts';
import { call } from './http.ts';
import { keyOf, type Params } from './keys.ts';

/** An employee with the limits that the employee of the interface's version 1 lacks. */
export type EmployeeRecord = Employee & Omit<EmployeeLimitsList['results'][number], 'employee'>;

/** Adds the limits to employees, by a request of its own. */
const withLimits = async (employees: readonly Employee[], signal: AbortSignal): Promise<EmployeeRecord[]> => {
  const { results } = await call<EmployeeLimitsList>('employees/limits/', { signal });
  return employees.map((each) => ({
    ...UNLIMITED,
    ...results.find(({ employee }) => employee === each.id),
    ...each,
  }));
};

const UNLIMITED = {
  own_sales_only: false,
  catalog_prices_only: false,
  catalog_read_only: false,
  refund_largest: null,
  refund_per_day: null,
};

/** Owner only. @param params as GET employees/ takes them */
export const employeesQuery = (params: Params) =>
  queryOptions({
    queryKey: keyOf('employees/', params),
    queryFn: async ({ signal }): Promise<Page<EmployeeRecord>> => {
      const page = await call<Page<Employee>>(`employees/${search(params)}`, { signal });
      return { ...page, results: await withLimits(page.results, signal) };
    },
    placeholderData: keepPreviousData,
  });

export const employeeQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('employees/{id}/', { id }),
    queryFn: async ({ signal }): Promise<EmployeeRecord> => {
      const employee = await call<Employee>(`employees/${id}/`, { signal });
      const [record] = await withLimits([employee], signal);
      return record ?? { ...employee, ...UNLIMITED };
    },
  });
