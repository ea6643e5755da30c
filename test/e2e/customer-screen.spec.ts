import type { BrowserContext, Page, Request } from '@playwright/test';
import { changeSetting } from '../../main/shop/settings.ts';
import type { CustomerScreen } from '../../shared/api/customer-screen.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { charge, display, hear, onlyInvoice, open, outcome, products } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** The screen that faces the customer, in a window of its own beside the charge screen. */

const openCustomer = async (page: Page, context: BrowserContext): Promise<Page> => {
  const [customer] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /^(Екран покупця|Customer screen)$/ }).click(),
  ]);
  await customer.setViewportSize({ width: 800, height: 480 });
  return customer;
};
const heading = (customer: Page, name: string) => customer.getByRole('heading', { level: 1, name });
const named = (shop: Shop) =>
  changeSetting(shop.console.db, shop.config.dataDir, 'shop_name', 'Кав’ярня на розі');

const READ = '/customer-screen/read/';

test('shows the cart, the QR code, and paid by the answer that was waiting when the bank confirmed it', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  named(shop);
  await products(shop);
  await open(page, signIn);
  const customer = await openCustomer(page, context);
  await expect(heading(customer, 'Кав’ярня на розі')).toBeVisible();
  expect(await customer.evaluate(() => sessionStorage.length)).toBe(0);
  await expectAccessible(customer);

  await display(page).fill('340');
  await expect(heading(customer, t('common:words.toPay'))).toBeVisible();
  await expect(customer.getByText('340,00 ₴')).toBeVisible();
  await expect(customer.getByRole('img')).toHaveCount(0);

  await charge(page, '340');
  await expect(heading(customer, t('common:words.scanToPay'))).toBeVisible();
  await expect(customer.getByRole('img', { name: t('common:words.scanToPay') })).toBeVisible();
  await expectAccessible(customer);

  // The request that waits by now is the one that the payment answers: nothing is polled for.
  const requests: Request[] = [];
  customer.on('request', (request) => {
    if (request.url().includes(READ)) requests.push(request);
  });
  changeSetting(shop.console.db, shop.config.dataDir, 'shop_name', 'Кав’ярня');
  await expect(customer.getByText('Кав’ярня', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => requests.length).toBe(1);
  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await hear(shop);
  const answer: CustomerScreen = await (await requests[0]?.response())?.json();
  expect(answer.state).toBe('paid');
  await expect(heading(customer, t('common:words.paid'))).toBeVisible();
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  await expectAccessible(customer);

  await outcome(page)
    .getByRole('button', { name: t('charge:newInvoice') })
    .click();
  await expect(heading(customer, 'Кав’ярня')).toBeVisible();
});

const ENDINGS: Record<string, (page: Page) => Promise<void>> = {
  'a lock': (page) => page.keyboard.press('Alt+l'),
  'a sign-out': async (page) => {
    await page.getByRole('button', { name: t('common:account.menu', { name: 'owner' }) }).click();
    await page.getByRole('button', { name: t('common:account.signOut') }).click();
  },
};
test('a lock or a sign-out leaves nothing on it; its token reads nothing of the next session, shown by another', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  named(shop);
  await open(page, signIn);
  const customer = await openCustomer(page, context);
  const token = () =>
    page.evaluate<string>(() => JSON.parse(localStorage.getItem('kramar.customer') ?? '{}').token);
  for (const [ending, end] of Object.entries(ENDINGS))
    await test.step(ending, async () => {
      await charge(page, '340');
      await expect(heading(customer, t('common:words.scanToPay'))).toBeVisible();
      const ended = await token();
      const read = async (): Promise<CustomerScreen> =>
        (await shop.stranger.post<CustomerScreen>('customer-screen/read/', { token: ended })).body;
      expect(await read()).toMatchObject({ state: 'to_pay', amount: 34_000 });

      await end(page);
      await expect(heading(customer, 'Кав’ярня на розі')).toBeVisible();
      await expect(customer.getByText('340,00')).toHaveCount(0);
      expect(await token()).toBeUndefined();
      await expect.poll(read).toMatchObject({ state: 'idle', amount: null, qr: '' });

      await page.reload();
      await open(page, signIn);
      await display(page).fill('120');
      await expect(customer.getByText('120,00 ₴')).toBeVisible();
      expect(await token()).not.toBe(ended);
      expect(await read()).toMatchObject({ state: 'idle', amount: null });
      // A charge screen that was left shows nothing either.
      await page.keyboard.press('Alt+1');
      await expect(heading(customer, 'Кав’ярня на розі')).toBeVisible();
      await page.keyboard.press('F2');
    });
});

