import Database from 'better-sqlite3';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { ACTIONS } from '../../shared/actions.ts';
import { runJob } from '../helpers/jobs.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { containing, t } from './helpers/texts.ts';

test('the owner finds who changed a price, and goes to the product', async ({ page, shop, signIn }) => {
  const olena = await shop.employee('olena', []);
  const { body: product } = await olena.post<{ id: number }>('catalog/products/', {
    name: 'Еспресо',
    price: 4500,
  });
  await olena.patch(`catalog/products/${product.id}/`, { price: 100 });
  await signIn('owner', '/settings/people');
  await page.getByRole('link', { name: t('common:places.log') }).click();
  const table = page.getByRole('table', { name: t('common:places.log') });
  const changed = table.getByRole('row', { name: containing(ACTIONS.product_changed.uk) });
  await expect(changed).toContainText('попередня ціна: 45,00 ₴; ціна: 1,00 ₴');
  await expectAccessible(page);

  await changed.getByRole('button', { name: t('actions:table.onlyOf', { name: 'olena' }) }).click();
  await expect(page).toHaveURL(/who=\d/);
  await expect(table.getByRole('row', { name: containing(ACTIONS.signed_in.uk) })).toHaveCount(1);
  await page.getByRole('button', { name: t('actions:table.action'), exact: true }).click();
  await page.getByRole('radio', { name: 'Товари' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);
  // The address keeps the filters.
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(3);
  // An export of what they show is an action itself.
  await page.getByRole('button', { name: t('common:export.button') }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('common:export.csv') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^actions-.*\.csv$/);
  await page.getByRole('button', { name: t('common:words.clearFilters') }).click();
  await expect(page).not.toHaveURL(/who=/);
  await page.reload();
  await expect(table.getByRole('row', { name: containing(ACTIONS.actions_exported.uk) })).toBeVisible();

  await changed.getByRole('link', { name: 'Еспресо' }).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/products\\?open=${product.id}$`));
});

test('a log changed past Kramar is named on the screen and on Today', async ({ page, shop, signIn }) => {
  await runJob(shop, 'back-up');
  const file = new Database(databaseFile(shop.folder));
  file.exec('drop trigger actions_not_changed');
  file.exec("update actions set actor_name = 'ніхто' where number = 2");
  file.close();
  await runJob(shop, 'back-up');
  await signIn('owner', '/employees/actions');
  const fault = page.getByRole('status').filter({ hasText: 'дію № 2 змінено' });
  await expect(fault).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('common:places.today') }).click();
  await expect(fault).toBeVisible();
});
