import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { preferencesStore } from '../../../../renderer/lib/preferences.ts';
import { PAUSE_MS } from '../../../../renderer/shop/session/scan/scanner.ts';
import { scan as scanAnswer } from '../../../../shared/api/product-shop.ts';
import { sample } from '../../../helpers/sample.ts';
import { bodiesOf, hold, serve } from '../../helpers/api.ts';
import {
  createButton,
  display,
  lines,
  loseFocus,
  openCharge,
  qr,
  quantity,
  search,
  toPad,
} from '../../helpers/charge.ts';
import { productOf, serveCounter } from '../../helpers/counter.ts';
import { press, scan } from '../../helpers/keys.ts';
import { t } from '../../helpers/texts.ts';

/** A barcode scanner on the charge screen: real keys, at a scanner's pace. */

const MILK = '4820000000017';
const BREAD = '4820000000024';
const stock = () => [
  productOf(1, 'Молоко', 4500, { barcodes: [MILK] }),
  productOf(2, 'Хліб', 3000, { barcodes: [BREAD] }),
];
const made = () => bodiesOf('POST invoices/') as { amount?: number }[];

const open = async () => {
  const screen = await openCharge();
  await toPad();
  return screen;
};

test('a scan adds the product from anywhere, and types nothing into a field', async () => {
  serveCounter({ products: stock() });
  await open();
  await display.fill('12,5');
  await scan(`${MILK}\n`);
  // The sum that was typed before is a line beside it.
  await expect.element(lines).toHaveLength(2);
  await expect
    .element(page.getByRole('status').filter({ hasText: t('charge:scan.added', { name: 'Молоко' }) }))
    .toHaveLength(1);
  await press('F3');
  await expect.element(search).toHaveFocus();
  await scan(`${MILK}\n`);
  await expect.element(quantity.nth(1)).toHaveValue('2');
  await expect.element(search).toHaveValue('');
  loseFocus();
  await scan(`${BREAD}\n`);
  await expect.element(lines).toHaveLength(3);
  await press('F2');
  await expect.element(display).toHaveValue('');
  expect(made()).toEqual([]);

  // Two scans one right after the other are two products.
  await scan(`${MILK}\n`);
  await scan(`${BREAD}\n`);
  await scan(`${MILK}\n`);
  await expect.element(quantity.nth(1)).toHaveValue('4');
  await expect.element(quantity.nth(2)).toHaveValue('2');
  await expect.element(lines).toHaveLength(3);

  // A product that is found while something is typed leaves that on the pad: the first digit of the next scan, or of a sum.
  const { release } = hold('GET catalog/scan/');
  await scan(`${MILK}\n`);
  await press('4');
  release();
  await expect.element(quantity.nth(1)).toHaveValue('5');
  await expect.element(lines).toHaveLength(3);
  await expect.element(display).toHaveValue('4');
});

test('a scan that is found sounds, one that is not is silent', async () => {
  serveCounter({ products: stock() });
  await open();
  preferencesStore.set({ sound: true });
  let tones = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = () => {
    tones += 1;
  };
  await scan(`${MILK}\n`);
  await expect.poll(() => tones).toBe(1);
  await scan('4820000123457\n');
  await expect.element(page.getByText(t('charge:scan.unknown', { code: '4820000123457' }))).toBeVisible();
  expect(tones).toBe(1);
  OscillatorNode.prototype.start = start;
});

test('a sale waits for what was scanned before it, and is not made where that is not found', async () => {
  serveCounter({ products: stock() });
  const screen = await open();
  await scan(`${MILK}\n`);
  await expect.element(lines).toHaveLength(1);
  const known = hold('GET catalog/scan/');
  await scan(`${BREAD}\n`);
  await press('Control+Enter');
  await expect.poll(known.count).toBe(1);
  await expect.element(createButton).toHaveAttribute('aria-disabled', 'true');
  expect(made()).toEqual([]);
  known.release();
  await expect.element(qr).toHaveAccessibleName(/75,00/);
  expect(made()).toHaveLength(1);

  screen.back();
  await expect.element(page.getByText(t('charge:cart.empty'))).toBeVisible();
  await scan(`${MILK}\n`);
  await expect.element(lines).toHaveLength(1);
  const unknown = hold('GET catalog/scan/');
  await scan('5901234123457\n');
  await press('Control+Enter');
  await expect.poll(unknown.count).toBe(1);
  unknown.release();
  await expect.element(page.getByText(t('charge:scan.unknown', { code: '5901234123457' }))).toBeVisible();
  await expect.element(createButton).toHaveAttribute('aria-disabled', 'false');
  expect(made()).toHaveLength(1);
  await press('Control+Enter');
  await expect.element(qr).toHaveAccessibleName(/45,00/);
});

