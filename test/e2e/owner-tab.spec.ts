import { join } from 'node:path';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expect } from './helpers/fixtures.ts';
import { test } from './helpers/new-shop.ts';
import { textsOf } from './helpers/texts.ts';

// A plain browser, without the window: the owner's tab does the whole first run.

test.use({ isDesktop: false });
const t = textsOf('uk');

test("the owner's tab: from nothing to a terminal and a key, each password in its place", async ({
  page,
  fresh,
}) => {
  const { origin } = new URL(fresh.baseUrl);
  const { address } = issueTabCode(join(fresh.folder, 'shop'), origin, Date.now());
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto(address);
  const code = new URL(address).hash.slice('#tab='.length);
  await page.getByLabel(t('common:signIn.username')).fill('olena');
  expect(page.url()).not.toContain('tab=');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('input[name="repeated"]').fill(PASSWORD);
  await page.getByRole('button', { name: t('first-run:next') }).click();
  await page.getByLabel(t('first-run:shop.name')).fill('Зерно');
  await page.getByRole('button', { name: t('first-run:next') }).click();
  await page
    .getByRole('textbox', { name: t('terminals:give.token') })
    .fill(fresh.bank.merchants[0]?.token ?? '');
  await page.getByRole('button', { name: t('terminals:give.try') }).click();
  await page.getByLabel(t('terminals:give.name')).fill('Каса');
  await page.getByRole('button', { name: t('terminals:give.add') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('first-run:done.title'));
  expect(seen.join('\n')).not.toContain(code);

  await page.goto(`${origin}/settings/till`);
  await page.getByRole('button', { name: t('till:keys.open') }).click();
  await page.getByRole('button', { name: t('till:keys.make'), exact: true }).click();
  await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/kr_[\w-]{43}/).first()).toBeVisible();
});
