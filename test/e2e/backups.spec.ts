import { appendFileSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { InvoicePage } from '../../shared/api/invoices.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';

/** Backups made, verified and put back through the window, as an owner would on a bad day. */

test.use({ isDesktop: true });

const openBackups = async (page: Page) => {
  await page.keyboard.press('Alt+7');
  await page
    .getByRole('navigation', { name: 'Розділи налаштувань' })
    .getByRole('link', { name: 'Резервні копії' })
    .click();
  await expect(page.getByRole('heading', { name: 'До чого можна повернутися' })).toBeVisible();
};
const list = (page: Page) => page.getByRole('region', { name: 'До чого можна повернутися' });
const rows = (page: Page) => list(page).getByRole('listitem');
const make = async (page: Page, count: number) => {
  await page.getByRole('button', { name: 'Зробити копію зараз' }).click();
  await expect(page.getByText(/Готово й перевірено/)).toBeVisible();
  await expect(rows(page)).toHaveCount(count);
};
const folderOf = (shop: Shop) => join(shop.config.dataDir, 'backups');
const fileIn = (folder: string): string => {
  const name = readdirSync(folder).find((each) => each.endsWith('.db'));
  if (name === undefined) throw new Error(`There is no backup in ${folder}.`);
  return join(folder, name);
};
const numbers = async (shop: Shop) =>
  (await shop.owner.get<InvoicePage>('invoices/?ordering=number')).body.results.map(({ number }) => number);

test('made, verified and put back: what came after is gone, its number is not given again', async ({
  page,
  shop,
  signIn,
  language,
}) => {
  await shop.createInvoice();
  await signIn();
  await openBackups(page);
  await expect(list(page)).toContainText('Копій ще немає');
  await make(page, 1);
  await expect(rows(page)).toContainText('зроблена вручну');
  await expect(rows(page)).toContainText('1 рахунок');
  await expect(rows(page)).toContainText('справна');

  await rows(page)
    .getByRole('button', { name: /^Перевірити копію/ })
    .click();
  await expect(rows(page)).toContainText('Прочитано до кінця: справна, 1 рахунок.');

  await shop.createInvoice();
  await shop.createInvoice();
  await rows(page)
    .getByRole('button', { name: /^Повернути копію/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Стане на 2 рахунки менше.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Скасувати' }).click();
  expect(await numbers(shop)).toHaveLength(3);

  await rows(page)
    .getByRole('button', { name: /^Повернути копію/ })
    .click();
  await expect(dialog).toContainText('Стане на 2 рахунки менше.');
  // Another program that has the database open is refused, in words; then the test's own console lets it go.
  const confirm = dialog.getByRole('button', { name: /^Повернути копію: / });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('файл зайняла інша програма');
  await expect(dialog.getByRole('alert')).toContainText('Дані крамниці такі, як були.');
  shop.console.close();
  await confirm.dblclick();
  await expect(dialog).toContainText('Копію повернено.');
  await expect(dialog).toContainText(/kramar-before-restore-.*\.db/);
  await page.keyboard.press('Escape');
  await expect(dialog).toContainText('Копію повернено.');
  await expectAccessible(page);
  expect(readdirSync(shop.config.dataDir).filter((each) => /before-restore.*\.db$/.test(each))).toHaveLength(
    1,
  );

  await dialog.getByRole('button', { name: 'Увійти знову' }).click();
  await fillSignIn(page, language, 'owner');
  await expect(page.getByRole('navigation')).toBeVisible();
  await shop.signInAgain();
  expect(await numbers(shop)).toEqual([1]);
  const { number } = await shop.createInvoice();
  expect(number).toBe(4);
});

test('a backup that was cut short cannot be chosen and says why', async ({ page, shop, signIn }) => {
  await signIn();
  await openBackups(page);
  await make(page, 1);
  truncateSync(fileIn(folderOf(shop)), 4096);
  await page.reload();
  await expect(rows(page)).toContainText('пошкоджена');
  await expect(rows(page)).toContainText('повернути цю копію не можна');
  await expect(rows(page).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('one whose bytes changed is found out by the check, and nothing is put back', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.createInvoice();
  await signIn();
  await openBackups(page);
  await make(page, 1);
  const file = fileIn(folderOf(shop));
  truncateSync(file, 100_000);
  appendFileSync(file, Buffer.alloc(200_000));
  rmSync(file.replace(/\.db$/, '.json'));
  await page.reload();
  await expect(rows(page)).toContainText('без перевірки');
  await rows(page)
    .getByRole('button', { name: /^Перевірити копію/ })
    .click();
  await expect(rows(page)).toContainText('Ця копія пошкоджена');
  await rows(page)
    .getByRole('button', { name: /^Повернути копію/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Ця копія пошкоджена');
  await expect(dialog.getByRole('button', { name: /^Повернути копію/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await numbers(shop)).toHaveLength(1);
});

test('another folder: one that is not there is refused in words, one that is takes the next backup', async ({
  page,
  shop,
  desktop,
  signIn,
}) => {
  await signIn();
  await openBackups(page);
  const form = page.getByRole('form', { name: 'Тека для копій' });
  const field = form.getByRole('textbox', { name: 'Тека для копій' });
  const save = form.getByRole('button', { name: 'Зберегти' });
  await field.fill('копії');
  await save.click();
  await expect(form.getByRole('alert')).toContainText('Потрібен повний шлях');
  // The stand-in gives a folder that nobody has made.
  await form.getByRole('button', { name: 'Вибрати…' }).click();
  await expect(field).toHaveValue(join(shop.folder, 'desktop'));
  await save.click();
  await expect(form.getByRole('alert')).toContainText('Тут копій не зберегти: теки немає.');
  const file = join(shop.folder, 'a-file');
  writeFileSync(file, '');
  await field.fill(file);
  await save.click();
  await expect(form.getByRole('alert')).toContainText(/файл/);

  const folder = join(shop.folder, 'desktop');
  mkdirSync(folder);
  await field.fill(folder);
  await save.click();
  await expect(form.getByRole('status')).toContainText('Збережено');
  await make(page, 1);
  expect(fileIn(folder)).toContain(folder);
  await form.getByRole('button', { name: 'Відкрити теку з копіями' }).click();
  await expect.poll(() => desktop.asked.opened).toEqual([folder]);

  // The disk is unplugged.
  rmSync(folder, { recursive: true });
  await page.reload();
  await expect(list(page)).toContainText(`Теку ${folder} не вдалося прочитати.`);
  await expect(list(page)).toContainText('теки немає');
  await page.getByRole('button', { name: 'Зробити копію зараз' }).click();
  await expect(page.getByText(/Копію не зроблено \(теки немає\)/)).toBeVisible();
  await expect(page.getByText('Останню копію не зроблено.')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Повернути типову теку' }).click();
  await expect(field).toHaveValue(folderOf(shop));
});

test.describe('in English, in the dark', () => {
  test.use({ language: 'en', scheme: 'dark' });
  test('the dialog names the moment, and axe finds nothing', async ({ page, signIn }) => {
    await signIn();
    await page.keyboard.press('Alt+7');
    await page.getByRole('link', { name: 'Backups' }).click();
    await page.getByRole('button', { name: 'Make a backup now' }).click();
    await expect(page.getByText('Made and verified: 0 invoices')).toBeVisible();
    await page
      .getByRole('button', { name: /^Put back the backup of \d+ \w+(?: \d{4})?,? ?.*\d\d:\d\d$/ })
      .click();
    await expect(page.getByRole('dialog')).toContainText('There will be no fewer invoices.');
    await expectAccessible(page);
  });
});
