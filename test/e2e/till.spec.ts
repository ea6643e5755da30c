import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** "For your till": the latest requests are listed as they arrive. */

const open = async (page: Page, shop: Shop) => {
  await page.goto(new URL('/settings/till', shop.baseUrl).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const section = (page: Page, name: string) => page.getByRole('region', { name });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const copied = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).click();
  return clipboard(page);
};
/** Its look is what is clicked; the input beneath is Mantine's. */
const turn = async (page: Page, name: string) => {
  await page.getByRole('switch', { name }).focus();
  await page.keyboard.press('Space');
};
const run = promisify(execFile);
/** In a shell of its own, as whoever programs the till would; the service runs in this process and must go on. */
const sh = async (script: string) =>
  (await run('/bin/sh', ['-eu', '-c', script], { timeout: 20_000 })).stdout;
const row = (page: Page, name: RegExp) => section(page, t('till:requests.title')).getByRole('row', { name });

// A session that is begun over the interface would be one of the requests.
test.use({ startsAtSignIn: true });

test('what comes is seen as it comes: refusals in words, as curl again, held, and not the screen’s own', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  await open(page, shop);
  // A browser cannot open the practice shop, and has no practice sale.
  await expect(section(page, t('till:reference.title')).getByRole('link')).toHaveText([
    t('till:reference.openDocs'),
    'openapi.json',
    '/docs/till/',
  ]);
  await expect(section(page, t('till:practice.title'))).toHaveCount(0);
  const list = section(page, t('till:requests.title'));
  // The fixture signs in over the interface too, as a till would.
  await expect(row(page, /POST auth\/token\/.*200/)).toHaveCount(1);
  await turn(page, t('till:requests.withScreens'));
  await expect(row(page, /GET system\//).first()).toBeVisible();
  await turn(page, t('till:requests.withScreens'));
  await expect(row(page, /GET system\//)).toHaveCount(0);

  const refused = await shop.owner.post('invoices/', {
    terminal: 1,
    amount: 0,
    reference: `Стіл "4" $HOME '`,
  });
  expect(refused.status).toBe(400);
  await shop.stranger.post('auth/token/', { username: 'owner', password: 'Sup3r-secret' });
  await expect(row(page, /auth\/token\/.*401 без входу/)).toBeVisible();
  await turn(page, t('till:requests.onlyRefusals'));
  await expect(row(page, /200 успішно/)).toHaveCount(0);

  await row(page, /invoices\/.*400 не прийнято/)
    .getByRole('button')
    .press('Enter');
  await expect(list.getByText(/Дані не пройшли перевірки; нічого не зроблено/)).toBeVisible();
  await expect(list.getByText(/greater than or equal to 1/)).toBeVisible();
  const again = await copied(page, t('till:requests.copyCurl'));
  expect(again).not.toContain('Bearer ey');
  const access = await shop.signIn('owner');
  // Values are not kept: the interface refuses the command until they are filled in.
  expect(again).toContain('"reference":"***"');
  const filled = again.replace('"terminal":"***"', '"terminal":1').replace('"amount":"***"', '"amount":0');
  expect(await sh(`TOKEN=${access}\n${filled}`)).toBe(refused.text);
  await row(page, /auth\/token\/.*401/)
    .getByRole('button')
    .click();
  await expect(list.getByText('"password": "***"')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Sup3r-secret');
  await expectAccessible(page);

  await list.getByRole('button', { name: t('till:requests.pause') }).click();
  await shop.owner.get('invoices/777/');
  await list.getByRole('button', { name: t('till:requests.goOn') }).click();
  await expect(row(page, /invoices\/777\/.*404 не знайдено/)).toBeVisible();
});
