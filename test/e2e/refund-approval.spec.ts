import type { Page } from '@playwright/test';
import { addEmployee, updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import { formatAmount } from '../../shared/money.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { hire, openEmployees, openRow, panel } from './helpers/employees.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import {
  confirmButton,
  refund,
  refundButton,
  refundDialog,
  refundsAsked,
  refundsAtBank,
} from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

/** A refund above the limit of its requester: a second person approves it. */

const RIGHTS = ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const;

/** Olena, who refunds up to 50,00 alone, and Iryna without limits. */
const hireTwo = async (shop: Shop): Promise<void> => {
  await hire(shop, { permissions: RIGHTS, refund_limits: { largest: 5000, per_day: null } });
  const iryna = { username: 'iryna', full_name: 'Ірина Бойко', email: '', position: '', permissions: RIGHTS };
  await addEmployee(shop.console, iryna, PASSWORD);
};

const title = (page: Page) => refundDialog(page).getByRole('heading', { name: t('people:approval.title') });
const confirm = (page: Page, amount: number) =>
  refundDialog(page).getByRole('button', {
    name: t('people:approval.confirm', { amount: formatAmount(amount) }),
  });

test.describe('in the window', () => {
  test.use({ isDesktop: true });

  test('a person of the list approves by PIN; history names both and the reason', async ({
    page,
    shop,
    signIn,
    go,
  }) => {
    await hireTwo(shop);
    changeSetting(shop.console.db, shop.folder, 'refund_reasons', 'Товар повернено; Помилка в сумі');
    changeSetting(shop.console.db, shop.folder, 'refund_reason_required', 'yes');
    const invoice = await paid(shop, { amount: 34_000 });
    await signIn('iryna');
    await page.evaluate(
      ([password]) => {
        const bound = globalThis as unknown as {
          kramar: { call(name: string, input: unknown, token: string | null): Promise<unknown> };
        };
        const { access } = JSON.parse(sessionStorage.getItem('kramar.session') ?? '{}') as { access: string };
        return bound.kramar.call('pin.set', { current: password, pin: '2580' }, access);
      },
      [PASSWORD] as const,
    );
    await page.evaluate(() => sessionStorage.removeItem('kramar.session'));
    await go('/');
    await page.getByRole('button', { name: t('people:who.usePassword') }).click();
    await signIn('olena', `/invoices/${invoice.id}`);
    await refundButton(page).click();
    await refundDialog(page).getByLabel(t('invoices:refund.amount')).fill('100');
    await page.keyboard.press('Enter');
    await expect(refundDialog(page).getByText(t('invoices:refund.noReason'))).toBeVisible();
    await refundDialog(page).getByRole('button', { name: 'Товар повернено' }).click();
    await expectAccessible(page);
    await refundDialog(page)
      .getByRole('button', { name: t('common:words.next') })
      .click();
    await expect(refundDialog(page)).toContainText('Товар повернено');
    await confirmButton(page).click();

    await expect(title(page)).toBeFocused();
    expect(refundsAsked(shop)).toHaveLength(0);
    await refundDialog(page)
      .getByRole('combobox', { name: t('people:approval.who') })
      .click();
    await page.getByRole('option', { name: 'Ірина Бойко' }).click();
    const pin = refundDialog(page).getByLabel(t('people:approval.pin'));
    await pin.fill('1928');
    await confirm(page, 10_000).click();
    await expect(refundDialog(page).getByText(t('people:fault.pin_wrong', { left: 4 }))).toBeVisible();
    await expectAccessible(page);
    expect(refundsAsked(shop)).toHaveLength(0);
    await pin.fill('2580');
    await confirm(page, 10_000).click();
    await expect(refundDialog(page)).toHaveCount(0);
    expect(refundsAtBank(shop, invoice)).toEqual([10_000]);
    // Under the refund, and in the history.
    const approved = page.getByText(t('invoices:history.approved', { name: 'Ірина Бойко' }));
    await expect(approved).toHaveCount(2);
    await expect(approved.first()).toContainText(t('invoices:history.why', { reason: 'Товар повернено' }));
    await expect(approved.last()).toContainText(t('invoices:history.why', { reason: 'Товар повернено' }));
  });

  test('the owner sets the limits of an employee', async ({ page, shop, signIn }) => {
    await hireTwo(shop);
    await openEmployees(page, signIn);
    await openRow(page, 'Олена Бондар');
    const largest = panel(page).getByLabel(t('employees:limits.largest'));
    await expect(largest).toHaveValue('50,00');
    await largest.fill('1,234');
    await panel(page).getByLabel(t('employees:limits.per_day')).fill('2000');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText(t('employees:limits.format'))).toBeVisible();
    await largest.fill('100');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText(t('employees:edit.done'))).toBeVisible();
    await expectAccessible(page);
    const { body } = await shop.owner.get<{ results: object[] }>('employees/limits/');
    expect(body.results).toMatchObject([{ refund_largest: 10_000, refund_per_day: 200_000 }]);
  });
});

