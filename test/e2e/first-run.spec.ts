import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { addEmployee, createOwner } from '../../main/shop/accounts/accounts.ts';
import { type NewShop, openNewShop } from '../helpers/new-shop.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, type Options } from './helpers/fixtures.ts';
import { openSettings } from './helpers/live.ts';
import { test, WITHOUT_EDRPOU } from './helpers/new-shop.ts';
import { pattern, textsOf } from './helpers/texts.ts';

test.use({ isDesktop: true });

const words = { uk: textsOf('uk'), en: textsOf('en') };
const uk = words.uk;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const password = (page: Page) => page.locator('input[name="password"]');
const repeated = (page: Page) => page.locator('input[name="repeated"]');
const tokenField = (page: Page, t = uk) => page.getByRole('textbox', { name: t('terminals:give.token') });
const next = (page: Page) => page.getByRole('button', { name: uk('first-run:next') });
const tokenOf = ({ bank }: NewShop, at = 0): string => bank.merchants[at]?.token ?? '';
const insideOf = ({ host }: NewShop) => {
  const started = host.started();
  if (!started) throw new Error('The service does not run.');
  return started.running.handle;
};

const fillOwner = async (page: Page, language: Options['language'] = 'uk', username = 'olena') => {
  await page.getByLabel(words[language]('common:signIn.username')).fill(username);
  await password(page).fill(PASSWORD);
  await repeated(page).fill(PASSWORD);
};

const toShop = async (page: Page) => {
  await fillOwner(page);
  await next(page).click();
  await expect(heading(page)).toContainText(uk('first-run:shop.title'));
};

const toBank = async (page: Page) => {
  await toShop(page);
  await page.getByLabel(uk('first-run:shop.name')).fill('Зерно');
  await next(page).click();
  await expect(tokenField(page)).toBeFocused();
};

test('by mouse: from nothing to a payment that the bank knows', async ({ page, fresh }) => {
  await expect(heading(page)).toContainText('Крок 1 з 3');
  await toShop(page);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel(uk('first-run:shop.name')).fill('Крамниця «Зерно»');
  await page.getByLabel(uk('first-run:shop.destination')).fill('За каву й пиріжки');
  await next(page).click();
  await tokenField(page).fill(`  ${tokenOf(fresh)}\n`);
  await page.getByRole('button', { name: uk('terminals:give.try') }).click();
  await expect(page.getByText('Кав’ярня «Зерно»')).toBeVisible();
  await expect(page.getByText('3141592653')).toBeVisible();
  expect(fresh.bank.invoices()).toEqual([]);
  await page.getByLabel(uk('terminals:give.name')).fill('Каса');
  await page.getByRole('button', { name: uk('terminals:give.add') }).click();
  await expect(heading(page)).toHaveText(uk('first-run:done.title'));
  await expect(page.getByText('Отримано 4 QR-каси.')).toBeVisible();
  await expect(page.getByText(fresh.baseUrl, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: uk('first-run:done.firstInvoice') }).click();
  await page.getByRole('textbox', { name: 'Сума, ₴' }).fill('340');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /QR-код/ })).toBeVisible();
  expect(fresh.bank.invoices()).toMatchObject([{ amount: 34_000 }]);
  expect(JSON.stringify(fresh.bank.requests)).toContain('За каву й пиріжки');
  await expect(page.getByRole('banner')).toContainText('Крамниця «Зерно»');
});

test.describe('in English', () => {
  test.use({ language: 'en' });

  test('by keyboard: Enter goes on, and the first field of each step has the focus', async ({
    page,
    fresh,
    desktop,
  }) => {
    const t = words.en;
    const { keyboard } = page;
    await expect(page.getByLabel(t('common:signIn.username'))).toBeFocused();
    await keyboard.type('olena');
    await keyboard.press('Enter');
    await expect(password(page)).toBeFocused();
    await keyboard.type(PASSWORD);
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await expect(page.getByRole('form', { name: /Step 2 of 3/ })).toBeVisible();
    await expect(page.getByLabel(t('first-run:shop.name'))).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Step 2 of 3' })).toBeAttached();
    await keyboard.type('Grain');
    await keyboard.press('Tab');
    await expect(
      page
        .getByRole('radiogroup', { name: t('first-run:shop.language') })
        .getByRole('radio', { name: 'English' }),
    ).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(tokenField(page, t)).toBeFocused();
    await keyboard.insertText(tokenOf(fresh));
    await keyboard.press('Enter');
    await expect(page.getByLabel(t('terminals:give.name'))).toBeFocused();
    await keyboard.type('Counter');
    await keyboard.press('Enter');
    await expect(page.getByRole('link', { name: t('first-run:done.firstInvoice') })).toBeFocused();
    await expect(page.getByText('4 QR registers received.')).toBeVisible();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/charge$/);
    expect(desktop.asked.languages).toContain('en');
  });
});

