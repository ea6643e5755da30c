import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { addEmployee, createOwner } from '../../main/shop/accounts/accounts.ts';
import { counterSettings } from '../../main/shop/settings.ts';
import { findOwner } from '../../main/store/accounts.ts';
import { allTerminals } from '../../main/store/terminals.ts';
import { type NewShop, openNewShop } from '../helpers/new-shop.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { outcome, qr } from './helpers/charging.ts';
import { expect, fillSignIn } from './helpers/fixtures.ts';
import { payInvoice, test, WITHOUT_EDRPOU } from './helpers/new-shop.ts';
import { en, pattern, t as uk } from './helpers/texts.ts';

test.use({ isDesktop: true });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const ownName = (page: Page) => page.getByLabel(uk('first-run:owner.name'));
const password = (page: Page) => page.locator('input[name="password"]');
const tokenField = (page: Page) => page.getByRole('textbox', { name: uk('terminals:facts.token') });
const shopName = (page: Page) => page.getByLabel(uk('first-run:shop.name'));
const itsMe = (page: Page) => page.getByRole('button', { name: uk('terminals:first.itsMe') });
const next = (page: Page) => page.getByRole('button', { name: uk('common:words.next') });
const link = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tokenOf = ({ bank }: NewShop, at = 0): string => bank.merchants[at]?.token ?? '';
const insideOf = ({ host }: NewShop) => {
  const started = host.started();
  if (!started) throw new Error('The service does not run.');
  return started.running.handle;
};

const fillOwner = async (page: Page, name = 'Олена Марченко') => {
  await ownName(page).fill(name);
  await password(page).fill(PASSWORD);
};

const toBank = async (page: Page) => {
  await fillOwner(page);
  await next(page).click();
  await expect(tokenField(page)).toBeFocused();
};

test('by keyboard alone from nothing to a paid invoice', async ({ page, fresh, context }) => {
  const { keyboard } = page;
  await expect(heading(page)).toHaveText(uk('first-run:owner.title'));
  await expect(ownName(page)).toBeFocused();
  await keyboard.insertText('Олена Марченко');
  await expect(page.getByText('olena', { exact: true })).toBeVisible();
  await keyboard.press('Enter');
  await expect(password(page)).toBeFocused();
  await keyboard.insertText(PASSWORD);
  await keyboard.press('Enter');
  await expect(tokenField(page)).toBeFocused();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await keyboard.insertText(tokenOf(fresh));
  await expect(itsMe(page)).toBeFocused();
  await expect(page.getByText('Кав’ярня «Зерно»')).toBeVisible();
  await expect(page.getByText('3141592653')).toBeVisible();
  // Whatever reads the page does not read the token.
  expect(await page.content()).not.toContain(tokenOf(fresh));
  await keyboard.press('Enter');
  await expect(shopName(page)).toHaveValue('Кав’ярня «Зерно»');
  await expect(shopName(page)).toBeFocused();
  // It is selected: what is typed replaces it.
  await keyboard.insertText('Зерно');
  expect(fresh.bank.invoices()).toEqual([]);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/charge\?invoice=1$/);
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  expect(fresh.bank.invoices()).toMatchObject([{ amount: 100 }]);
  await payInvoice(await context.newPage(), fresh, 'olena');
  await expect(outcome(page).getByRole('heading', { name: uk('common:words.paid') })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Зерно');
  const { db } = insideOf(fresh);
  expect(findOwner(db)).toMatchObject({ username: 'olena', full_name: 'Олена Марченко' });
  expect(counterSettings(db)).toMatchObject({ takes_cash: true });
});

