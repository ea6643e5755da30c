import { expectAccessible } from './helpers/axe.ts';
import { cp1251, drop, openCatalog, stock, stored } from './helpers/catalog.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** Files of other programs: what was taken for granted is shown, what only the owner knows is asked. */

const write = (page: Parameters<typeof drop>[0]) => page.getByRole('button', { name: /^Імпортувати \d/ });
const row = (page: Parameters<typeof drop>[0], name: string) =>
  page.getByRole('table', { name: t('catalog:import.table.caption') }).getByRole('row', { name });

test('a known code under another name is a question: other products, or the same ones renamed', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop, [
    ['Кава мелена', 14_550],
    ['Чай зелений', 8900],
  ]);
  await openCatalog(page, signIn);
  await drop(page, 'прайс.csv', cp1251('Код;Назва;Ціна\n1;Кава мелена;150\n2;Батарейки;61\n'));
  await expect(page.getByText(t('catalog:import.otherNames.title', { count: 1, total: '1' }))).toBeVisible();
  await expect(row(page, 'Батарейки')).toContainText(
    t('catalog:import.problem.OTHER_NAME', { value: 'Чай зелений' }),
  );
  await expect(write(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('catalog:import.otherNames.rename') }).click();
  await expect(row(page, 'Батарейки')).toContainText('Чай зелений → Батарейки');
  await page.getByRole('button', { name: t('catalog:import.otherNames.undo') }).click();
  await page.getByRole('button', { name: t('catalog:import.otherNames.new') }).click();
  await expect(row(page, 'Батарейки')).toContainText(`${t('catalog:fields.external_code')} 2`);
  await write(page).click();
  await expect(
    page.getByRole('heading', { name: t('catalog:import.done.title', { name: 'прайс.csv' }) }),
  ).toBeVisible();
  expect(await stored(shop)).toMatchObject([
    { name: 'Кава мелена', price: 15_000 },
    { name: 'Чай зелений', price: 8900 },
    { name: 'Батарейки', price: 6100, external_code: '2' },
  ]);
});

test('prices in dollars wait for a rate; codes of another program and groups are shown, and can be undone', async ({
  page,
  shop,
  signIn,
}) => {
  await openCatalog(page, signIn);
  const lines = [
    'Код;Номенклатура;Од.;Ціна, $',
    ';Електроніка;;',
    '00-01;Станція;шт;550.0050',
    '00-02;Кабель;шт;3',
  ];
  await drop(page, 'прайс.csv', cp1251(lines.join('\n')));
  await expect(row(page, 'Станція')).toContainText('550.0050 USD');
  await expect(write(page)).toBeHidden();
  await expect(page.getByRole('list', { name: t('catalog:import.assumed.label') })).toContainText('«Код»');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: t('catalog:import.rates.rate', { currency: 'USD' }) }).fill('41,5');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Станція')).toContainText('22825,21');
  await expect(row(page, 'Кабель')).toContainText('Електроніка');
  await page
    .getByRole('listitem')
    .filter({ hasText: t('catalog:import.assumed.groups', { count: 1, total: '1' }) })
    .getByRole('button')
    .click();
  // Until it is read again, the group is the category of the rows below it.
  const group = row(page, 'Електроніка').filter({ hasText: t('catalog:import.problem.REQUIRED') });
  await expect(group).toBeVisible();
  expect(await stored(shop)).toEqual([]);
});
