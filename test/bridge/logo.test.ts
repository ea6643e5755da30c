import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetting } from '../../main/shop/settings.ts';
import type { Logo } from '../../shared/api/settings.ts';
import { textOf } from '../helpers/escpos.ts';
import { halfBlack, jpegFile } from '../helpers/png.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { startVirtualPrinter } from '../helpers/virtual-printer.ts';
import { leavingNoTrace, openWindow, type Window } from './stage.ts';

let shop: Shop;
let window: Window;
beforeAll(async () => {
  shop = await openShop();
  window = openWindow(shop);
  await window.signIn();
});
afterAll(() => shop.close());

const NONE = { image: null, width: 0, height: 0 };
const read = async () => (await shop.owner.get<Logo>('logo/')).body;
const set = (bytes: Buffer | null) => window.ask('logo.change', { bytes: bytes && new Uint8Array(bytes) });

test('the owner sets the logo, replaces and removes it; every member reads it', async () => {
  expect(await read()).toEqual(NONE);
  await set(halfBlack(600, 200));
  const first = { image: `data:image/png;base64,${halfBlack(600, 200).toString('base64')}` };
  expect(await read()).toEqual({ ...first, width: 600, height: 200 });
  const cashier = await shop.employee('olena');
  expect((await cashier.get<Logo>('logo/')).body).toEqual(await read());
  await set(jpegFile(300, 300));
  expect(await read()).toMatchObject({ width: 300, height: 300 });
  await set(null);
  expect(await read()).toEqual(NONE);
});

// Each kind of refusal: test/shop/logo/picture.test.ts.
test('what is no logo is refused, says so, and leaves the one before', async () => {
  await set(halfBlack());
  const refusal = await leavingNoTrace(shop, window, () =>
    window.refused('logo.change', { bytes: new Uint8Array(halfBlack(31, 64)) }),
  );
  const detail = expect.stringContaining('The logo was not changed.');
  expect(refusal).toMatchObject({ code: 'LOGO_PIXELS', detail });
});

test('the receipt printer prints it in the place of the name; a JPEG it does without', async () => {
  const printer = await startVirtualPrinter();
  const setting = (name: 'printer_address' | 'shop_name', value: string) =>
    changeSetting(shop.console.db, shop.config.dataDir, name, value);
  setting('printer_address', printer.address);
  setting('shop_name', 'Kava');
  const invoice = await shop.createInvoice({ amount: 34_000 });
  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  const print = async (papers: number) => {
    await shop.owner.post(`invoices/${invoice.id}/print/`);
    await expect.poll(() => printer.papers.length).toBe(papers);
    const paper = printer.printed().at(-1);
    return { images: paper?.images ?? [], text: paper ? textOf(paper).join('\n') : '' };
  };
  await set(halfBlack(64, 32));
  const withLogo = await print(1);
  expect(withLogo.images).toHaveLength(1);
  // In the middle of 576 dots: 32 bytes of margin before the 64 dots.
  expect(withLogo.images[0]?.[0]?.trimEnd()).toMatch(/^[^#]{256}#{32}[^#]*$/);
  expect(withLogo.text).not.toContain('Kava');
  await set(jpegFile(300, 300));
  const withName = await print(2);
  expect(withName.images).toEqual([]);
  expect(withName.text).toContain('Kava');
  await set(null);
  await printer.close();
});

test('a backup carries it', async () => {
  await set(halfBlack());
  const { path } = (await window.ask('backups.create', {})).backup;
  const backup = new Database(path, { readonly: true });
  expect(backup.prepare('select width, height from shop_logo').all()).toEqual([{ width: 64, height: 32 }]);
  backup.close();
});
