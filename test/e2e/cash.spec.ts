import { changeSetting } from '../../main/shop/settings.ts';
import type { CurrentShift } from '../../shared/api/shifts.ts';
import { formatAmount } from '../../shared/money.ts';
import { startVirtualPrinter } from '../helpers/virtual-printer.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { cartLine, MILK, open, pane, press, received, sold, stock } from './helpers/cash.ts';
import { declined, hear, onlyInvoice, outcome, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** Goods for cash: from the scanner to the change, by keys alone. */

test('a scan, F9, what the buyer gives, Enter: the change, and the next scan is the next sale', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9');
  await expect(pane(page)).toContainText('375,50');
  await expect(pane(page)).toContainText('+0,20');
  await expect(pane(page)).toContainText(t('charge:cash.receiptElsewhere'));
  await press(page, '5 0 0');
  await expect(pane(page).getByRole('status')).toContainText('124,50');
  await expectAccessibleInBoth(page);
  await press(page, 'Enter');
  await expect(outcome(page).getByRole('heading', { name: t('common:words.change') })).toBeVisible();
  await expect(outcome(page)).toContainText('124,50');
  await expectAccessibleInBoth(page);
  expect(await sold(shop)).toMatchObject([
    { total: 37_530, rounding: 20, amount: 37_550, received: 50_000, change: 12_450 },
  ]);
  expect(shop.bank.invoices()).toEqual([]);

  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  // To the kopiyka: two keys.
  expect(await press(page, 'F9 Enter')).toBe(2);
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect((await sold(shop)).map(({ change }) => change)).toEqual([null, 12_450]);
  await page.waitForTimeout(700);
  await press(page, 'Enter');
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.getByText(t('charge:cart.empty'))).toBeVisible();
});

test('keys of one go: nothing of F9 5 0 0 Enter is lost', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  expect(await press(page, 'F9 5 0 0 Enter')).toBe(5);
  await expect(outcome(page)).toContainText('124,50');

  await test.step('an answer that is lost is asked for again under the same key: one sale', async () => {
    await page.waitForTimeout(700);
    await press(page, 'Enter');
    await expect(outcome(page)).toHaveCount(0);
    await scan(page, `${MILK}\n`);
    await expect(cartLine(page)).toBeVisible();
    let lost = 0;
    await page.route('**/api/v1/cash-sales/', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await press(page, 'F9 Enter');
    await expect(outcome(page)).toContainText('375,50', { timeout: 15_000 });
    expect(lost).toBe(1);
    expect(await sold(shop)).toHaveLength(2);
  });
});

test('without an open shift the pane asks for the till first; a scan empties what was typed', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn, false);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9');
  await expect(pane(page).getByRole('textbox', { name: t('charge:cash.till') })).toBeFocused();
  await press(page, '1 0 0 Enter');
  await expect(received(page)).toBeFocused();
  await received(page).fill('400');
  await scan(page, `${MILK}\n`);
  await expect(pane(page)).toContainText('750,50');
  await expect(received(page)).toHaveValue('');
  await received(page).fill('700');
  await expect(pane(page).getByRole('status')).toContainText(t('charge:cash.short'));
  await press(page, 'Enter');
  expect(await sold(shop)).toEqual([]);
  await expectAccessible(page);
  await press(page, 'Escape');
  await expect(page.getByRole('complementary', { name: t('charge:cart.title') })).toContainText('Молоко');
});

test('less than is due: F10 takes what was given, and the rest is a QR', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9 2 0 0');
  await expect(pane(page).getByRole('button', { name: t('charge:cash.restByQr') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await press(page, 'F10');
  const parts = page.getByRole('complementary', { name: t('common:words.inParts') });
  await expect(parts.getByRole('textbox', { name: t('charge:parts.cash') })).toHaveValue('200');
  await expect(parts.getByRole('status')).toContainText('175,30');
  await press(page, 'Enter');
  await expect(qr(page)).toHaveAccessibleName(/175,30/);
});

test('who works alone: the till is on the screen, and the first sale opens the shift with what was left in it', async ({
  page,
  shop,
  signIn,
}) => {
  const inTill = (sum: number) =>
    page.getByRole('link', { name: t('charge:shift.till', { sum: formatAmount(sum) }) });
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  await shop.owner.post('day-closures/', { closing_cash: 50_000, cash_taken: 10_000 });
  await signIn('owner', '/charge');
  await expect(inTill(40_000)).toBeVisible();
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9 Enter');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect(await sold(shop)).toMatchObject([{ amount: 37_550 }]);
  const { body } = await shop.owner.get<CurrentShift>('shifts/current/');
  expect(body.shift).toMatchObject({ id: 2, opening_cash: 40_000 });
  await page.waitForTimeout(700);
  await press(page, 'Enter');
  await expect(inTill(77_550)).toBeVisible();

  await shop.employee('olena', ['can_create_invoices']);
  await page.reload();
  await expect(page.getByRole('link', { name: /owner, з \d\d:\d\d/ })).toBeVisible();
  await expect(inTill(77_550)).toHaveCount(0);
});

test('after a decline the QR is ended first, and only then the same goods are paid in cash', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await declined(page, shop);
  // F9 cancels the QR: nobody is told to do it first.
  await expect(outcome(page)).toContainText('Запропонуйте іншу картку або готівку.');
  await expect(outcome(page)).not.toContainText('Перш ніж узяти');
  shop.bank.fault({ kind: 'delay', path: 'invoice/remove', ms: 1500 });
  await press(page, 'Enter');
  await expect(page.getByText('не вистачає грошей. Покупець може')).toBeVisible();
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cancel.busy') })).toBeVisible();
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.safe') })).toBeVisible();
  expect(onlyInvoice(shop).status).toBe('expired');
  await press(page, 'Enter');
  await expect(pane(page)).toContainText('375,50');
  await press(page, 'Enter');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect(await sold(shop)).toHaveLength(1);
});

test('F9 after a QR that was paid just now: paid, and no cash', async ({ page, shop, signIn }) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(qr(page)).toBeVisible();
  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.paid') })).toBeVisible();
  expect(await sold(shop)).toEqual([]);
});