test('back and forth: what was typed is there, and the owner is made once; axe finds nothing in any step', async ({
  page,
  fresh,
}) => {
  await page.getByText('English').click();
  await expect(heading(page)).toHaveText(en('first-run:owner.title'));
  await page.getByText('Українська').click();
  await next(page).click();
  await expect(page.getByText(uk('first-run:owner.fault.password.missing'))).toBeVisible();
  await expectAccessibleInBoth(page);
  await fillOwner(page);
  await next(page).dblclick();
  await expect(tokenField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(uk('terminals:give.problem.blank'))).toBeVisible();
  await expectAccessibleInBoth(page);
  await tokenField(page).fill('x');
  await link(page, uk('common:back')).click();
  await expect(page.getByText('Олена Марченко · olena')).toBeVisible();
  await expect(password(page)).toHaveCount(0);
  await expectAccessibleInBoth(page);
  await next(page).click();
  await expect(tokenField(page)).toHaveValue('x');
  await tokenField(page).fill(tokenOf(fresh, 2));
  await link(page, uk('terminals:first.another')).click();
  await tokenField(page).fill(tokenOf(fresh, 1));
  await expect(page.getByText('Книгарня «Сторінка»')).toBeVisible();
  await expectAccessibleInBoth(page);
  await itsMe(page).dblclick();
  await shopName(page).fill('Не збережено');
  await link(page, uk('common:back')).click();
  await expect(page.getByText('Книгарня «Сторінка»')).toBeVisible();
  await next(page).click();
  await expect(shopName(page)).toHaveValue('Не збережено');
  await expectAccessibleInBoth(page);
  await page.getByRole('radio', { name: new RegExp(uk('first-run:shop.cashIs.no')) }).click();
  await link(page, uk('first-run:shop.withoutTrial')).click();
  await expect(page).toHaveURL(/\/today$/);
  expect(counterSettings(insideOf(fresh).db)).toMatchObject({ takes_cash: false });
  expect(fresh.bank.invoices()).toEqual([]);
  expect(allTerminals(insideOf(fresh).db)).toHaveLength(1);
});

test('an owner that cannot be made is told at the field', async ({ page, fresh }) => {
  const employee = { full_name: '', email: '', position: '', permissions: [] };
  await addEmployee(insideOf(fresh), { ...employee, username: 'taras' }, PASSWORD);
  await fillOwner(page, 'Тарас Гнатюк');
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText('вже має працівник');
  const username = page.getByLabel(uk('first-run:owner.username'));
  await username.fill('380501234567');
  await next(page).click();
  await expect(page.getByText(uk('first-run:owner.fault.username.digits'))).toBeVisible();
  await username.fill('taras2');
  await test.step('the sign-in after it fails, and is made up for', async () => {
    await page.route('**/api/v1/auth/token/', (route) => route.abort(), { times: 1 });
    await next(page).click();
    await expect(page.getByRole('alert')).toContainText(uk('first-run:owner.made'));
    await expect(ownName(page)).not.toBeEditable();
    await page.getByRole('button', { name: uk('first-run:owner.enter') }).click();
  });
  await expect(heading(page)).toHaveText(uk('first-run:bank.title'));
  expect(findOwner(insideOf(fresh).db)).toMatchObject({ username: 'taras2', full_name: 'Тарас Гнатюк' });
});

test('another window has made the owner meanwhile: told, and the way is to the sign-in', async ({
  page,
  fresh,
}) => {
  await createOwner(insideOf(fresh), { username: 'petro', password: 'another secret' });
  await fillOwner(page);
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText(uk('first-run:owner.takenTitle'));
  await expectAccessible(page);
  await page.getByRole('button', { name: uk('first-run:owner.toSignIn') }).click();
  await expect(page.getByRole('heading', { name: uk('common:signIn.title') })).toBeVisible();
});

test('an owner whose making lost its answer is signed in all the same', async ({ page, fresh }) => {
  await createOwner(insideOf(fresh), { username: 'olena', password: PASSWORD });
  await fillOwner(page);
  await next(page).click();
  await expect(heading(page)).toHaveText(uk('first-run:bank.title'));
});

test('the window is closed in between: it goes on there, until it is put off', async ({ page, fresh }) => {
  const again = async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(new URL('/', fresh.baseUrl).href);
    await fillSignIn(page, 'uk', 'olena');
  };
  await toBank(page);
  await again();
  await expect(heading(page)).toHaveText(uk('first-run:bank.title'));
  await tokenField(page).fill(tokenOf(fresh));
  await itsMe(page).click();
  await expect(heading(page)).toHaveText(uk('first-run:shop.title'));
  await again();
  await expect(shopName(page)).toHaveValue('Кав’ярня «Зерно»');
  await link(page, uk('first-run:shop.withoutTrial')).click();
  await expect(page).toHaveURL(/\/today$/);
  await again();
  await expect(heading(page)).toContainText(uk('common:places.today'));
});

test('without a token: the name is given, and the token comes later', async ({ page, fresh }) => {
  await toBank(page);
  await link(page, uk('first-run:bank.later')).click();
  await shopName(page).fill('Зерно');
  await page.getByRole('button', { name: uk('common:words.done'), exact: true }).click();
  await expect(page).toHaveURL(/\/today$/);
  await expect(page.getByRole('banner')).toContainText('Зерно');
  expect(fresh.bank.requests).toEqual([]);
});

