import type { Page } from '@playwright/test';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { isLive, openSettings, places } from './helpers/live.ts';
import { t } from './helpers/texts.ts';

/** The frame around the sections: what it does when something breaks, and what it reports on every screen. */

test.describe('a screen that breaks', () => {
  test.use({ mayBreak: true });
  test('says what is safe, everything else works, and it can be tried again', async ({ page, signIn }) => {
    await signIn();
    const nonsense = '**/api/v1/sales/?page*';
    await page.route(nonsense, (route) => route.fulfill({ json: { results: [null] } }));
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('heading', { name: t('common:crash.title') })).toBeVisible();
    await expect(page.getByText(t('common:crash.text'))).toBeVisible();
    await expectAccessible(page);
    await page.unroute(nonsense);
    await openSettings(page, 'bank');
    await expect(page.getByRole('heading', { name: 'Каса', level: 2 })).toBeVisible();
    await page.keyboard.press('Alt+2');
    await page.getByRole('button', { name: t('common:list.tryAgain') }).click();
    await expect(page.getByRole('heading', { name: t('invoices:empty.title') })).toBeVisible();
  });
});

test('a payment is reported on every screen, and leads to its invoice', async ({ page, shop, signIn }) => {
  const { id, invoice_id, number_display } = await shop.createInvoice({ amount: 34_000 });
  await signIn();
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.reports') })).toBeVisible();
  await isLive(page);
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
  const toast = page.getByRole('alert').filter({ hasText: t('common:paidToast', { amount: '340,00 ₴' }) });
  await expect(toast).toContainText(number_display);
  await expectAccessible(page);
  await toast.getByRole('button', { name: t('common:words.open') }).click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${id}$`));

  await test.step('the notice of a payment stays until a user has seen it', async () => {
    const next = await shop.createInvoice({ amount: 35_000 });
    await page.keyboard.press('Alt+4');
    await page.clock.install();
    shop.bank.pay(next.invoice_id);
    await shop.owner.post(`invoices/${next.id}/refresh/`);
    const notice = page.getByRole('alert').filter({ hasText: t('common:paidToast', { amount: '350,00 ₴' }) });
    await expect(notice).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(notice).toBeVisible();
    await page.keyboard.press('Shift');
    await page.clock.runFor(10_000);
    await expect(notice).toHaveCount(0);
  });
});

test('the bank does not answer: since when, and what works meanwhile', async ({ page, shop, signIn }) => {
  const invoice = await shop.createInvoice();
  await signIn();
  await isLive(page);
  shop.bank.fault({ path: '*', kind: 'reset', times: 100 });
  for (let call = 0; call < 5; call += 1) await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  // One banner on every screen, with seconds; Today says nothing else.
  await expect(page.getByText(/Банк не відповідає з \d\d:\d\d/)).toHaveCount(1);
  await expect(page.getByRole('timer').filter({ hasText: /Без відповіді (\d+ хв )?\d+ с; / })).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: /Банк не відповідає · \d+:\d\d/ })).toBeVisible();
  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.invoices') })).toBeVisible();
  await expect(page.locator(`[data-invoice="${invoice.id}"]`)).toBeVisible();
});

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
};

test('by keyboard alone from anywhere: the search finds actions and sales', async ({ page, signIn }) => {
  await signIn('owner', '/terminals/nowhere');
  await test.step('an address without a screen leads home', async () => {
    await expect(page.getByRole('heading', { name: t('common:notFound.title') })).toBeVisible();
    await page.getByRole('link', { name: t('common:notFound.home') }).click();
    await expect(page).toHaveURL(/\/today$/);
  });
  await openPalette(page);
  await page.keyboard.type('журнал');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/people\/log$/);
  await openPalette(page);
  await expect(page.getByPlaceholder(t('common:palette.find'))).toHaveValue('журнал');
  await page.keyboard.type('стіл сьомий');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/invoices\?search=/);
  // The address changes before the list is there.
  await expect(page.locator('[data-list-search]')).toHaveValue('стіл сьомий');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page.locator('[data-list-search]')).toBeFocused();
});

test('a part of the program that cannot be fetched while the service restarts comes when it is back', async ({
  page,
  signIn,
}) => {
  let tries = 0;
  await page.route(/\/assets\/reports-/, (route) => {
    tries += 1;
    return tries <= 2 ? route.abort() : route.continue();
  });
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.today') })).toBeVisible();
  await expect(places(page)).toBeVisible();
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.reports') })).toBeVisible();
  expect(tries).toBe(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a click on a section reacts while the service is away, and opens it when it is back', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  await isLive(page);
  await shop.stop();
  await expect(page.getByText(/Kramar не відповідає/).first()).toBeVisible();
  await page.getByRole('link', { name: t('common:places.catalog') }).click();
  await expect(page.getByRole('heading', { name: t('common:pending.title') })).toBeVisible();
  await shop.restart();
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.catalog') })).toBeVisible();
  await expect(page.getByText(t('common:pending.title'))).toHaveCount(0);
});

test('a browser whose page is not seen tells of a payment, where its user wants it', async ({
  page,
  shop,
  signIn,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    const answers: NotificationPermission[] = ['denied', 'granted'];
    class Shown {
      onclick: unknown;
      constructor(title: string) {
        shown.push(title);
      }
      static requestPermission = async () => answers.shift();
    }
    Object.assign(globalThis, { Notification: Shown, shownNotifications: shown });
  });
  const { id, invoice_id } = await shop.createInvoice({ amount: 34_000 });
  await signIn('owner', '/settings/computer');
  const wanted = page.getByRole('switch', { name: t('settings:switches.label.notifications') });
  await wanted.press('Space');
  await expect(page.getByText(t('settings:computer.notificationsRefused'))).toBeVisible();
  await expect(wanted).not.toBeChecked();
  await wanted.press('Space');
  await expect(wanted).toBeChecked();
  await isLive(page);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'shownNotifications')))
    .toEqual([t('common:paidToast', { amount: formatAmount(34_000) })]);
});
