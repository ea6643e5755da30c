import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import { blocksOf, start } from '../clients/till-pages.ts';
import { runAdmin } from '../clients/till-shop.ts';
import { openShop, type Shop } from '../helpers/shop.ts';

// The commands of the front page, as they stand, in both languages.

const ROOT = join(import.meta.dirname, '../..');
const PAGES = [
  { file: 'README.md', other: 'README.uk.md' },
  { file: 'README.uk.md', other: 'README.md' },
].map((page) => ({ ...page, text: readFileSync(join(ROOT, page.file), 'utf8') }));

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe.each(PAGES)('$file', ({ file, other, text }) => {
  const blocks = blocksOf(text);
  const [addKey, sale] = blocks.filter(({ code }) => /key add|curl/.test(code));

  test('leads to the other language, and to what it needs, before anything else', () => {
    const top = text.split('\n## ')[0] ?? '';
    expect(top).toContain(`](${other})`);
    expect(top).toContain('](docs/images/sale-');
    expect(text).not.toMatch(/EBADENGINE|uuidgen|loglevel/);
  });

  test('the way to the first payment is the one of the screen', () => {
    const language = file.includes('.uk.') ? 'uk' : 'en';
    const { more, waiting } = JSON.parse(
      readFileSync(join(ROOT, `renderer/i18n/locales/${language}/charge.json`), 'utf8'),
    );
    expect(text).toContain(`**${more.title} → ${waiting.open}**`);
  });

  test('its commands name no other machine', () => {
    expect(blocks.length).toBeGreaterThan(2);
    for (const { code } of blocks) expect(code).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/);
  });

  test('a key, and the first sale with it, which is one however often it is sent', async () => {
    const command = /^npm run admin -- (.*)$/m.exec(addKey?.code ?? '')?.[1] ?? '';
    const key = /kr_[\w-]{43}/.exec(await runAdmin(shop, command))?.[0] ?? '';
    const order = `order-1001-${file}`;
    const code = (sale?.code ?? '')
      .replace('http://127.0.0.1:7480/api/v1', shop.baseUrl.replace(/\/$/, ''))
      .replace('kr_…', key)
      .replace('order-1001', order)
      .replaceAll('1001"', `1001-${file}"`);
    for (let at = 0; at < 2; at++) {
      const { stdout, stderr } = await start(['sh', '-c', code], shop.folder, {});
      expect(stderr).toBe('');
      const [made = '', listed = ''] = stdout.split(/\n?(?=\{"count")/);
      const invoice = JSON.parse(made) as Invoice;
      expect(invoice).toMatchObject({ amount: 9900, status: 'created' });
      expect(JSON.parse(listed)).toMatchObject({ count: 1, results: [{ id: invoice.id }] });
    }
  });
});
