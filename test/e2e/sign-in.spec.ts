import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { isLive, places } from './helpers/live.ts';
import { containing, en, t } from './helpers/texts.ts';

test.use({ startsAtSignIn: true });

const employee = { full_name: 'Олена Касир', email: '', position: 'Касир' };

test('axe finds nothing in the sign-in, the frame and what opens from it', async ({ page, signIn }) => {
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
  await expect(page.getByText(t('common:signIn.passwordMissing'))).toBeVisible();
  await expectAccessibleInBoth(page);
  await signIn();
  await page.getByRole('button', { name: t('common:account.menu', { name: 'owner' }) }).click();
  await expect(page.getByRole('button', { name: t('common:account.signOut') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Slash');
  await expect(page.getByRole('dialog', { name: t('common:shortcuts.title') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+l');
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
  await expectAccessibleInBoth(page);
});

test('the sign-in speaks the language of the browser until somebody chooses another', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(new URL('/', shop.baseUrl).href);
  await expect(page.getByRole('heading', { name: en('common:signIn.title') })).toBeVisible();
  await page.getByText('Українська').click();
  await page.reload();
  await expect(page.getByRole('heading', { name: t('common:signIn.title') })).toBeVisible();
  await context.close();
});

test('the language changes at once, signed in or not, and is remembered', async ({ page, signIn }) => {
  await page.getByText('English').click();
  await expect(page.getByRole('heading', { name: en('common:signIn.title') })).toBeVisible();
  await page.getByText('Українська').click();

  await test.step('wrong credentials are reported, and what was typed stays', async () => {
    await page.getByLabel(t('common:signIn.username')).fill('owner');
    await page.getByRole('textbox', { name: t('common:signIn.password') }).fill('не той');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(t('failures:credentials'));
    await expect(page.getByLabel(t('common:signIn.username'))).toHaveValue('owner');
  });

  await signIn();
  await expect(page).toHaveURL(/\/today$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('english');
  await page.getByText('Switch to English').click();
  await expect(places(page).getByText(en('common:places.invoices'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(places(page).getByText(en('common:places.invoices'))).toBeVisible();
});

test('a locked screen opens unchanged for the same user, and from the start for another', async ({
  page,
  shop,
  signIn,
}) => {
  await addEmployee(
    shop.console,
    { ...employee, username: 'olena', permissions: ['can_create_invoices'] },
    PASSWORD,
  );
  await signIn();
  await page.keyboard.press('Alt+2');
  await expect(page).toHaveURL(/\/invoices$/);
  await page.keyboard.press('Alt+l');
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('kramar.session'))).toBeNull();
  // Neither Escape nor the program's shortcuts get past it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();

  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: t('common:signIn.unlock') }).click();
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeHidden();
  await expect(page.getByRole('heading', { name: t('common:places.invoices'), level: 1 })).toBeVisible();

  await page.keyboard.press('Alt+l');
  await page.getByRole('button', { name: t('common:signIn.another') }).click();
  await fillSignIn(page, 'uk', 'olena');
  await expect(
    page.getByRole('button', { name: t('common:account.menu', { name: 'Олена Касир' }) }),
  ).toBeVisible();

  await test.step('an employee sees only the sections that they may use', async () => {
    await expect(places(page).getByRole('link')).toHaveText([
      containing(t('common:places.charge')),
      containing(t('common:places.catalog')),
    ]);
    await page.goto(new URL('/invoices', shop.baseUrl).href);
    await expect(page.getByRole('heading', { name: t('common:noPermission.title') })).toBeVisible();
  });
});

test('it locks by itself after a time without input, and not before', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn();
  await page.clock.fastForward('14:00');
  await page.mouse.move(200, 200);
  await page.clock.fastForward('14:00');
  await expect(page.getByRole('heading', { name: t('common:places.today'), level: 1 })).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
});

test('the service goes and comes back: the time is shown, and the screen recovers by itself', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  await isLive(page);
  // The screen is fetched apart from its frame: without the service it would come only with it.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shop.stop();
  await expect(page.getByText(/Kramar не відповідає з \d\d:\d\d/)).toBeVisible();
  await expectAccessible(page);
  await shop.restart();
  await isLive(page);
  await expect(page.getByText(/Kramar не відповідає/)).toBeHidden();

  await test.step('an access token that has run out is renewed without a flicker; a session that is over asks for the password', async () => {
    const spoil = (part: 'access' | 'refresh') =>
      page.evaluate((name) => {
        const session = JSON.parse(sessionStorage.getItem('kramar.session') ?? '{}');
        sessionStorage.setItem('kramar.session', JSON.stringify({ ...session, [name]: 'x.y.z' }));
      }, part);

    await spoil('access');
    await page.reload();
    await expect(page.getByRole('heading', { name: t('common:places.today'), level: 1 })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('kramar.session'))).not.toContain('"x.y.z"');

    await spoil('access');
    await spoil('refresh');
    await page.reload();
    await expect(page.getByRole('heading', { name: t('common:signIn.expiredTitle') })).toBeVisible();
  });
});