test('F9 after a QR while the bank stands still: no cash until it has answered', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(qr(page)).toBeVisible();
  shop.bank.fault({ kind: 'reset', times: 1000 });
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.doubt') })).toBeVisible();
  await expectAccessible(page);
  shop.bank.clearFaults();
  await expect(outcome(page).getByRole('heading', { name: t('charge:instead.safe') })).toBeVisible({
    timeout: 30_000,
  });
});

test('in parts: cash and a QR for the rest; not paid, the cash goes back or the rest is taken too', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, shop, signIn);
  const sellInParts = async (look = () => Promise.resolve()): Promise<void> => {
    await scan(page, `${MILK}\n`);
    await expect(cartLine(page)).toBeVisible();
    await press(page, 'F10');
    const parts = page.getByRole('complementary', { name: t('common:words.inParts') });
    await parts.getByRole('textbox', { name: t('charge:parts.cash') }).fill('200');
    await expect(parts.getByRole('status')).toContainText('175,30');
    await look();
    await press(page, 'Enter');
    await expect(qr(page)).toHaveAccessibleName(/175,30/);
    const sums = { cash: formatAmount(20_000), total: formatAmount(37_530) };
    await expect(page.getByText(t('charge:waiting.parts', sums))).toBeVisible();
  };
  const newest = () => {
    const invoice = shop.bank.invoices().at(-1);
    if (!invoice) throw new Error('The bank has no invoice.');
    return invoice.invoiceId;
  };
  await sellInParts(() => expectAccessibleInBoth(page));
  shop.bank.pay(newest());
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  await expect(outcome(page)).toContainText('200,00');
  await press(page, 'Enter');

  await page.keyboard.press('F3');
  await sellInParts();
  shop.bank.decline(newest());
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('charge:parts.giveBack') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await press(page, 'F9');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect((await sold(shop)).map(({ amount }) => amount)).toEqual([37_550, 20_000]);
});

test('without the bank: a scan, F9, the change and the receipt, and no request to the bank', async ({
  page,
  shop,
  signIn,
}) => {
  const printer = await startVirtualPrinter();
  changeSetting(shop.console.db, shop.folder, 'printer_address', printer.address);
  changeSetting(shop.console.db, shop.folder, 'printer_prints_paid', 'yes');
  shop.bank.fault({ kind: 'reset', times: 1000 });
  await open(page, shop, signIn);
  const before = shop.bank.requests.length;
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9 5 0 0 Enter');
  await expect(outcome(page).getByRole('heading', { name: t('common:words.change') })).toBeVisible();
  await expect(outcome(page)).toContainText('124,50');
  await expect.poll(() => printer.papers.length).toBe(1);
  // The paper is out before the screen has heard of it.
  await expect(outcome(page).getByRole('button', { name: t('printing:print') })).toBeEnabled();
  await press(page, 'P');
  await expect.poll(() => printer.papers.length).toBe(2);
  expect(await sold(shop)).toMatchObject([{ amount: 37_550, change: 12_450, status: 'done' }]);
  expect(shop.bank.requests.slice(before)).toEqual([]);
  await printer.close();
});

test('a shop that has no bank connection yet sells for cash', async ({ page, shop, signIn }) => {
  await shop.owner.send('DELETE', `terminals/${shop.terminal.id}/`);
  await open(page, shop, signIn);
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(t('charge:noTerminal.title'));
  await expect(page.locator('button[type="submit"]')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessibleInBoth(page);
  await press(page, 'F10');
  await expect(page.getByRole('complementary', { name: t('common:words.inParts') })).toHaveCount(0);
  // The one way to pay.
  await press(page, 'Control+Enter Enter');
  await expect(outcome(page).getByRole('heading', { name: t('charge:cash.taken') })).toBeVisible();
  expect(await sold(shop)).toMatchObject([{ amount: 37_550 }]);
});

test('a shop that takes no cash has the QR button alone; the list of keys has F9 and F10 where it does', async ({
  page,
  shop,
  signIn,
}) => {
  const list = page.getByRole('dialog', { name: t('common:shortcuts.title') });
  const key = (name: string) => list.getByText(name, { exact: true });
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'yes');
  await signIn();
  await page.keyboard.press('Shift+Slash');
  for (const name of ['F2', 'F9', 'F10']) await expect(key(name)).toBeVisible();
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'no');
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const known = page.waitForResponse('**/api/v1/counter/');
  await page.keyboard.press('Shift+Slash');
  await known;
  await expect(key('F2')).toBeVisible();
  await expect(key('F9')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('F2');
  await expect(page.locator('button[type="submit"]')).toBeVisible();
  await expect(page.getByRole('button', { name: t('common:words.cash') })).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('charge:shift.none') })).toHaveCount(0);
  await press(page, 'F9');
  await expect(pane(page)).toHaveCount(0);
});
