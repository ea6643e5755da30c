import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { getSetting } from '../../main/store/settings.ts';
import type { Console } from './console.ts';
import { inDatabase, openOwned } from './database.ts';

const NAMES = [
  ...'shop_name default_destination time_zone backup_folder month_folder webhook_address'.split(' '),
  ...'allowed_origins seller_iban return_text scale_labels refund_reasons refund_reason_required'.split(' '),
  ...'takes_cash cash_rounding cash_receipts discount_limit held_carts customer_screen port'.split(' '),
  ...'printer_address printer_paper printer_code_page printer_qr printer_prints_paid'.split(' '),
  'printer_opens_drawer',
];

let shop: Console;
beforeEach(() => {
  shop = openOwned();
});

const set = (name: string, value: string) => shop.json(['setting', 'set', name, value]);

describe('setting list', () => {
  it('shows all with their defaults', async () => {
    const { code, stderr, json } = await shop.json(['setting', 'list']);
    expect({ code, stderr, ok: json.ok }).toEqual({ code: 0, stderr: '', ok: true });
    const defaults = [
      '',
      'Оплата товарів і послуг',
      'Europe/Kyiv',
      join(shop.dataDir, 'backups'),
      ...['', '', '', '', '', '2?IIIIIWWWWWC', '', 'no'],
      ...['no', 'off', 'elsewhere', '', 'yes', 'yes', '7480'],
      ...['', '80', 'cp866/17', 'native', 'no', 'no'],
    ];
    const effectOf = (name: string) =>
      name === 'time_zone' || name === 'port' ? 'at the next start of the service' : 'at once';
    expect(json.settings).toEqual(
      NAMES.map((name, at) => ({
        name,
        value: defaults[at],
        is_default: true,
        default: defaults[at],
        description: expect.stringMatching(/\.$/),
        takes_effect: effectOf(name),
      })),
    );
  });

  it('is for people, too', async () => {
    await set('time_zone', 'Europe/Warsaw');
    const { code, stdout, stderr } = await shop.plain(['setting', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^default_destination: "Оплата товарів і послуг" \(default\)\n {4}\S.*\.$/m);
    expect(stdout).toMatch(/^time_zone: "Europe\/Warsaw"\n {4}.* at the next start of the service\.$/m);
    expect(stdout).toMatch(/^webhook_address: "" \(default\)\n {4}.* at once\.$/m);
  });
});

describe('setting set', () => {
  it('refuses an invalid value in one line, and stores nothing', async () => {
    const before = readFileSync(databaseFile(shop.dataDir));
    const { code, stdout, stderr } = await shop.plain(['setting', 'set', 'time_zone', 'Mars/Olympus']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'time_zone: There is no time zone "Mars/Olympus". Expected: a name of the IANA list, as Europe/Kyiv. ' +
        'Nothing was stored.\n',
    );
    const { json } = await set('default_destination', 'ї'.repeat(281));
    const errors = { default_destination: [expect.any(String)] };
    expect(json).toMatchObject({ ok: false, code: 'VALIDATION', errors });
    expect(json.detail).toBe('default_destination: Too long: at most 280 characters. Nothing was stored.');
    expect(readFileSync(databaseFile(shop.dataDir))).toEqual(before);
  });

  it('reports it in one line, and when it takes effect', async () => {
    const one = await shop.plain(['setting', 'set', 'webhook_address', 'https://shop.example.com/']);
    expect(one.stdout).toBe('webhook_address is set: "https://shop.example.com". It takes effect at once.\n');
    const other = await shop.plain(['setting', 'set', 'time_zone', 'UTC']);
    expect(other.stdout).toBe('time_zone is set: "UTC". It takes effect at the next start of the service.\n');
    const back = await shop.plain(['setting', 'set', 'time_zone', '']);
    expect(back.stdout).toMatch(/^time_zone has its default again: "Europe\/Kyiv"\. /);
  });

  it('knows no other names, and lists the valid ones', async () => {
    for (const name of ['tz', 'installation_id', 'toString', 'TIME_ZONE']) {
      const { code, json } = await set(name, 'x');
      expect({ name, code, reported: json.code }).toEqual({ name, code: 2, reported: 'USAGE' });
      for (const known of NAMES) expect(json.detail).toContain(known);
    }
    expect(inDatabase(shop.dataDir, (db) => getSetting(db, 'installation_id'))).not.toBe('x');
  });
});
