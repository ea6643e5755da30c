import type { Page } from '@playwright/test';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { openCatalog } from './helpers/catalog.ts';
import { createButton, display, open, qr, search, toPad } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** A barcode scanner on the charge screen: real keys, at a scanner's pace. */

const MILK = '4820000000017';
const BREAD = '4820000000024';

const stock = async (shop: Shop): Promise<void> => {
  for (const [name, price, barcode] of [
    ['Молоко', 4500, MILK],
    ['Хліб', 3000, BREAD],
  ] as const) {
    const { body } = await shop.owner.post<{ id: number }>('catalog/products/', { name, price });
    await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [barcode] } });
  }
};

const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') });
const quantity = (page: Page) => lines(page).getByRole('textbox', { name: t('common:words.quantity') });
const creations = (shop: Shop): number =>
  shop.bank.requests.filter(({ path }) => path.endsWith('invoice/create')).length;

/** The service does not answer a scan before it is released. */
const holdScans = (page: Page) => hold(page, /\/catalog\/scan\//, 'GET');

test.beforeEach(({ shop }) => stock(shop));

test('a scan adds the product from anywhere, and types nothing into a field', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await display(page).fill('12,5');
  await scan(page, `${MILK}\n`);
  // The sum that was typed before is a line beside it.
  await expect(lines(page).getByRole('listitem')).toHaveCount(2);
  await expect(
    page.getByRole('status').filter({ hasText: t('charge:scan.added', { name: 'Молоко' }) }),
  ).toHaveCount(1);
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
  await scan(page, `${MILK}\n`);
  await expect(quantity(page).nth(1)).toHaveValue('2');
  await expect(search(page)).toHaveValue('');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await scan(page, `${BREAD}\n`);
  await expect(lines(page).getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('F2');
  await expect(display(page)).toHaveValue('');
  expect(creations(shop)).toBe(0);
  expect(shop.bank.invoices()).toEqual([]);

  await test.step('two scans one right after the other are two products', async () => {
    await scan(page, `${MILK}\n`);
    await scan(page, `${BREAD}\n`);
    await scan(page, `${MILK}\n`);
    await expect(quantity(page).nth(1)).toHaveValue('4');
    await expect(quantity(page).nth(2)).toHaveValue('2');
    await expect(lines(page).getByRole('listitem')).toHaveCount(3);
  });

  await test.step('a product that is found while something is typed leaves that on the pad', async () => {
    const { release } = await holdScans(page);
    await scan(page, `${MILK}\n`);
    // The first digit of the next scan, or of a sum.
    await display(page).press('4');
    release();
    await expect(quantity(page).nth(1)).toHaveValue('5');
    await expect(lines(page).getByRole('listitem')).toHaveCount(3);
    await expect(display(page)).toHaveValue('4');
  });
});

test('a scan that is found sounds, one that is not is silent', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    localStorage.setItem('kramar.preferences', JSON.stringify({ language: 'uk', sound: true }));
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
      start.call(this, when);
    };
  });
  await open(page, signIn);
  await scan(page, `${MILK}\n`);
  await expect(page.locator('body')).toHaveAttribute('data-tones', '1');
  await scan(page, '4820000123457\n');
  await expect(page.getByText(t('charge:scan.unknown', { code: '4820000123457' }))).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-tones', '1');
});

test('a sale waits for what was scanned before it, and is not made where that is not found', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await scan(page, `${MILK}\n`);
  await expect(lines(page).getByRole('listitem')).toHaveCount(1);
  const known = await holdScans(page);
  await scan(page, `${BREAD}\n`);
  await page.keyboard.press('Control+Enter');
  await expect.poll(known.count).toBe(1);
  await expect(createButton(page)).toHaveAttribute('aria-disabled', 'true');
  expect(creations(shop)).toBe(0);
  known.release();
  await expect(qr(page)).toHaveAccessibleName(/75,00/);
  expect(shop.bank.invoices().map(({ amount }) => amount)).toEqual([7500]);

  await page.goBack();
  await scan(page, `${MILK}\n`);
  await expect(lines(page).getByRole('listitem')).toHaveCount(1);
  const unknown = await holdScans(page);
  await scan(page, '5901234123457\n');
  await page.keyboard.press('Control+Enter');
  await expect.poll(unknown.count).toBe(1);
  unknown.release();
  await expect(page.getByText(t('charge:scan.unknown', { code: '5901234123457' }))).toBeVisible();
  await expect(createButton(page)).toHaveAttribute('aria-disabled', 'false');
  expect(creations(shop)).toBe(1);
  await page.keyboard.press('Control+Enter');
  await expect(qr(page)).toHaveAccessibleName(/45,00/);
});