test('noise never charges and leaves the amount as it was: partial, misread, with letters, late Enter', async () => {
  serveCounter({ products: stock() });
  const screen = await open();
  await display.fill('340');
  for (const [text, message] of [
    ['4820', t('charge:scan.noise')],
    ['482000', t('charge:scan.unknown', { code: '482000' })],
    ['48200000', t('charge:scan.misread', { code: '48200000' })],
    ['4820000000018', t('charge:scan.misread', { code: '4820000000018' })],
    [`${MILK}${BREAD}`, t('charge:scan.unknown', { code: `${MILK}${BREAD}` })],
    ['abc12345', t('charge:scan.unknown', { code: 'abc12345' })],
    ['ab1', t('charge:scan.noise')],
  ] as const) {
    await scan(`${text}\n`);
    await expect.element(page.getByRole('status').filter({ hasText: message })).toBeVisible();
    await expect.element(display).toHaveValue('340');
    await page.getByRole('button', { name: t('common:close'), exact: true }).click();
    display.element().focus();
  }
  // The Enter was lost, or comes late.
  await scan('4820000');
  await expect.element(display).toHaveValue('340');
  await scan('4820000\n', { lastGapMs: 300 });
  await expect.element(page.getByText(t('charge:scan.noise'))).toBeVisible();
  await expect.element(display).toHaveValue('340');
  expect(made()).toEqual([]);

  // A person's keys still charge.
  await press('Enter');
  await expect.element(qr).toBeVisible();
  expect(made()).toHaveLength(1);

  // A person who types digits one by one is no scanner, however quick.
  screen.back();
  await expect.element(display).toHaveValue('');
  display.element().focus();
  await scan('123456\n', { gapMs: 60 });
  await expect.element(qr).toHaveAccessibleName(/123.456,00/);
  expect(made().map(({ amount }) => amount)).toEqual([34_000, 12_345_600]);
});

test('a scan while the invoice is created, or shown, changes nothing', async () => {
  serveCounter({ products: stock() });
  await open();
  await display.fill('340');
  const { release } = hold('POST invoices/');
  await createButton.click();
  await scan(`${MILK}\n`);
  await expect.element(page.getByText(t('charge:scan.busy'))).toBeVisible();
  release();
  await expect.element(qr).toBeVisible();
  await scan(`${MILK}\n`);
  await expect.element(page.getByText(t('charge:scan.later'))).toBeVisible();
  await expect.element(qr).toBeVisible();
  expect(made().map(({ amount }) => amount)).toEqual([34_000]);
});

const CODES = ['AB-15712', 'X0012345', 'QC/15712', 'QC#15712'];
const PLACES = {
  amount: () => display.element().focus(),
  nothing: loseFocus,
  search: () => search.element().focus(),
  button: () => document.querySelector<HTMLElement>('main button')?.focus(),
};

test.for(['uk', 'en', 'ru'] as const)(
  'labels with letters and signs are found wherever the focus is: %s',
  async (layout) => {
    serveCounter({
      products: CODES.map((code, at) => productOf(at + 1, `Товар ${code}`, 1000, { barcodes: [code] })),
    });
    await open();
    let round = 0;
    for (const [place, focus] of Object.entries(PLACES)) {
      round += 1;
      if (place === 'nothing') await page.getByText(t('common:words.products'), { exact: true }).click();
      for (const [at, code] of CODES.entries()) {
        focus();
        await scan(`${code}\n`, { layout, capsLock: place === 'nothing' });
        await expect.element(quantity.nth(at)).toHaveValue(String(round));
        if (place !== 'amount') await expect.element(search).toHaveValue('');
      }
    }
    await expect.element(lines).toHaveLength(CODES.length);
    expect(made()).toEqual([]);
  },
);

test('a field that takes the focus in the middle of a scan loses and keeps no character', async () => {
  serveCounter({ products: [productOf(1, 'Мітка', 1000, { barcodes: ['AB-15712'] })] });
  await open();
  await press('F3');
  await expect.element(search).toHaveFocus();
  loseFocus();
  addEventListener('keyup', () => search.element().focus(), { once: true });
  await scan('AB-15712\n', { layout: 'uk' });
  await expect.element(lines.getByText('Мітка')).toBeVisible();
  await expect.element(search).toHaveValue('');
});

test('a label of scales gives the quantity; a Tab ends a code as Enter does', async () => {
  const cheese = productOf(1, 'Сир', 42_000, { article: '42' });
  serveCounter({ products: [cheese] });
  // What a label says: test/http/counter/scan.test.ts.
  serve({
    'GET catalog/scan/': ({ search: query }) =>
      query.get('code') === '2200042003504'
        ? sample(scanAnswer, { kind: 'scale', product: cheese, item: '42', quantity: 0.35 })
        : sample(scanAnswer, { kind: 'scale', product: null, item: '43', quantity: null }),
  });
  await open();
  await scan('2200042003504\t');
  await expect.element(quantity).toHaveValue('0,35');
  await scan('2200042003504\n', { layout: 'uk' });
  await expect.element(quantity).toHaveValue('0,7');
  await scan('2200043003503\n');
  await expect
    .element(page.getByText(t('charge:scan.unknownItem', { item: '43', code: '2200043003503' })))
    .toBeVisible();
});

test('a scanner without a last key ends a code by its pause, also where the page takes the keys late', async () => {
  preferencesStore.set({ scannerSuffix: 'none' });
  serveCounter({ products: stock() });
  await open();
  // The pause comes when the test says so: on a busy machine the keys reach the page further apart than it is long.
  const scanned = async (...codes: string[]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await Promise.all(codes.map((code) => scan(code)));
    vi.advanceTimersByTime(PAUSE_MS);
    vi.useRealTimers();
  };
  await scanned(MILK);
  await expect.element(quantity).toHaveValue('1');
  await scanned(MILK, BREAD);
  await expect.element(lines).toHaveLength(2);
  await expect.element(quantity.first()).toHaveValue('2');
  preferencesStore.set({ scannerSuffix: 'enter' });
});