test('tokens that are none, and a bank that does not answer', async ({ page, fresh }) => {
  await toBank(page);
  const refused = async (token: string, told: string) => {
    await tokenField(page).fill(token);
    await page.keyboard.press('Enter');
    await expect(page.getByText(told)).toBeVisible();
  };
  fresh.bank.clearRequests();
  await refused('   ', uk('terminals:give.problem.blank'));
  expect(fresh.bank.requests).toEqual([]);
  await refused('practice-nobody', uk('terminals:give.unknownToken'));
  fresh.bank.fault({ kind: 'reset', path: 'details' });
  // It is tried when it is pasted.
  await tokenField(page).fill(tokenOf(fresh));
  await expect(page.getByText(uk('terminals:give.noAnswer', { code: 'UNREACHABLE' }))).toBeVisible();
  await tokenField(page).fill(WITHOUT_EDRPOU.token);
  await expect(page.getByText(uk('terminals:give.noEdrpou'))).toBeVisible();
  await itsMe(page).click();
  await shopName(page).fill('я'.repeat(121));
  await page.keyboard.press('Enter');
  await expect(page.getByText(uk('first-run:shop.tooLong', { most: 120 }))).toBeVisible();

  await test.step('the bank does not answer the first payment: the name is kept, and the same sale is tried again', async () => {
    await shopName(page).fill('Зерно');
    fresh.bank.fault({ kind: 'unavailable', path: 'invoice/create' });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: pattern('first-run:shop.doneWithTrial') }).click();
    await expect(qr(page)).toBeVisible();
    expect(fresh.bank.invoices()).toHaveLength(1);
  });
});

test('a shop of another computer is restored from its backup', async ({ page, desktop }) => {
  const other = await openNewShop();
  try {
    const handle = insideOf(other);
    await createOwner(handle, { username: 'petro', password: PASSWORD });
    const { path } = await handle.backups.create('manual');
    desktop.asked.nextFolder = dirname(path);
    await page.getByRole('button', { name: uk('first-run:restore.open') }).click();
    await expect(heading(page)).toHaveText(uk('first-run:restore.title'));
    await expect(page.getByRole('button', { name: uk('first-run:restore.choose') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: /\d\d:\d\d/ })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: pattern('first-run:restore.confirm') }).click();
    await expect(heading(page)).toHaveText(uk('first-run:restore.done'));
    await page.keyboard.press('Enter');
    await fillSignIn(page, 'uk', 'petro');
    // It had no terminal yet.
    await expect(heading(page)).toHaveText(uk('first-run:bank.title'));
  } finally {
    await other.close();
  }
});

test('the practice shop and back', async ({ page }) => {
  test.setTimeout(120_000);
  const reloaded = page.waitForEvent('load', { timeout: 60_000 });
  await link(page, uk('first-run:practice.try')).click();
  await expect(page.getByText(uk('first-run:practice.making'))).toBeVisible();
  await reloaded;
  const entry = page.getByText('kramar-demo', { exact: true });
  await expect(entry).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(uk('common:signIn.username')).fill('owner');
  await page.getByRole('textbox', { name: uk('common:signIn.password') }).fill('kramar-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/today$/);
  await expect(page.getByText(uk('common:madeUp'))).toBeVisible();
  // The ribbon is there before Today is.
  await expect(heading(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: uk('first-run:practice.leave') }).click();
  await expect(entry).toBeHidden();
  await expect(heading(page)).toHaveText(uk('first-run:owner.title'));
  await expect(page.getByText(uk('common:madeUp'))).toHaveCount(0);
});

test.describe('in a browser without the one-time address', () => {
  test.use({ isDesktop: false });

  test('it says where that address comes from, and makes nobody the owner', async ({ page, fresh }) => {
    // `/` of a shop without an owner leads there.
    await expect(page).toHaveURL(new URL('/first-run', fresh.baseUrl).href);
    await expect(heading(page)).toHaveText(uk('first-run:open.none'));
    await expectAccessible(page);
    const command = page.getByText(/npm run admin -- --data-dir \S+ open/);
    await expect(command).toBeHidden();
    await page.getByText(uk('common:forDevelopers')).click();
    await expect(command).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});
