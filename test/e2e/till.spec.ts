import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { addEmployee } from '../../main/domain/accounts/accounts.ts';
import type { Employee } from '../../shared/api/employees.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Page as ListPage } from '../../shared/api/pages.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { en, t } from './helpers/texts.ts';

/** "For your till": an account is made, tried and handed over, and what then comes is seen as it comes. */

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
const employees = async (shop: Shop) => (await shop.owner.get<ListPage<Employee>>('employees/')).body.results;
const row = (page: Page, name: RegExp) => section(page, t('till:requests.title')).getByRole('row', { name });

test.describe('in the program’s window', () => {
  test.use({ isDesktop: true });

  test('an account with just its rights is made, tried and handed over; its commands sell', async ({
    page,
    shop,
    signIn,
  }) => {
    await addEmployee(
      shop.console,
      { username: 'kasa-bilia-vikna', full_name: '', email: '', position: '', permissions: [] },
      'correct horse',
    );
    await signIn();
    await open(page, shop);
    await page.getByRole('button', { name: t('till:account.open') }).click();
    const name = page.getByLabel(t('till:account.name'));
    await expect(name).toBeFocused();
    await name.fill('Каса біля вікна');
    const username = page.getByLabel(t('till:account.username'));
    await expect(username).toHaveValue('kasa-bilia-vikna-2');
    await username.fill('kasa-bilia-vikna');
    await page.getByRole('radio', { name: t('till:account.purposes.charge'), exact: true }).check();
    await page.getByRole('button', { name: t('till:account.make') }).click();
    await expect(page.getByText(t('employees:faults.taken'))).toBeVisible();
    expect(await employees(shop)).toHaveLength(1);
    await username.fill('kasa-2');
    await expectAccessible(page);
    await username.press('Enter');

    const card = page.getByRole('heading', { name: t('till:card.title', { name: 'Каса біля вікна' }) });
    await expect(card).toBeFocused();
    const made = (await employees(shop)).find((each) => each.username === 'kasa-2');
    expect(made).toMatchObject({
      full_name: 'Каса біля вікна',
      can_view_invoices: true,
      can_create_invoices: true,
      can_cancel_invoices: false,
      can_manage_terminals: false,
      can_manage_employees: false,
    });
    await page.getByRole('button', { name: t('till:try.start') }).click();
    await expect(page.getByText(t('till:try.entered'))).toBeVisible();
    await expect(page.getByText(t('till:try.terminals', { count: 1 }))).toBeVisible();
    await expect(page.getByText(t('till:try.rights'))).toBeVisible();
    await expect(row(page, /GET account\/.*200.*kasa-2/)).toBeVisible();

    const enter = await copied(page, t('till:card.copyEnter'));
    const sell = await copied(page, t('till:card.copy.invoice'));
    // The same key twice is one invoice.
    const told = await sh(`${enter} >/dev/null\n${sell}\n${sell}`);
    expect(told).toContain('"status":"created"');
    const { body } = await shop.owner.get<InvoicePage>('invoices/');
    expect(body.results.map(({ amount }) => amount)).toEqual([100]);
    await expect(row(page, /POST invoices\/.*201 створено.*kasa-2/)).toHaveCount(2);
    const everything = await copied(page, t('till:card.copyAll'));
    for (const part of [shop.baseUrl, 'kasa-2', enter, sell]) expect(everything).toContain(part);
    await expectAccessible(page);

    // The password is nowhere else: nobody leaves it by accident.
    await page.keyboard.press('Alt+1');
    await expect(page.getByRole('dialog', { name: t('till:card.leaveTitle') })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('till:card.done') }).click();
    await expect(card).toBeHidden();
    const password = /"password":"([^"]+)"/.exec(enter)?.[1] ?? '';
    expect(password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await expect(page.locator('body')).not.toContainText(password);

    // What the page says of signing in works as it stands, but for the name and the password.
    const steps = [t('till:steps.copy.enter'), t('till:steps.copy.ask'), t('till:steps.copy.renew')];
    const commands: string[] = [];
    for (const step of steps) commands.push(await copied(page, step));
    const [signInStep = '', askStep = '', renewStep = ''] = commands;
    const mine = signInStep
      .replace(t('till:steps.username'), 'kasa-2')
      .replace(t('till:steps.password'), password);
    const answers = await sh(
      `${mine} >/dev/null\n${askStep}\n${renewStep} >/dev/null\nTOKEN=$TOKEN\n${askStep}`,
    );
    expect(answers.match(/"merchant_id"/g)).toHaveLength(2);
  });
});

test('what comes is seen as it comes: refusals in words, as curl again, held, and not the screen’s own', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  await open(page, shop);
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

test.describe('in a browser, in English and dark', () => {
  test.use({ language: 'en', scheme: 'dark' });

  test('the command is told with its password, and trying says when it was not run yet', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn();
    await open(page, shop);
    await page.getByRole('button', { name: en('till:account.open') }).click();
    await page.getByLabel(en('till:account.name')).fill('Bar 2');
    await page.getByRole('radio', { name: en('till:account.purposes.read') }).check();
    await page.getByRole('button', { name: en('till:account.toCommand') }).click();
    const command = `npm run admin -- --data-dir ${shop.config.dataDir} employee add --username=bar-2 --full-name="Bar 2" --can=view_invoices`;
    await expect(page.getByText(command)).toBeVisible();
    await page.getByRole('button', { name: en('till:try.start') }).click();
    await expect(page.getByText('Run the command above first')).toBeVisible();
    await expectAccessible(page);
    const password = await copied(page, en('till:card.copyPassword'));
    // As the command line does it.
    await addEmployee(
      shop.console,
      { username: 'bar-2', full_name: 'Bar 2', email: '', position: '', permissions: ['can_view_invoices'] },
      password,
    );
    await page.getByRole('button', { name: en('till:try.start') }).click();
    await expect(page.getByText(en('till:try.entered'))).toBeVisible();
    await expect(page.getByText(en('till:try.terminals', { count: 1 }))).toBeVisible();
    const read = await copied(page, en('till:card.copy.read'));
    const enter = await copied(page, en('till:card.copyEnter'));
    expect(await sh(`${enter} >/dev/null\n${read}`)).toContain('"results":[]');
  });
});
