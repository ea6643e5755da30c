import type { Terminal } from '../../shared/api/terminals.ts';
import { openCatalog, panel, row, storedNamed } from './helpers/catalog.ts';
import { openEmployees, stored } from './helpers/employees.ts';
import { expect } from './helpers/fixtures.ts';
import { hold, holdCall } from './helpers/hold.ts';
import { test } from './helpers/invoices.ts';
import { textsOf } from './helpers/texts.ts';

/**
 * Saving clears only what was sent: input that follows stays, and is saved by the next press. A newer value is shown
 * before it is overwritten. Products are in session.spec.ts.
 */

const t = textsOf('uk');
const save = t('common:save');

test.describe('a terminal’s name', () => {
  const field = t('terminals:give.name');

  test('input during the request stays in the field, which stays open', async ({ page, shop, signIn }) => {
    await signIn('owner', '/terminals');
    await page.getByRole('button', { name: t('terminals:rename.start', { name: 'Каса' }) }).click();
    const name = page.getByRole('textbox', { name: field });
    await name.fill('Каса біля входу');
    const patch = await hold(page, /\/api\/v1\/terminals\/\d+\/$/, 'PATCH');
    await name.press('Enter');
    await patch.arrived();
    await name.fill('Каса біля виходу');
    patch.release();
    await expect(page.getByRole('region', { name: 'Каса біля входу' })).toBeVisible();
    await expect(name).toHaveValue('Каса біля виходу');
    await name.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Каса біля виходу' })).toBeVisible();
    await expect(name).toBeHidden();
    expect((await shop.owner.get<Terminal>(`terminals/${shop.terminal.id}/`)).body.name).toBe(
      'Каса біля виходу',
    );

    await test.step('a name that was changed elsewhere is shown before it is overwritten', async () => {
      await page
        .getByRole('button', { name: t('terminals:rename.start', { name: 'Каса біля виходу' }) })
        .click();
      await name.fill('Кіоск');
      await shop.owner.patch(`terminals/${shop.terminal.id}/`, { name: 'Намет' });
      await name.press('Enter');
      await expect(page.getByText(t('common:overtaken', { value: 'Намет' }))).toBeVisible();
      expect((await shop.owner.get<Terminal>(`terminals/${shop.terminal.id}/`)).body.name).toBe('Намет');
      await name.press('Enter');
      await expect(page.getByRole('heading', { level: 2, name: 'Кіоск' })).toBeVisible();
      expect((await shop.owner.get<Terminal>(`terminals/${shop.terminal.id}/`)).body.name).toBe('Кіоск');
    });
  });
});