test('the cart grows line by line; with the QR there are six lines at most', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  for (let at = 1; at <= 9; at += 1)
    await shop.owner.post('catalog/products/', { name: `Товар ${at}`, price: 1000 });
  await open(page, signIn);
  const customer = await openCustomer(page, context);
  await page.getByText(t('common:words.products'), { exact: true }).click();
  const tiles = page.getByRole('list', { name: t('charge:tiles.label') }).getByRole('button');
  const lines = customer.getByRole('listitem');
  for (let at = 0; at < 9; at += 1) {
    await tiles.nth(at).click();
    await expect(lines.last()).toContainText(`Товар ${at + 1}`);
  }
  // The newest is marked, and what is above says how much.
  await expect(customer.locator('li[data-new="true"]')).toContainText('Товар 9');
  await expect(lines.first()).toHaveText(t('customer:more', { count: 3 }));
  await expectAccessible(customer);
  await page.keyboard.press('Control+Enter');
  await expect(heading(customer, t('common:words.scanToPay'))).toBeVisible();
  await expect(lines).toHaveCount(7);
  await expect(lines.last()).toHaveText(t('customer:more', { count: 3 }));
  await expectAccessible(customer);
});

test('a declined payment is one sentence, in Ukrainian whatever the language of the till, in the dark too', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  await open(page, signIn);
  await page.evaluate(() =>
    localStorage.setItem('kramar.preferences', JSON.stringify({ language: 'en', sound: false })),
  );
  const customer = await openCustomer(page, context);
  await customer.emulateMedia({ colorScheme: 'dark' });
  await charge(page, '340');
  await expect(heading(customer, t('common:words.scanToPay'))).toBeVisible();
  shop.bank.decline(onlyInvoice(shop).invoiceId);
  await hear(shop);
  await expect(heading(customer, t('customer:failed'))).toBeVisible();
  await expect(customer.getByText(t('customer:again'))).toBeVisible();
  await expect(customer.getByRole('img')).toHaveCount(0);
  await expect(customer.getByText('340,00 ₴')).toHaveCount(0);
  await expectAccessible(customer);
  // Another card pays by the same QR.
  await expect(customer.getByRole('img', { name: t('common:words.scanToPay') })).toBeVisible();
  await expect(heading(customer, t('customer:again'))).toBeVisible();
  await expectAccessible(customer);
});

test('opened without a till it says what to do, and shows nothing else', async ({ page, shop }) => {
  await page.goto(new URL('/customer', shop.baseUrl).href);
  await expect(page.getByText(t('customer:disconnected'))).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('the service', () => {
  test.use({ mayBreak: true });
  test('stops for a restore: the screen asks to wait, and shows the QR again by itself', async ({
    page,
    shop,
    signIn,
    context,
  }) => {
    await open(page, signIn);
    const customer = await openCustomer(page, context);
    await charge(page, '340');
    await expect(heading(customer, t('common:words.scanToPay'))).toBeVisible();
    const running = shop.host.started()?.running.handle;
    if (!running) throw new Error('Nothing runs.');
    const release = Promise.withResolvers<void>();
    const ended = shop.host.whileRestoring(running, () => release.promise);
    await expect(customer.getByText(t('customer:away'))).toBeVisible();
    await expect(customer.getByRole('img')).toHaveCount(0);
    await expectAccessible(customer);
    // A page that is reloaded then is one of the service that is away.
    const reloaded = await context.newPage();
    await reloaded.goto(customer.url());
    await expect(heading(reloaded, 'Зачекайте хвилинку, будь ласка')).toBeVisible();
    release.resolve();
    await ended;
    await expect(heading(customer, t('common:words.scanToPay'))).toBeVisible();
    await expect(heading(reloaded, t('common:words.scanToPay'))).toBeVisible();
  });
});