test('back and forth: what was typed is there, and the owner is made once', async ({ page, fresh }) => {
  await fillOwner(page);
  await next(page).dblclick();
  await page.getByLabel(uk('first-run:shop.name')).fill('Не збережено');
  await page.getByRole('button', { name: uk('common:back') }).click();
  await expect(page.getByLabel(uk('common:signIn.username'))).toHaveValue('olena');
  await expect(password(page)).toHaveCount(0);
  await next(page).click();
  await expect(page.getByLabel(uk('first-run:shop.name'))).toHaveValue('Не збережено');
  await page.keyboard.press('Enter');
  await tokenField(page).fill(tokenOf(fresh, 2));
  await page.getByRole('button', { name: uk('first-run:steps.shop') }).click();
  await expect(page.getByLabel(uk('first-run:shop.name'))).toHaveValue('Не збережено');
  await page.getByRole('button', { name: uk('first-run:steps.bank') }).click();
  await expect(tokenField(page)).toHaveValue(tokenOf(fresh, 2));
  // Whatever reads the page does not read the token.
  expect(await page.content()).not.toContain(tokenOf(fresh, 2));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: uk('terminals:give.another') }).click();
  await tokenField(page).fill(tokenOf(fresh, 1));
  await page.keyboard.press('Enter');
  // The name that is offered is this merchant's, not the one before.
  await expect(page.getByLabel(uk('terminals:give.name'))).toHaveValue('Книгарня «Сторінка»');
  await page.getByRole('button', { name: uk('terminals:give.add') }).dblclick();
  await expect(heading(page)).toHaveText(uk('first-run:done.title'));
  await page.getByRole('link', { name: uk('first-run:done.toToday') }).click();
  await expect(heading(page)).toContainText(uk('common:places.today'));
  await openSettings(page, 'bank');
  await expect(page.getByRole('region')).toHaveCount(1);
});

test('an owner that cannot be made is told at the field', async ({ page, fresh }) => {
  await next(page).click();
  await expect(page.getByText(uk('first-run:owner.fault.username.missing'))).toBeVisible();
  await page.getByLabel(uk('common:signIn.username')).fill('я'.repeat(151));
  await password(page).fill('короткий'.slice(1));
  await next(page).click();
  await expect(page.getByText(uk('first-run:owner.fault.username.long'))).toBeVisible();
  await expect(page.getByText(uk('first-run:owner.fault.password.short'))).toBeVisible();
  await expect(page.getByText(uk('first-run:owner.fault.repeated'))).toBeVisible();
  const employee = { full_name: '', email: '', position: '', permissions: [] };
  await addEmployee(insideOf(fresh), { ...employee, username: 'taras' }, PASSWORD);
  await fillOwner(page, 'uk', 'taras');
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText('вже має працівник');
  await fillOwner(page, 'uk', 'olena');
  await next(page).click();
  await expect(heading(page)).toContainText(uk('first-run:shop.title'));
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

test('the sign-in after it fails, and is made up for', async ({ page }) => {
  await page.route('**/api/v1/auth/token/', (route) => route.abort(), { times: 1 });
  await fillOwner(page);
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText(uk('first-run:owner.made'));
  await expect(page.getByLabel(uk('common:signIn.username'))).not.toBeEditable();
  await page.getByRole('button', { name: uk('first-run:owner.enter') }).click();
  await expect(heading(page)).toContainText(uk('first-run:shop.title'));
});

test('an owner whose making lost its answer is signed in all the same', async ({ page, fresh }) => {
  await createOwner(insideOf(fresh), { username: 'olena', password: PASSWORD });
  await fillOwner(page);
  await next(page).click();
  await expect(heading(page)).toContainText(uk('first-run:shop.title'));
});

test('the window is closed in between: it goes on there, until it is put off', async ({ page, fresh }) => {
  const again = async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(new URL('/', fresh.baseUrl).href);
    await fillSignIn(page, 'uk', 'olena');
  };
  await toShop(page);
  await again();
  await expect(heading(page)).toContainText('Крок 2 з 3');
  await page.getByLabel(uk('first-run:shop.name')).fill('Зерно');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText('Крок 3 з 3');
  await again();
  await expect(heading(page)).toContainText('Крок 3 з 3');
  await page.getByRole('button', { name: uk('first-run:without.goOn') }).click();
  await expect(page).toHaveURL(/\/today$/);
  await again();
  await expect(heading(page)).toContainText(uk('common:places.today'));
  await openSettings(page, 'bank');
  await page.getByRole('link', { name: uk('terminals:give.open') }).click();
  await expect(page.getByRole('dialog', { name: uk('terminals:give.addTitle') })).toBeVisible();
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
  await refused('practice token', uk('terminals:give.problem.space'));
  await refused('practiсe', uk('terminals:give.problem.letter', { at: 7 }));
  await refused('x'.repeat(4097), uk('terminals:give.problem.long'));
  expect(fresh.bank.requests).toEqual([]);
  await refused('practice-nobody', uk('terminals:give.unknownToken'));
  fresh.bank.fault({ kind: 'reset', path: 'details' });
  await refused(tokenOf(fresh), uk('terminals:give.noAnswer', { code: 'UNREACHABLE' }));
  fresh.bank.fault({ kind: 'hang', path: 'details' });
  await refused(tokenOf(fresh), uk('terminals:give.noAnswer', { code: 'TIMEOUT' }));
  await tokenField(page).fill(WITHOUT_EDRPOU.token);
  await page.keyboard.press('Enter');
  await expect(page.getByText(uk('terminals:give.noEdrpou'))).toBeVisible();
  await page.getByLabel(uk('terminals:give.name')).fill(' ');
  await page.keyboard.press('Enter');
  await expect(page.getByText(uk('terminals:rename.blank'))).toBeVisible();
  await page.getByLabel(uk('terminals:give.name')).fill('Каса');
  fresh.bank.fault({ kind: 'unavailable', path: 'qr/list' });
  await page.keyboard.press('Enter');
  await expect(page.getByText(uk('first-run:done.noRegisters'))).toBeVisible();
  await expectAccessible(page);
});

test('too long for the bank: a name and a purpose, told at the field', async ({ page }) => {
  await toShop(page);
  await page.getByLabel(uk('first-run:shop.name')).fill('я'.repeat(121));
  await page.getByLabel(uk('first-run:shop.destination')).fill('я'.repeat(281));
  await next(page).click();
  await expect(page.getByText(uk('first-run:shop.tooLong', { most: 120 }))).toBeVisible();
  await expect(page.getByText(uk('first-run:shop.tooLong', { most: 280 }))).toBeVisible();
  await page.getByLabel(uk('first-run:shop.name')).fill('Зерно');
  // Emptied: the usual text holds again.
  await page.getByLabel(uk('first-run:shop.destination')).fill('');
  await next(page).click();
  await expect(tokenField(page)).toBeVisible();
  await page.getByRole('button', { name: uk('common:back') }).click();
  await expect(page.getByLabel(uk('first-run:shop.destination'))).toHaveValue('Оплата товарів і послуг');
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
    await expect(heading(page)).toContainText(uk('first-run:shop.title'));
  } finally {
    await other.close();
  }
});

