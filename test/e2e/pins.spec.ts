import type { Page } from '@playwright/test';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hire } from './helpers/employees.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { openSettings } from './helpers/live.ts';
import { t } from './helpers/texts.ts';

/** PINs: set in the menu, entered on the lock screen of the program's window. */

test.use({ isDesktop: true });

const menu = (page: Page, name: string) =>
  page.getByRole('button', { name: t('common:account.menu', { name }) });
const people = (page: Page) => page.getByRole('list', { name: t('people:who.label') });
const pinField = (page: Page) => page.getByLabel(t('common:account.pin'), { exact: true });
const usePassword = (page: Page) => page.getByRole('button', { name: t('people:who.usePassword') });

/** Of the form; a toast is an alert, too. */
const refusal = (page: Page) => page.getByRole('main').getByRole('alert');

const setPin = async (page: Page, name: string, pin: string): Promise<void> => {
  await menu(page, name).click();
  await page.getByRole('button', { name: t('common:account.pin'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('people:own.title') });
  await dialog.getByRole('textbox', { name: t('people:own.current') }).fill(PASSWORD);
  await dialog.getByLabel(t('people:own.pin')).fill(pin);
  await dialog.getByLabel(t('people:own.again')).fill(pin);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('people:own.save') }).click();
  await expect(dialog).toHaveCount(0);
};

/** Signs in with the password, out of the session of another. */
const signInAs = async (page: Page, username: string, name: string): Promise<void> => {
  await fillSignIn(page, 'uk', username);
  await expect(menu(page, name)).toBeVisible();
};

const signOut = async (page: Page, name: string): Promise<void> => {
  await menu(page, name).click();
  await page.getByRole('button', { name: t('common:account.signOut') }).click();
};

test('two people change on the lock screen: by keyboard, and by the pad', async ({ page, shop, signIn }) => {
  await hire(shop);
  await signIn();
  await setPin(page, 'owner', '7391');
  await signOut(page, 'owner');
  await usePassword(page).click();
  await signInAs(page, 'olena', 'Олена Бондар');
  await setPin(page, 'Олена Бондар', '258014');

  await page.keyboard.press('Alt+l');
  await expect(people(page).getByRole('button')).toHaveText(['Олена Бондар', 'owner']);
  await expect(people(page).getByRole('button', { name: 'Олена Бондар' })).toBeFocused();
  await expectAccessible(page);

  // By keyboard: the owner is the second.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(pinField(page)).toBeFocused();
  await expect(page.getByText(t('people:entry.lost', { name: 'olena' }))).toBeVisible();
  await expectAccessible(page);
  // Four digits send nothing by themselves: their number stays unknown.
  await page.keyboard.type('7391');
  await expect(pinField(page)).toHaveValue('7391');
  await expect(pinField(page)).toHaveAttribute('type', 'password');
  await page.keyboard.press('Enter');
  await expect(menu(page, 'owner')).toBeVisible();

  await page.keyboard.press('Alt+l');
  await people(page).getByRole('button', { name: 'Олена Бондар' }).click();
  const pad = page.getByRole('group', { name: t('people:entry.pad') });
  for (const digit of ['2', '5', '8', '0', '1', '5'])
    await pad.getByRole('button', { name: digit, exact: true }).click();
  await pad.getByRole('button', { name: t('people:entry.erase') }).click();
  await pad.getByRole('button', { name: '4', exact: true }).click();
  await pad.getByRole('button', { name: t('common:signIn.enter') }).click();
  await expect(menu(page, 'Олена Бондар')).toBeVisible();
});

test('wrong PINs are counted, and the fifth leaves the password; who locked the screen finds it as it was', async ({
  page,
  signIn,
}) => {
  await signIn();
  await setPin(page, 'owner', '7391');
  await openSettings(page, 'people');
  const title = page.getByRole('heading', { level: 2, name: t('common:places.people'), exact: true });
  await expect(title).toBeVisible();
  await page.keyboard.press('Alt+l');
  await people(page).getByRole('button').click();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('people:fault.format'))).toBeVisible();
  await pinField(page).fill('');
  for (const left of [4, 3, 2, 1]) {
    await page.keyboard.type('1928');
    await page.keyboard.press('Enter');
    await expect(refusal(page)).toHaveText(t('people:fault.pin_wrong', { left }));
    await expect(pinField(page)).toHaveValue('');
    await expect(pinField(page)).toBeFocused();
  }
  await page.keyboard.type('1928');
  await page.keyboard.press('Enter');
  await expect(refusal(page)).toHaveText(t('people:fault.pin_locked'));
  await expectAccessible(page);
  await usePassword(page).click();
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toHaveCount(0);
  // The password ended the lock.
  await page.keyboard.press('Alt+l');
  await expect(people(page).getByRole('button')).toHaveText(['owner']);

  await usePassword(page).click();
  await expect(page.getByRole('textbox', { name: t('common:signIn.password') })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('people:who.usePin') }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('7391');
  await page.keyboard.press('Enter');
  await expect(pinField(page)).toHaveCount(0);
  await expect(title).toBeVisible();
});

test('without a PIN the form is as before, and a weak PIN is not taken', async ({ page, shop, signIn }) => {
  await page.goto(new URL('/', shop.baseUrl).href);
  await expect(page.getByLabel(t('common:signIn.username'))).toBeFocused();
  await signIn();
  await menu(page, 'owner').click();
  await page.getByRole('button', { name: t('common:account.pin'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('people:own.title') });
  await dialog.getByRole('textbox', { name: t('people:own.current') }).fill('wrong horse');
  await dialog.getByLabel(t('people:own.pin')).fill('1234');
  await dialog.getByLabel(t('people:own.again')).fill('1235');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('people:fault.pin_weak'))).toBeVisible();
  await expect(dialog.getByText(t('people:own.mismatch'))).toBeVisible();
  await dialog.getByLabel(t('people:own.pin')).fill('2580');
  await dialog.getByLabel(t('people:own.again')).fill('2580');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('people:fault.wrong_password'))).toBeVisible();
  await dialog.getByRole('button', { name: t('people:own.keep') }).click();
  await page.keyboard.press('Alt+l');
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
});
