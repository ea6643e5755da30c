import type { Page } from '@playwright/test';
import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { formatAmount } from '../../shared/money.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hire } from './helpers/employees.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { confirmButton, refundButton, refundDialog, refundsAsked, refundsAtBank } from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

/** A refund above the limit of its requester, in the window; in a browser: test/screens/features/refund.test.tsx. */

test.use({ isDesktop: true });

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
