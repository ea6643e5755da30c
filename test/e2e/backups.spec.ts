import { appendFileSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { pattern, t } from './helpers/texts.ts';

/** Backups made, verified and restored through the window, as an owner would on a bad day. */

test.use({ isDesktop: true });

const list = (page: Page) => page.getByRole('region', { name: t('backups:list.title') });
const rows = (page: Page) => list(page).getByRole('listitem');
const make = async (page: Page, count: number) => {
  await page.getByRole('button', { name: t('backups:make.now') }).click();
  await expect(page.getByText(/Копію створено й перевірено/)).toBeVisible();
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

test('made, verified and restored: later changes are gone, their numbers are not used again', async ({
  page,
  shop,
  signIn,
  language,
}) => {
  await shop.createInvoice();
  await signIn('owner', '/settings/backup');
  await expect(list(page)).toContainText(t('backups:list.empty'));
  await make(page, 1);
  await expect(rows(page)).toContainText(t('backups:kinds.manual'));
  await expect(rows(page)).toContainText(t('common:words.sales', { count: 1 }));
  await expect(rows(page)).toContainText(t('backups:states.sound'));

  await rows(page)
    .getByRole('button', { name: pattern('backups:row.verifyOf') })
    .click();
  await expect(rows(page)).toContainText(t('backups:row.verified', { count: 1 }));

  await shop.createInvoice();
  await shop.createInvoice();
  await rows(page)
    .getByRole('button', { name: pattern('backups:restore.confirm') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Стане на 2 продажі за QR менше.');
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('common:cancel') }).click();
  expect(await numbers(shop)).toHaveLength(3);

  await rows(page)
    .getByRole('button', { name: pattern('backups:restore.confirm') })
    .click();
  await expect(dialog).toContainText('Стане на 2 продажі за QR менше.');
  // Another program that has the database open is refused, in words; then the test's own console lets it go.
  const confirm = dialog.getByRole('button', { name: pattern('backups:restore.confirm') });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText(t('refusals:reason.in_use'));
  await expect(dialog.getByRole('alert')).toContainText('Дані крамниці не змінилися.');
  shop.console.close();
  await confirm.dblclick();
  await expect(dialog).toContainText(t('backups:restore.done'));
  await expect(dialog).toContainText(/kramar-before-restore-.*\.db/);
  await page.keyboard.press('Escape');
  await expect(dialog).toContainText(t('backups:restore.done'));
  await expectAccessible(page);
  expect(readdirSync(shop.config.dataDir).filter((each) => /before-restore.*\.db$/.test(each))).toHaveLength(
    1,
  );

  await dialog.getByRole('button', { name: t('backups:restore.signIn') }).click();
  await fillSignIn(page, language, 'owner');
  await expect(places(page)).toBeVisible();
  await shop.signInAgain();
  expect(await numbers(shop)).toEqual([1]);
  const { number } = await shop.createInvoice();
  expect(number).toBe(4);
});

test('a backup that was cut short cannot be chosen and says why', async ({ page, shop, signIn }) => {
  await signIn('owner', '/settings/backup');
  await make(page, 1);
  truncateSync(fileIn(folderOf(shop)), 4096);
  await page.reload();
  await expect(rows(page)).toContainText(t('backups:states.damaged'));
  await expect(rows(page)).toContainText(t('backups:row.damaged'));
  await expect(rows(page).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('the check detects one whose bytes changed, and nothing is restored', async ({ page, shop, signIn }) => {
  await shop.createInvoice();
  await signIn('owner', '/settings/backup');
  await make(page, 1);
  const file = fileIn(folderOf(shop));
  truncateSync(file, 100_000);
  appendFileSync(file, Buffer.alloc(200_000));
  rmSync(file.replace(/\.db$/, '.json'));
  await page.reload();
  await expect(rows(page)).toContainText(t('backups:states.unverified'));
  await rows(page)
    .getByRole('button', { name: pattern('backups:row.verifyOf') })
    .click();
  await expect(rows(page)).toContainText(t('refusals:program.BACKUP_DAMAGED'));
  await rows(page)
    .getByRole('button', { name: pattern('backups:restore.confirm') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(t('refusals:program.BACKUP_DAMAGED'));
  await expect(dialog.getByRole('button', { name: pattern('backups:restore.confirm') })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await numbers(shop)).toHaveLength(1);
});

test('another folder: a missing one is refused in words, an existing one gets the next backup', async ({
  page,
  shop,
  desktop,
  signIn,
}) => {
  await signIn('owner', '/settings/backup');
  const form = page.getByRole('form', { name: t('settings:fields.label.backup_folder') });
  const field = form.getByRole('textbox', { name: t('settings:fields.label.backup_folder') });
  // A path is chosen, never typed.
  await expect(field).not.toBeEditable();
  // The stand-in returns a folder that does not exist.
  await form.getByRole('button', { name: t('common:chooseFolder') }).click();
  await expect(field).toHaveValue(join(shop.folder, 'desktop'));
  await expect(form.getByRole('alert')).toContainText('Зберігати копії тут не можна: теку не знайдено.');
  const file = join(shop.folder, 'a-file');
  writeFileSync(file, '');
  desktop.asked.nextFolder = file;
  await form.getByRole('button', { name: t('common:chooseFolder') }).click();
  await expect(field).toHaveValue(file);
  await expect(form.getByRole('alert')).toContainText(/файл/);

  const folder = join(shop.folder, 'desktop');
  mkdirSync(folder);
  desktop.asked.nextFolder = folder;
  await form.getByRole('button', { name: t('common:chooseFolder') }).click();
  await expect(field).toHaveValue(folder);
  await expect(form.getByRole('status')).toContainText(t('common:saved'));
  await make(page, 1);
  expect(fileIn(folder)).toContain(folder);
  await form.getByRole('button', { name: t('backups:folder.open') }).click();
  await expect.poll(() => desktop.asked.opened).toEqual([folder]);

  // The disk is unplugged.
  rmSync(folder, { recursive: true });
  await page.reload();
  await expect(list(page)).toContainText(t('backups:list.unreadable', { folder }));
  await expect(list(page)).toContainText(t('refusals:reason.absent'));
  await page.getByRole('button', { name: t('backups:make.now') }).click();
  await expect(page.getByText(/Копію не створено \(теку не знайдено\)/)).toBeVisible();
  await expect(page.getByText(t('backups:state.failed'))).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: t('settings:fields.default.backup_folder') }).click();
  await expect(field).toHaveValue(folderOf(shop));
});