test('noise never charges and leaves the amount as it was: partial, misread, with letters, late Enter', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await display(page).fill('340');
  for (const [text, message] of [
    ['4820', t('charge:scan.noise')],
    ['482000', t('charge:scan.unknown', { code: '482000' })],
    ['48200000', t('charge:scan.misread', { code: '48200000' })],
    ['4820000000018', t('charge:scan.misread', { code: '4820000000018' })],
    [`${MILK}${BREAD}`, t('charge:scan.unknown', { code: `${MILK}${BREAD}` })],
    ['abc12345', t('charge:scan.unknown', { code: 'abc12345' })],
    ['ab1', t('charge:scan.noise')],
  ] as const) {
    await scan(page, `${text}\n`);
    await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
    await expect(display(page)).toHaveValue('340');
    await page.getByRole('button', { name: t('common:close'), exact: true }).click();
    await display(page).focus();
  }
  // The Enter was lost, or comes late.
  await scan(page, '4820000');
  await expect(display(page)).toHaveValue('340');
  await scan(page, '4820000\n', { lastGapMs: 300 });
  await expect(page.getByText(t('charge:scan.noise'))).toBeVisible();
  await expect(display(page)).toHaveValue('340');
  expect(creations(shop)).toBe(0);

  // A person's keys still charge.
  await page.keyboard.press('Enter');
  await expect(qr(page)).toBeVisible();
  expect(creations(shop)).toBe(1);

  await test.step('a person who types digits one by one is no scanner, however quick', async () => {
    await page.goBack();
    await display(page).focus();
    await scan(page, '123456\n', { gapMs: 60 });
    await expect(qr(page)).toHaveAccessibleName(/123.456,00/);
    expect(shop.bank.invoices().map(({ amount }) => amount)).toEqual([34_000, 12_345_600]);
  });
});

test('an unknown code is added as a product at once', async ({ page, shop, signIn }) => {
  await open(page, signIn);
  await scan(page, '5901234123457\n');
  await expect(page.getByText(t('charge:scan.unknown', { code: '5901234123457' }))).toBeVisible();
  await page.getByRole('button', { name: t('charge:scan.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('charge:scan.new') });
  // A scan belongs to the counter, not to a dialog.
  await dialog.getByRole('textbox', { name: t('common:words.name') }).fill('Сік');
  await dialog.getByRole('textbox', { name: t('charge:lines.price') }).fill('62');
  await page.keyboard.press('Enter');
  await expect(lines(page).getByText('Сік')).toBeVisible();
  const { body } = await shop.owner.get<{ results: object[] }>('catalog/tiles/?barcode=5901234123457');
  expect(body.results).toMatchObject([{ name: 'Сік', price: 6200 }]);
  await scan(page, '5901234123457\n');
  await expect(quantity(page)).toHaveValue('2');
});

test('behind the lock a scanner types, as any keyboard does', async ({ shop, page, signIn }) => {
  await open(page, signIn);
  await display(page).fill('340');
  await page.keyboard.press('Alt+l');
  const password = page.locator('input[type="password"]');
  await expect(password).toBeFocused();
  await scan(page, MILK);
  await expect(password).toHaveValue(MILK);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(password).toHaveCount(0);
  await expect(display(page)).toHaveValue('340');
  await expect(lines(page)).toBeHidden();

  await test.step('a scan while the invoice is created, or shown, changes nothing', async () => {
    shop.bank.fault({ kind: 'delay', path: 'invoice/create', ms: 1500 });
    await createButton(page).click();
    await scan(page, `${MILK}\n`);
    await expect(page.getByText(t('charge:scan.busy'))).toBeVisible();
    await expect(qr(page)).toBeVisible();
    await scan(page, `${MILK}\n`);
    await expect(page.getByText(t('charge:scan.later'))).toBeVisible();
    await expect(qr(page)).toBeVisible();
    expect(shop.bank.invoices().map(({ amount }) => amount)).toEqual([34_000]);
  });
});

const CODES = ['AB-15712', 'X0012345', 'QC/15712', 'QC#15712'];
const label = async (shop: Shop, name: string, code: string): Promise<void> => {
  const { body } = await shop.owner.post<{ id: number }>('catalog/products/', { name, price: 1000 });
  await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [code] } });
};

