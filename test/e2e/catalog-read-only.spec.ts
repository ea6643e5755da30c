import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { expectAccessible } from './helpers/axe.ts';
import { panel, row, stock } from './helpers/catalog.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

test('who may not change the catalog sees it, the reason, and nothing that would change it', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop, [['Капучино', 8550]]);
  await shop.owner.post('catalog/categories/', { name: 'Напої' });
  await shop.employee('kasyr', ['can_create_invoices']);
  await updateEmployee(shop.console, 'kasyr', { catalog_read_only: true });
  await signIn('kasyr');
  // It is no place of theirs, but an address may lead there.
  await page.goto(new URL('/catalog/products', shop.baseUrl).href);
  await expect(page.getByText(t('catalog:readOnly'))).toBeVisible();
  await expect(row(page, 'Капучино')).toContainText('85,50');
  await expect(row(page, 'Капучино').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  for (const name of ['catalog:add', 'catalog:import.button'] as const)
    await expect(page.getByRole('button', { name: t(name) })).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(panel(page)).toBeHidden();
  await page.getByRole('link', { name: 'Капучино' }).click();
  await expect(
    panel(page).getByRole('textbox', { name: t('common:words.name'), exact: true }),
  ).toBeDisabled();
  await expect(panel(page).getByRole('button', { name: t('common:words.delete') })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: t('catalog:parts.categories') }).click();
  await expect(row(page, 'Напої')).toBeVisible();
  await expect(row(page, 'Напої').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: t('catalog:named.newName.categories') })).toHaveCount(0);
  await expect(page.getByText(t('catalog:readOnly'))).toBeVisible();
});
