import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { t } from './helpers/texts.ts';

/** "For your till": keys, webhooks and allowed pages are managed in the program's window. */

const run = promisify(execFile);

const copied = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  return page.evaluate(() => navigator.clipboard.readText());
};
const picture = (page: Page, name: string) => saveScreenshot(page, name, { fullPage: true });

test.describe('in the program’s window', () => {
  test.use({ isDesktop: true });

  test('a key is made, sells by the ready examples, is replaced and revoked', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn('owner', '/settings/till');
    await page.getByRole('button', { name: t('till:keys.open') }).click();
    const name = page.getByLabel(t('till:keys.name'));
    await expect(name).toBeFocused();
    await name.fill(' ');
    await page.getByRole('button', { name: t('till:keys.make'), exact: true }).click();
    await expect(page.getByText(t('till:keys.badName'))).toBeVisible();
    await name.fill('Bar');
    await expectAccessible(page);
    await page.getByRole('button', { name: t('till:keys.make'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('till:keys.issued', { name: 'Bar' }) })).toBeFocused();
    const key = await copied(page, t('till:keys.copy'));
    expect(key).toMatch(/^kr_[\w-]{43}$/);
    await expectAccessibleInBoth(page);
    await picture(page, 'till-key');

    const curl = await copied(page, t('till:example.copy', { language: 'curl' }));
    expect((await run('/bin/sh', ['-c', curl])).stdout).toContain('"status":"created"');
    await page.getByText('Python', { exact: true }).click();
    const python = await copied(page, t('till:example.copy', { language: 'Python' }));
    expect((await run('python3', ['-c', python])).stdout).toMatch(/^\d+ created http/);
    await page.getByText('JavaScript', { exact: true }).click();
    const script = await copied(page, t('till:example.copy', { language: 'JavaScript' }));
    const ran = await run(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    expect(ran.stdout).toMatch(/^201 /);
    const { body } = await shop.owner.get<InvoicePage>('invoices/');
    expect(body.results.map(({ reference }) => reference).sort()).toEqual(['curl', 'javascript', 'python']);

    await page.keyboard.press('Alt+1');
    await expect(page.getByRole('dialog', { name: t('till:keys.leaveTitle') })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('common:words.doneHide') }).click();
    await expect(page.locator('body')).not.toContainText(key);

    await page.getByRole('button', { name: t('till:keys.rotateNamed', { name: 'Bar' }) }).click();
    const rotating = page.getByRole('dialog', { name: t('till:keys.rotateTitle', { name: 'Bar' }) });
    await rotating.getByRole('button', { name: t('till:keys.rotateNamed', { name: 'Bar' }) }).click();
    const second = await copied(page, t('till:keys.copy'));
    expect((await shop.stranger.as(key).get('account/')).status).toBe(401);
    expect((await shop.stranger.as(second).get('account/')).status).toBe(200);
    await page.getByRole('button', { name: t('common:words.doneHide') }).click();
    await page.getByRole('button', { name: t('till:keys.revokeNamed', { name: 'Bar' }) }).click();
    const revoking = page.getByRole('dialog', { name: t('till:keys.revokeTitle', { name: 'Bar' }) });
    await expectAccessible(page);
    await revoking.getByRole('button', { name: t('till:keys.revokeNamed', { name: 'Bar' }) }).click();
    await expect(page.getByText(t('till:keys.none'))).toBeVisible();
    expect((await shop.stranger.as(second).get('account/')).status).toBe(401);
  });

  test('a webhook is added, tested, shows its deliveries and is removed', async ({ page, shop, signIn }) => {
    const till = await startReceiver();
    const { url } = till;
    await signIn('owner', '/settings/till');
    await page.getByRole('button', { name: t('till:webhooks.open') }).click();
    const address = page.getByLabel(t('till:webhooks.url'));
    await address.fill('http://192.168.0.5:8090/');
    await page.getByRole('button', { name: t('till:webhooks.add'), exact: true }).click();
    await expect(page.getByText(t('till:webhooks.badUrl'))).toBeVisible();
    await expectAccessible(page);
    await address.fill(url);
    await page.getByRole('button', { name: t('till:webhooks.add'), exact: true }).click();
    expect(await copied(page, t('till:webhooks.copy'))).toMatch(/^kw_[\w-]{43}$/);
    await page.getByRole('button', { name: t('common:words.doneHide') }).click();

    await page.getByRole('button', { name: t('till:webhooks.testNamed', { url }) }).click();
    await expect(page.getByText(t('till:webhooks.testAccepted', { status: 200 }))).toBeVisible();
    till.behave((response) => response.writeHead(500).end('no database'));
    await shop.createInvoice();
    await page.getByRole('button', { name: t('till:webhooks.deliveriesNamed', { url }) }).click();
    const table = page.getByRole('table', { name: t('till:webhooks.deliveriesNamed', { url }) });
    await expect(table.getByRole('row', { name: /invoice\.created.*500 no database/ })).toBeVisible();
    await expect(page.getByText(t('till:webhooks.state.failing'))).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'till-webhooks');
    await page.getByRole('button', { name: t('till:webhooks.removeNamed', { url }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('till:webhooks.remove'), exact: true })
      .click();
    await expect(page.getByText(t('till:webhooks.none'))).toBeVisible();
    await till.close();

    await test.step('pages are allowed by their exact address, and a wrong one is refused', async () => {
      const form = page.getByRole('form', { name: t('till:origins.title') });
      const field = form.getByLabel(t('till:origins.label'));
      await field.fill('https://till.example.com/path');
      await form.getByRole('button').click();
      await expect(form.getByText(t('till:origins.refused'))).toBeVisible();
      await field.fill('https://till.example.com');
      await form.getByRole('button').click();
      await expect(form.getByText(t('till:origins.none'))).toBeHidden();
      const answer = await fetch(`${shop.baseUrl}terminals/`, {
        headers: { Origin: 'https://till.example.com' },
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://till.example.com');
    });
  });
});

test('in a browser the commands are an aside, and an err_code is explained', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn('owner', '/settings/till');
  await expect(page.getByText(t('common:changeElsewhere'))).toBeVisible();
  await expect(page.getByText(/ key revoke ID$/)).toBeHidden();
  for (const aside of await page.locator('summary').all()) await aside.click();
  await expect(page.getByText(/ key revoke ID$/)).toBeVisible();
  await expect(page.getByText(/ webhook add http:\/\/127\.0\.0\.1:8090\/kramar$/)).toBeVisible();
  await expect(page.getByText(/ setting set allowed_origins ""$/)).toBeVisible();
  await shop.bank.stop();
  expect((await shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 100 })).status).toBe(502);
  const requests = page.getByRole('region', { name: t('till:requests.title') });
  await requests
    .getByRole('row', { name: /invoices\/.*502/ })
    .getByRole('button')
    .click();
  await expect(requests.getByText(t('till:errCode.UNREACHABLE'))).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'till-browser');
});
