import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import type { NewShop } from '../helpers/new-shop.ts';
import { openShop, PASSWORD } from '../helpers/shop.ts';
import { openTab } from '../helpers/tab.ts';
import { expectAccessible } from './helpers/axe.ts';
import { outcome, qr } from './helpers/charging.ts';
import { expect, fillSignIn } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { payInvoice, test } from './helpers/new-shop.ts';
import { pattern, textsOf } from './helpers/texts.ts';

// A plain browser, without the program's window: the tab that redeems the one-time address is the window.

test.use({ isDesktop: false });
const t = textsOf('uk');

const issue = (fresh: NewShop) =>
  issueTabCode(join(fresh.folder, 'shop'), new URL(fresh.baseUrl).origin, Date.now());
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const makeOwner = async (page: Page) => {
  await page.getByLabel(t('first-run:owner.name')).fill('Олена Марченко');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
};

test('from nothing to the first paid invoice, and a key afterwards', async ({ page, fresh, context }) => {
  const { address } = issue(fresh);
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto(address);
  const code = new URL(address).hash.slice('#tab='.length);
  await makeOwner(page);
  expect(page.url()).not.toContain('tab=');
  await page
    .getByRole('textbox', { name: t('terminals:facts.token') })
    .fill(fresh.bank.merchants[0]?.token ?? '');
  await expect(page.getByText(t('terminals:first.extensions'))).toBeVisible();
  await page.getByRole('button', { name: t('terminals:first.itsMe') }).press('Enter');
  await page.getByLabel(t('first-run:shop.name')).press('Enter');
  await expect(qr(page)).toBeVisible();
  await payInvoice(await context.newPage(), fresh, 'olena');
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  expect(seen.join('\n')).not.toContain(code);

  await page.goto(new URL('/settings/till', fresh.baseUrl).href);
  await page.getByRole('button', { name: t('till:keys.open') }).click();
  await page.getByRole('button', { name: t('till:keys.make'), exact: true }).click();
  // The password is asked for by one dialog, after which the key is made.
  await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/kr_[\w-]{43}/).first()).toBeVisible();
});

test('an address that was used opens nothing, and says how to get another', async ({ page, fresh }) => {
  const { address } = issue(fresh);
  await page.goto(address);
  await makeOwner(page);
  await expect(heading(page)).toHaveText(t('first-run:bank.title'));
  const other = await page.context().newPage();
  await other.goto(address);
  await expect(heading(other)).toHaveText(t('first-run:open.refused'));
  await expectAccessible(other);
  await other.getByRole('link', { name: t('first-run:open.signIn') }).click();
  await fillSignIn(other, 'uk', 'olena');
  // An ordinary tab: no first run.
  await expect(heading(other)).toContainText(t('common:places.today'));
});

test('a new shop begins with a file of this computer', async ({ page, fresh }) => {
  const old = await openShop();
  const tab = await openTab(old);
  await tab.confirm();
  await old.createInvoice();
  const phrase = 'зелений човен стоїть над тихим млином';
  const { name, bytes } = (await tab.ask('copies.export', { phrase })).body;
  await old.close();
  await page.goto(issue(fresh).address);
  await page.getByRole('button', { name: t('first-run:restore.open') }).click();
  await expectAccessible(page);
  const choose = page.getByRole('button', { name: t('first-run:restore.chooseFile') });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()]);
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await page.getByLabel(t('common:words.copyPhrase')).fill('not this one');
  const restore = page.getByRole('button', { name: pattern('first-run:restore.confirm') });
  await restore.click();
  await expect(page.getByRole('alert')).toContainText(t('refusals:program.COPY_PHRASE_WRONG'));
  await page.getByLabel(t('common:words.copyPhrase')).fill(phrase);
  await expectAccessible(page);
  const outcome = await hold(page, /tab\/outcome$/, 'POST');
  await restore.click();
  await expect(page.getByRole('dialog', { name: t('backups:restore.under') })).toBeVisible();
  outcome.release();
  await expect(page.getByRole('dialog', { name: t('backups:restore.done') })).toBeVisible();
  // Whatever comes back beneath the dialog is there now.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press('Enter');
  await fillSignIn(page, 'uk', 'owner');
  await expect(heading(page)).toContainText(t('common:places.today'));
});