test('in a browser the second person gives name and password', async ({ page, shop, signIn }) => {
  await hireTwo(shop);
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn('olena', `/invoices/${invoice.id}`);
  await refund(page, '100');
  await expect(title(page)).toBeFocused();
  await confirm(page, 10_000).click();
  await expect(refundDialog(page).getByText(t('people:approval.missing'))).toBeVisible();
  await refundDialog(page).getByLabel(t('people:approval.username')).fill('olena');
  const password = refundDialog(page).getByRole('textbox', { name: t('people:approval.password') });
  await password.fill(PASSWORD);
  await confirm(page, 10_000).click();
  await expect(refundDialog(page).getByText(t('people:fault.approver_same'))).toBeVisible();
  await refundDialog(page).getByLabel(t('people:approval.username')).fill('iryna');
  await password.fill(PASSWORD);
  await expectAccessible(page);
  await confirm(page, 10_000).click();
  await expect(refundDialog(page)).toHaveCount(0);
  expect(refundsAtBank(shop, invoice)).toEqual([10_000]);

  // Within the limit nobody is asked for; back from the approval nothing was refunded.
  await refund(page, '200');
  await refundDialog(page)
    .getByRole('button', { name: t('common:back') })
    .click();
  await expect(refundDialog(page).getByLabel(t('invoices:refund.amount'))).toHaveValue('200');
  await refundDialog(page)
    .getByRole('button', { name: t('invoices:refund.keep') })
    .click();
  await updateEmployee(shop.console, 'olena', { refund_limits: { largest: null } });
  await refund(page, '20');
  await expect(refundDialog(page)).toHaveCount(0);
  expect(refundsAtBank(shop, invoice)).toEqual([10_000, 2000]);
});

test('cash above the limit is given back once a second person has approved it, under the same key', async ({
  page,
  shop,
  signIn,
}) => {
  await hireTwo(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  const olena = shop.owner.as(await shop.signIn('olena'));
  const items = [{ name: 'Кава', price: 6000, quantity: 1 }];
  const { body: sale } = await olena.post<CashSale>('cash-sales/', { items });
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/returns/')) keys.push(request.headers()['idempotency-key']);
  });
  await signIn('olena', `/invoices/cash/${sale.id}`);
  await page.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('common:words.increase', { name: 'Кава' }) }).click();
  await dialog.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  await expect(title(page)).toBeFocused();
  await expectAccessibleInBoth(page);
  const read = async () => (await olena.get<CashSale>(`cash-sales/${sale.id}/`)).body;
  expect(await read()).toMatchObject({ left: 6000 });
  await dialog.getByLabel(t('people:approval.username')).fill('iryna');
  await dialog.getByRole('textbox', { name: t('people:approval.password') }).fill(PASSWORD);
  await confirm(page, 6000).click();
  await expect(dialog).toHaveCount(0);
  expect(await read()).toMatchObject({ left: 0 });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});