test.describe('a category and a unit', () => {
  const name = t('common:words.name');

  test('the next category’s name, typed while the last one is being added, stays', async ({
    page,
    shop,
    signIn,
  }) => {
    await openCatalog(page, signIn);
    await page.getByRole('link', { name: t('catalog:parts.categories') }).click();
    const field = page.getByRole('textbox', { name: t('catalog:named.newName.categories') });
    await field.fill('Напої');
    const post = await hold(page, /catalog\/categories\/$/, 'POST');
    await field.press('Enter');
    await post.arrived();
    await field.fill('Випічка');
    await post.release();
    await expect(row(page, 'Напої')).toBeVisible();
    await expect(field).toHaveValue('Випічка');
    await expect(field).toBeFocused();
    await field.press('Enter');
    await expect(row(page, 'Випічка')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    expect((await storedNamed(shop, 'categories')).map((one) => one.name).sort()).toEqual([
      'Випічка',
      'Напої',
    ]);

    await test.step('a name that was changed elsewhere is shown before it is overwritten', async () => {
      const names = async () => (await storedNamed(shop, 'categories')).map((one) => one.name);
      const drinks = (await storedNamed(shop, 'categories')).find((one) => one.name === 'Напої');
      await page.getByRole('button', { name: t('catalog:named.edit', { name: 'Напої' }) }).click();
      const edited = page.getByRole('textbox', { name, exact: true });
      await edited.fill('Гарячі напої');
      await shop.owner.patch(`catalog/categories/${drinks?.id}/`, { name: 'Холодні напої' });
      await edited.press('Enter');
      await expect(page.getByText(t('common:overtaken', { value: 'Холодні напої' }))).toBeVisible();
      expect(await names()).toContain('Холодні напої');
      await edited.press('Enter');
      await expect(
        page.getByRole('button', { name: t('catalog:named.edit', { name: 'Гарячі напої' }) }),
      ).toBeVisible();
      expect(await names()).toContain('Гарячі напої');
    });

    await test.step('a unit’s short name, typed while its name is being saved, stays and is guarded', async () => {
      await shop.owner.post('catalog/units/', { name: 'порція', short_name: 'п' });
      await page.getByRole('link', { name: t('catalog:parts.units') }).click();
      await page.getByRole('button', { name: t('catalog:named.edit', { name: 'порція' }) }).click();
      const edited = page.getByRole('textbox', { name, exact: true });
      const short = page.getByRole('textbox', { name: t('catalog:named.short'), exact: true });
      await edited.fill('Порція');
      const patch = await hold(page, /catalog\/units\/\d+\/$/, 'PATCH');
      await edited.press('Enter');
      await patch.arrived();
      await short.fill('порц');
      patch.release();
      await expect.poll(async () => (await storedNamed(shop, 'units'))[0]?.name).toBe('Порція');
      await expect(page.getByRole('button', { name: save, exact: true })).not.toHaveAttribute('data-loading');
      await expect(short).toHaveValue('порц');
      // The empty form of the next unit forgets nothing of this one.
      await page.getByRole('link', { name: t('catalog:parts.products') }).click();
      const leaving = page.getByRole('dialog', { name: t('common:leave.title') });
      await leaving.getByRole('button', { name: t('common:leave.stay') }).click();
      await short.press('Enter');
      await expect(row(page, 'Порція')).toContainText('порц');
      expect(await storedNamed(shop, 'units')).toMatchObject([{ name: 'Порція', short_name: 'порц' }]);
    });
  });
});

test.describe('in the window of the program', () => {
  test.use({ isDesktop: true });

  test('the next employee, typed while the last one is being added, stays', async ({
    page,
    shop,
    signIn,
  }) => {
    await openEmployees(page, signIn);
    await page
      .getByRole('button', { name: t('employees:add') })
      .first()
      .click();
    const username = panel(page).getByRole('textbox', { name: t('employees:fields.username') });
    const position = panel(page).getByLabel(t('employees:fields.position'));
    const password = panel(page).getByRole('textbox', { name: t('common:signIn.password'), exact: true });
    await username.fill('olena');
    await position.fill('Касир');
    await password.fill('довгий пароль');
    await panel(page)
      .getByRole('textbox', { name: t('employees:password.second') })
      .fill('довгий пароль');
    const add = await holdCall(page, 'employees.add');
    await panel(page)
      .getByRole('button', { name: t('common:words.add'), exact: true })
      .click();
    await add.arrived();
    await username.fill('taras');
    await add.release();
    await expect(page.getByText(t('employees:new.done', { name: 'olena' }))).toBeVisible();
    await expect(row(page, 'olena')).toBeVisible();
    await expect(username).toHaveValue('taras');
    await expect(position).toHaveValue('');
    await expect(password).toHaveValue('');
    expect((await stored(shop)).map((employee) => employee.username)).toEqual(['olena']);

    await test.step('a generated password is shown beside the text typed meanwhile', async () => {
      await username.fill('taras');
      await panel(page)
        .getByRole('button', { name: t('employees:password.generate') })
        .click();
      const generated = await panel(page).getByLabel(t('employees:password.generated')).inputValue();
      const adding = await holdCall(page, 'employees.add');
      await panel(page)
        .getByRole('button', { name: t('common:words.add'), exact: true })
        .click();
      await adding.arrived();
      await username.fill('ivan');
      await adding.release();
      await expect(panel(page).getByText(generated)).toBeVisible();
      await expect(username).toHaveValue('ivan');
      await panel(page)
        .getByRole('button', { name: t('common:words.doneHide') })
        .click();
      await expect(panel(page).getByText(generated)).toBeHidden();
      await expect(username).toHaveValue('ivan');
    });

    await test.step('an employee’s position, typed while the name is being saved, stays', async () => {
      await panel(page)
        .getByRole('button', { name: t('employees:password.generate') })
        .click();
      await panel(page)
        .getByRole('button', { name: t('common:words.add'), exact: true })
        .click();
      await panel(page)
        .getByRole('button', { name: t('common:words.doneHide') })
        .click();
      const fullName = panel(page).getByLabel(t('employees:fields.full_name'));
      await fullName.fill('Іван Бондар');
      const change = await holdCall(page, 'employees.change');
      await panel(page).getByRole('button', { name: save }).click();
      await change.arrived();
      await position.fill('Касир');
      await change.release();
      await expect(panel(page).getByRole('heading', { name: 'Іван Бондар' })).toBeVisible();
      await expect(panel(page).getByText(t('employees:edit.dirty'))).toBeVisible();
      await expect(position).toHaveValue('Касир');
      await panel(page).getByRole('button', { name: save }).click();
      await expect(panel(page).getByText(t('employees:edit.done'))).toBeVisible();
      expect(await stored(shop)).toContainEqual(
        expect.objectContaining({ username: 'ivan', full_name: 'Іван Бондар', position: 'Касир' }),
      );
    });
  });
});
