import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import type { NewShop } from '../helpers/new-shop.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { outcome, qr } from './helpers/charging.ts';
import { expect, fillSignIn } from './helpers/fixtures.ts';
import { payInvoice, test } from './helpers/new-shop.ts';
import { textsOf } from './helpers/texts.ts';

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
    .getByRole('textbox', { name: t('terminals:give.token') })
    .fill(fresh.bank.merchants[0]?.token ?? '');
  await expect(page.getByText(t('terminals:first.extensions'))).toBeVisible();
  await page.getByRole('button', { name: t('terminals:first.itsMe') }).press('Enter');
  await page.getByLabel(t('first-run:shop.name')).press('Enter');
  await expect(qr(page)).toBeVisible();
  await payInvoice(await context.newPage(), fresh, 'olena');
  await expect(outcome(page).getByRole('heading', { name: t('charge:paid.title') })).toBeVisible();
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
