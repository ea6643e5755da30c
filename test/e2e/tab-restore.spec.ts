import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { turnOnCopies } from '../../main/safekeeping/copies/setup.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { overflowOf } from './helpers/measure.ts';
import { en, pattern, t } from './helpers/texts.ts';

// A backup restored by the owner's tab of a plain browser, whose service stops for that.

test.use({ isDesktop: false, mayBreak: true });

const PHRASE = 'зелений човен стоїть над тихим млином';

/** The owner's tab at the list of backups, with one of a sale, and a sale since. */
const openTab = async (page: Page, shop: Shop, language: 'uk' | 'en', make: string) => {
  await shop.createInvoice();
  await page.goto(issueTabCode(shop.folder, new URL(shop.baseUrl).origin, Date.now()).address);
  await fillSignIn(page, language, 'owner');
  await expect(places(page)).toBeVisible();
  await page.goto(new URL('/settings/backup', shop.baseUrl).href);
  await page.getByRole('button', { name: make }).click();
  await expect(
    page.getByRole('listitem').getByRole('button', { name: pattern('backups:restore.confirm') }),
  ).toBeVisible();
  await shop.createInvoice();
};
const numbers = async (shop: Shop) =>
  (await shop.owner.get<{ results: { number: number }[] }>('invoices/')).body.results.map(
    (each) => each.number,
  );

const givePassword = async (page: Page) => {
  await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
};

test('is asked for the password, waited for, said once, and leads to the sign-in', async ({
  page,
  shop,
  language,
}) => {
  await openTab(page, shop, language, t('backups:make.now'));
  await page.getByRole('button', { name: pattern('backups:restore.confirm') }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: pattern('backups:restore.confirm') });
  await expect(page.getByRole('dialog')).toContainText(t('backups:compare.fewer', { count: 1 }));
  await confirm.press('Enter');
  await givePassword(page);
  // The test's console still has the database open.
  await expect(page.getByRole('dialog', { name: t('backups:restore.failed') })).toContainText(
    t('refusals:reason.in_use'),
  );
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await numbers(shop)).toHaveLength(2);

  shop.console.close();
  await page.getByRole('button', { name: pattern('backups:restore.confirm') }).click();
  // The outcome waits until the service that is back has told another call of the tab that it does not know it.
  let isHeard = false;
  let isUnknown = false;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/tab/backups.list') && answer.status() === 401) isUnknown = true;
  });
  await page.route('**/tab/outcome', (route) => (isHeard ? route.continue() : route.abort()));
  await confirm.press('Enter');
  await givePassword(page);
  await expect(page.getByRole('dialog', { name: t('backups:restore.under') })).toBeVisible();
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return isUnknown;
    })
    .toBe(true);
  isHeard = true;
  const done = page.getByRole('dialog', { name: t('backups:restore.done') });
  await expect(done).toContainText(/kramar-before-restore-.*\.db/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await fillSignIn(page, language, 'owner');
  await expect(places(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shop.signInAgain();
  expect(await numbers(shop)).toHaveLength(1);
  // It is still the owner's tab.
  await page.goto(new URL('/settings/backup', shop.baseUrl).href);
  await expect(page.getByRole('button', { name: pattern('backups:restore.confirm') }).first()).toBeVisible();
});

test('an encrypted copy and all data are downloads, and a folder is typed', async ({
  page,
  shop,
  language,
}) => {
  await openTab(page, shop, language, t('backups:make.now'));
  const folder = page.getByLabel(t('settings:fields.label.backup_folder')).last();
  await expect(page.getByText(t('backups:folder.sameDisk'))).toBeVisible();
  await folder.fill(join(shop.folder, 'missing'));
  await page.keyboard.press('Enter');
  await givePassword(page);
  await expect(page.getByText(pattern('settings:faults.folder'))).toBeVisible();
  mkdirSync(join(shop.folder, 'second'));
  await folder.fill(join(shop.folder, 'second'));
  await page.getByRole('button', { name: t('common:words.checkAndSave') }).click();
  await givePassword(page);
  await expect(page.getByText(t('common:saved'))).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: t('copies:export.start') }).click();
  const dialog = page.getByRole('dialog', { name: t('copies:export.title') });
  await dialog.getByLabel(t('copies:setup.phrase')).fill(PHRASE);
  await expectAccessible(page);
  const [copy] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(copy.suggestedFilename()).toMatch(/^kramar-.*\.tar\.age$/);
  await expect(dialog).toHaveCount(0);
  const all = page.getByRole('button', { name: t('copies:everything.start') });
  const [archive] = await Promise.all([page.waitForEvent('download'), all.click()]);
  expect(archive.suggestedFilename()).toMatch(/^kramar-data-.*\.zip$/);
  await expect(
    page.getByText(t('copies:everything.done', { path: archive.suggestedFilename() })),
  ).toBeVisible();
  // Of a folder that is typed, the password is asked for each time.
  await page.getByRole('button', { name: t('copies:setup.turnOn') }).click();
  mkdirSync(join(shop.folder, 'cloud'));
  await page.getByLabel(t('copies:setup.folder'), { exact: true }).fill(join(shop.folder, 'cloud'));
  await page.getByLabel(t('copies:setup.phrase')).fill(PHRASE);
  await page.keyboard.press('Enter');
  await givePassword(page);
  await expect(page.getByText(join(shop.folder, 'cloud'), { exact: true })).toBeVisible();
});

