import type { Page } from '@playwright/test';
import { addEmployee, type EmployeeFields } from '../../../main/shop/accounts/accounts.ts';
import type { Employee } from '../../../shared/api/employees.ts';
import type { Page as ListPage } from '../../../shared/api/pages.ts';
import { PASSWORD, type Shop } from '../../helpers/shop.ts';
import { expect, type SignIn } from './fixtures.ts';
import { t } from './texts.ts';

/** The employees' screen as its specs speak of it. */

const OLENA: EmployeeFields = {
  username: 'olena',
  full_name: 'Олена Бондар',
  position: 'Касир',
  email: '',
  permissions: ['can_view_invoices', 'can_create_invoices'],
};

export const hire = (shop: Shop, changes: Partial<EmployeeFields> = {}) =>
  addEmployee(shop.console, { ...OLENA, ...changes }, PASSWORD);

export const stored = async (shop: Shop): Promise<Employee[]> =>
  (await shop.owner.get<ListPage<Employee>>('employees/')).body.results;

export const openEmployees = async (page: Page, signIn: SignIn) => {
  await signIn('owner', '/settings/people');
  await expect(
    page.getByRole('heading', { level: 2, name: t('common:places.people'), exact: true }),
  ).toBeVisible();
};

export const panel = (page: Page) => page.getByRole('complementary');
export const row = (page: Page, name: string) => page.getByRole('row', { name });