test('labels with letters and signs are found wherever the focus is, in each layout', async ({
  page,
  shop,
  signIn,
}) => {
  for (const code of CODES) await label(shop, `Товар ${code}`, code);
  await open(page, signIn);
  const places: Record<string, () => Promise<unknown>> = {
    amount: () => toPad(page),
    nothing: () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
    search: () => search(page).focus(),
    button: () => page.locator('main button').first().focus(),
  };
  let count = 0;
  const scanAll = async (layout: 'uk' | 'en' | 'ru', place: string, focus: () => Promise<unknown>) => {
    for (const code of CODES) {
      if (place !== 'amount' || code === CODES[0]) await focus();
      await scan(page, `${code}\n`, { layout, capsLock: place === 'nothing' });
      count += 1;
      await expect(lines(page).getByRole('listitem')).toHaveCount(Math.min(count, CODES.length));
      await expect(quantity(page).nth(CODES.indexOf(code))).toHaveValue(
        String(Math.ceil(count / CODES.length)),
      );
      if (place !== 'amount') await expect(search(page)).toHaveValue('');
    }
  };
  for (const layout of ['uk', 'en', 'ru'] as const)
    for (const [place, focus] of Object.entries(places)) {
      if (place === 'nothing') await page.getByText(t('common:words.products'), { exact: true }).click();
      await scanAll(layout, place, focus);
    }
  expect(creations(shop)).toBe(0);
});

test('a field that takes the focus in the middle of a scan loses and keeps no character', async ({
  page,
  shop,
  signIn,
}) => {
  await label(shop, 'Мітка', 'AB-15712');
  await open(page, signIn);
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
  // In the page: a round trip to the test may be longer than any scanner's pause.
  await search(page).evaluate((field: HTMLElement) => {
    field.blur();
    addEventListener('keyup', () => field.focus(), { once: true });
  });
  await scan(page, 'AB-15712\n', { layout: 'uk' });
  await expect(lines(page).getByText('Мітка')).toBeVisible();
  await expect(search(page)).toHaveValue('');
});

test('a label of scales gives the quantity; a Tab ends a code as Enter does', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.owner.post('catalog/products/', { name: 'Сир', price: 42_000, article: '42' });
  await open(page, signIn);
  await scan(page, '2200042003504\t');
  await expect(quantity(page)).toHaveValue('0,35');
  await scan(page, '2200042003504\n', { layout: 'uk' });
  await expect(quantity(page)).toHaveValue('0,7');
  await scan(page, '2200043003503\n');
  await expect(
    page.getByText(t('charge:scan.unknownItem', { item: '43', code: '2200043003503' })),
  ).toBeVisible();
});

test('a scanner without a last key ends a code by its pause, also where the page takes the keys late', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('kramar.preferences', JSON.stringify({ language: 'uk', scannerSuffix: 'none' }));
  });
  await open(page, signIn);
  await scan(page, MILK);
  await expect(quantity(page)).toHaveValue('1');
  const busy = page.evaluate(() => {
    const end = performance.now() + 1500;
    while (performance.now() < end);
  });
  await Promise.all([busy, scan(page, MILK), scan(page, BREAD)]);
  await expect(lines(page).getByRole('listitem')).toHaveCount(2);
  await expect(quantity(page).first()).toHaveValue('2');
});

test('in the form of a product a scan goes to its barcodes, whatever field has the focus', async ({
  page,
  signIn,
}) => {
  await openCatalog(page, signIn);
  await page.keyboard.press('n');
  const field = (name: 'name' | 'barcodes') =>
    page.getByRole('textbox', { name: t(`catalog:fields.${name}`), exact: true });
  await field('name').fill('Аркуш');
  await scan(page, 'QC/15712\n', { layout: 'uk' });
  await expect(field('barcodes')).toHaveValue('QC/15712, ');
  await expect(field('name')).toHaveValue('Аркуш');
  await field('barcodes').focus();
  await scan(page, '0104820000000017\n', { layout: 'uk' });
  await expect(field('barcodes')).toHaveValue('QC/15712, 04820000000017, ');
});