test.describe('a file of this computer, in English, in the dark', () => {
  test.use({ language: 'en', scheme: 'dark' });
  test('is sent, checked and restored, at any width', async ({ page, shop, language }) => {
    await shop.createInvoice();
    const folder = join(shop.folder, 'cloud');
    mkdirSync(folder);
    await turnOnCopies({ ...shop.console, dataDir: shop.folder }, { folder, phrase: PHRASE });
    await page.goto(issueTabCode(shop.folder, new URL(shop.baseUrl).origin, Date.now()).address);
    await fillSignIn(page, language, 'owner');
    await expect(places(page)).toBeVisible();
    await page.goto(new URL('/settings/backup', shop.baseUrl).href);
    await page.getByRole('button', { name: en('copies:make') }).click();
    await expect(page.getByText(/kramar-.*\.tar\.age/)).toBeVisible();
    const [name = ''] = readdirSync(folder);
    await shop.createInvoice();
    const choose = page.getByRole('button', { name: en('backups:file.choose') });
    await expect(choose).toBeVisible();
    for (const width of [390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      await choose.scrollIntoViewIfNeeded();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()]);
    await chooser.setFiles(join(folder, name));
    await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(en('common:words.copyPhrase')).fill('not this one');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(en('refusals:program.COPY_PHRASE_WRONG'));
    await dialog.getByRole('button', { name: en('common:cancel') }).click();
    await dialog.getByLabel(en('common:words.copyPhrase')).fill(PHRASE);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(en('backups:compare.fewer', { count: 1 }));
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    shop.console.close();
    // Until the reload the tab hears of no outcome, however quick the restore is.
    let isReloaded = false;
    await page.route('**/tab/outcome', (route) => (isReloaded ? route.continue() : undefined));
    await dialog.getByRole('button', { name: pattern('backups:restore.confirm', {}, 'en') }).press('Enter');
    await expect(page.getByRole('dialog', { name: en('backups:restore.under') })).toBeVisible();
    isReloaded = true;
    // A reload waits on: at first by the page of the service that is away.
    await page.reload().catch(() => undefined);
    await expect(page.getByRole('dialog', { name: en('backups:restore.done') })).toBeVisible();
    await page.keyboard.press('Enter');
    await fillSignIn(page, language, 'owner');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await shop.signInAgain();
    expect(await numbers(shop)).toHaveLength(1);
  });
});