test('the practice shop and back', async ({ page }) => {
  test.setTimeout(120_000);
  await toBank(page);
  const reloaded = page.waitForEvent('load', { timeout: 60_000 });
  await page.getByRole('button', { name: uk('first-run:without.openPractice') }).click();
  await expect(page.getByText(uk('first-run:without.making'))).toBeVisible();
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
  await fillSignIn(page, 'uk', 'olena');
  await expect(heading(page)).toContainText('Крок 3 з 3');
  await expect(page.getByText(uk('common:madeUp'))).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const)
  test.describe(scheme, () => {
    test.use({ scheme });

    test('axe finds nothing in any step', async ({ page, fresh }) => {
      await next(page).click();
      await expect(page.getByText(uk('common:signIn.passwordMissing'))).toBeVisible();
      await expectAccessible(page, scheme);
      await toShop(page);
      await expectAccessible(page, scheme);
      await page.keyboard.press('Enter');
      await expect(tokenField(page)).toBeFocused();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Enter');
      await expect(page.getByText(uk('terminals:give.problem.blank'))).toBeVisible();
      await expectAccessible(page, scheme);
      await page.getByRole('button', { name: uk('first-run:steps.owner') }).click();
      await expect(heading(page)).toContainText('Крок 1 з 3');
      await expectAccessible(page, scheme);
      await page.getByRole('button', { name: uk('first-run:steps.bank') }).click();
      await tokenField(page).fill(tokenOf(fresh));
      await page.keyboard.press('Enter');
      await expect(page.getByText(uk('terminals:give.isThisYou'), { exact: true })).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Enter');
      await expect(heading(page)).toHaveText(uk('first-run:done.title'));
      await expectAccessible(page, scheme);
    });
  });

test('language and appearance are changed before anybody has signed in', async ({ page }) => {
  await page.getByText('English').click();
  await expect(heading(page)).toContainText('Step 1 of 3');
  await page.getByRole('button', { name: words.en('common:palette.dark') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test.describe('in a browser', () => {
  test.use({ isDesktop: false });

  test('the same steps are told for the command line, without a sign-in', async ({ page, fresh }) => {
    // `/` of a shop without an owner leads there.
    await expect(page).toHaveURL(new URL('/first-run', fresh.baseUrl).href);
    await expect(heading(page)).toHaveText(uk('first-run:title'));
    for (const command of ['owner create', 'setting set shop_name', 'terminal add', 'backup restore'])
      await expect(page.getByText(new RegExp(`npm run admin -- --data-dir \\S+ ${command}`))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: uk('first-run:command.signIn') }).click();
    await expect(page.getByRole('heading', { name: uk('common:signIn.title') })).toBeVisible();
  });
});
