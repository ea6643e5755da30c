import { changeOwnerPassword, updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { allEmployees } from '../../main/store/accounts.ts';
import { build } from '../../main/store/db/connection.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hire, openEmployees, openRow, panel, stored } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

test.describe('in the program’s window', () => {
  test.use({ isDesktop: true });

  test('an employee changed elsewhere meanwhile is shown before anything is written', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id } = await hire(shop);
    await openEmployees(page, signIn);
    await openRow(page, 'Олена Бондар');
    await panel(page)
      .getByRole('checkbox', { name: t('employees:rights.label.refunds') })
      .check();
    await updateEmployee(shop.console, 'olena', { permissions: [] });
    await panel(page)
      .getByRole('button', { name: t('common:save') })
      .click();
    await expect(panel(page).getByText(t('employees:overtaken.title'))).toBeVisible();
    await expect(
      panel(page).getByRole('checkbox', { name: t('employees:rights.label.seesAll') }),
    ).not.toBeChecked();
    await expect(
      panel(page).getByRole('checkbox', { name: t('employees:rights.label.refunds') }),
    ).toBeChecked();
    await expectAccessible(page);
    expect((await stored(shop))[0]?.can_cancel_invoices).toBe(false);
    await panel(page)
      .getByRole('button', { name: t('common:save') })
      .click();
    await expect(page.getByText(/^Збережено/)).toBeVisible();
    await expect(panel(page).getByText(t('employees:overtaken.title'))).toBeHidden();
    expect((await stored(shop))[0]).toMatchObject({ can_cancel_invoices: true, can_view_invoices: false });

    await test.step('a session that is over on save asks for the password, and saves when the button is pressed again', async () => {
      await panel(page).getByLabel(t('employees:table.position')).fill('Старша зміни');
      await changeOwnerPassword(shop.console, 'пароль з командного рядка');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: t('common:signIn.expiredTitle') })).toBeVisible();
      await page
        .locator('dialog')
        .getByRole('textbox', { name: t('common:signIn.password') })
        .fill('пароль з командного рядка');
      await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
      await expect(panel(page).getByLabel(t('employees:table.position'))).toHaveValue('Старша зміни');
      await panel(page)
        .getByRole('button', { name: t('common:save') })
        .click();
      // The sign-in of this minute counts as the password.
      await expect(panel(page).getByText(/^Збережено/)).toBeVisible();
      expect(allEmployees(shop.console.db)[0]?.position).toBe('Старша зміни');
    });

    await test.step('a deleted employee is reported, and what was typed stays readable', async () => {
      await panel(page).getByLabel(t('employees:table.position')).fill('Заступниця');
      shop.console.db.run(build.deleteFrom('accounts').where('id', '=', id));
      await panel(page)
        .getByRole('button', { name: t('common:save') })
        .click();
      await expect(panel(page).getByText(t('employees:missing.title'))).toBeVisible();
      await expect(panel(page).getByLabel(t('employees:table.position'))).toHaveValue('Заступниця');
      await page.goto(new URL(`/employees?open=${id}`, shop.baseUrl).href);
      await expect(panel(page).getByRole('heading', { name: t('employees:missing.title') })).toBeVisible();
      await expectAccessible(page);
    });
  });

  test('a session that ends, and a service that restarts, lose nothing that was typed', async ({
    page,
    shop,
    signIn,
  }) => {
    await openEmployees(page, signIn);
    await page
      .getByRole('button', { name: t('employees:add') })
      .first()
      .click();
    await panel(page).getByLabel(t('common:signIn.username')).fill('olena');
    await panel(page)
      .getByRole('button', { name: t('employees:rights.set.refunds') })
      .click();
    await panel(page)
      .getByRole('textbox', { name: t('common:signIn.password'), exact: true })
      .fill('довгий пароль');
    await panel(page)
      .getByRole('textbox', { name: t('employees:password.second') })
      .fill('довгий пароль');
    await page.keyboard.press('Alt+l');
    await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
    await page
      .locator('dialog')
      .getByRole('textbox', { name: t('common:signIn.password') })
      .fill(PASSWORD);
    await page.getByRole('button', { name: t('common:signIn.unlock') }).click();
    await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeHidden();
    await expect(panel(page).getByLabel(t('common:signIn.username'))).toHaveValue('olena');

    await shop.stop();
    const add = panel(page).getByRole('button', { name: t('common:words.add'), exact: true });
    await add.click();
    await expect(panel(page).getByRole('alert')).toContainText(/перезапускається|не відповідає/);
    await expectAccessible(page);
    await shop.restart();
    await add.click();
    await expect(page.getByText(t('employees:new.done', { name: 'olena' }))).toBeVisible();
    expect(await stored(shop)).toMatchObject([{ username: 'olena', can_cancel_invoices: true }]);
  });
});
