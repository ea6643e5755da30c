import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ValidationError } from '../../main/shop/errors.ts';
import {
  allowedOrigins,
  backupFolder,
  changeSetting,
  counterSettings,
  defaultDestination,
  listSettings,
  monthFolder,
  ownPort,
  paperTexts,
  refundReasons,
  SETTING_NAMES,
  type SettingName,
  scaleLabels,
  shopName,
  timeZone,
  webhookAddress,
} from '../../main/shop/settings.ts';
import { clearSetting, getSetting, setSetting } from '../../main/store/settings.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';

const { db, folder } = emptyDatabase(afterAll);
beforeEach(() => {
  for (const name of SETTING_NAMES) clearSetting(db, name);
});

/** Those of the receipt printer are in test/shop/printing/settings.test.ts. */
type ShopSetting = Exclude<SettingName, `printer_${string}`>;

const change = (name: SettingName, given: string) => changeSetting(db, folder, name, given);
const readers = (): Record<ShopSetting, string | undefined> => ({
  shop_name: shopName(db),
  default_destination: defaultDestination(db),
  time_zone: timeZone(db),
  backup_folder: backupFolder(db, folder),
  month_folder: monthFolder(db),
  webhook_address: webhookAddress(db),
  allowed_origins: allowedOrigins(db).join(' '),
  seller_iban: paperTexts(db).sellerIban,
  return_text: paperTexts(db).returnText,
  refund_reasons: refundReasons(db).reasons.join('; '),
  refund_reason_required: refundReasons(db).isRequired ? 'yes' : 'no',
  scale_labels: scaleLabels(db),
  takes_cash: counterSettings(db).takes_cash ? 'yes' : 'no',
  cash_rounding: counterSettings(db).cash_rounding,
  cash_receipts: counterSettings(db).cash_receipts,
  discount_limit: counterSettings(db).discount_limit?.toString(),
  held_carts: counterSettings(db).held_carts ? 'yes' : 'no',
  customer_screen: counterSettings(db).customer_screen ? 'yes' : 'no',
  port: ownPort(db)?.toString(),
});
const DEFAULTS = {
  shop_name: '',
  default_destination: 'Оплата товарів і послуг',
  time_zone: 'Europe/Kyiv',
  backup_folder: join(folder, 'backups'),
  month_folder: undefined,
  webhook_address: undefined,
  allowed_origins: '',
  seller_iban: '',
  return_text: '',
  refund_reasons: '',
  refund_reason_required: 'no',
  scale_labels: '2?IIIIIWWWWWC',
  takes_cash: 'no',
  cash_rounding: 'off',
  cash_receipts: 'elsewhere',
  discount_limit: undefined,
  held_carts: 'yes',
  customer_screen: 'yes',
  port: undefined,
};

const GOOD: [name: ShopSetting, given: string, stored: string][] = [
  ['takes_cash', ' yes', 'yes'],
  ['cash_rounding', '50', '50'],
  ['cash_receipts', 'not_needed', 'not_needed'],
  ['discount_limit', ' 0 ', '0'],
  ['discount_limit', '100', '100'],
  ['held_carts', 'no', 'no'],
  ['customer_screen', ' no', 'no'],
  ['scale_labels', ' 22IIIIIWWWWWC; 21IIIIPPPPP?C ', '22IIIIIWWWWWC 21IIIIPPPPP?C'],
  ['refund_reasons', ' Товар повернено;; Wrong amount ;\nТовар повернено', 'Товар повернено; Wrong amount'],
  ['refund_reasons', '☕'.repeat(60), '☕'.repeat(60)],
  ['shop_name', ' Кава на розі ', 'Кава на розі'],
  ['shop_name', '☕'.repeat(120), '☕'.repeat(120)],
  ['default_destination', ' Кава на розі ', 'Кава на розі'],
  ['default_destination', '☕'.repeat(280), '☕'.repeat(280)],
  ['time_zone', 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['time_zone', 'UTC', 'UTC'],
  ['seller_iban', ' ua21 3223 1300 0002 6007 2335 6600 1 ', 'UA213223130000026007233566001'],
  ['seller_iban', 'DE89370400440532013000', 'DE89370400440532013000'],
  ['return_text', ' Обмін 14 днів ', 'Обмін 14 днів'],
  ['backup_folder', '/mnt/usb/kramar/../kramar/', '/mnt/usb/kramar'],
  ['month_folder', '/home/owner/Cloud/', '/home/owner/Cloud'],
  ['webhook_address', 'https://shop.example.com', 'https://shop.example.com'],
  ['webhook_address', 'HTTPS://Shop.Example.com:443/kramar//', 'https://shop.example.com/kramar'],
  ['webhook_address', 'https://крамниця.укр/', 'https://xn--80aqejfp0c4d.xn--j1amh'],
  ['webhook_address', 'http://127.0.0.1:7480/', 'http://127.0.0.1:7480'],
  ['webhook_address', 'http://[::1]:7480', 'http://[::1]:7480'],
  ['webhook_address', 'http://localhost', 'http://localhost'],
  ['port', ' 7580 ', '7580'],
];

const BAD: [name: ShopSetting, given: string, why: string, expected: string][] = [
  ['shop_name', 'ї'.repeat(121), 'no more than 120', 'characters'],
  ['default_destination', 'ї'.repeat(281), 'no more than 280', 'characters'],
  ['seller_iban', 'UA213223130000026007233566002', 'no IBAN', 'UA and 27 digits'],
  ['seller_iban', 'UA2132231300000260072335660', 'no IBAN', 'UA and 27 digits'],
  ['scale_labels', '22IIIIIWWWWW', 'no layout of a label', '13 characters'],
  ['scale_labels', '48IIIIIWWWWWC', 'no layout of a label', '13 characters'],
  ['return_text', 'ї'.repeat(301), 'no more than 300', 'characters'],
  ['time_zone', 'Mars/Olympus', 'There is no time zone "Mars/Olympus"', 'Europe/Kyiv'],
  ['time_zone', '+03:00', 'There is no time zone "+03:00"', 'IANA'],
  ['takes_cash', 'maybe', 'is not one of', 'yes, no'],
  ['cash_rounding', '5', 'is not one of', 'off, 10, 50'],
  ['held_carts', 'sometimes', 'is not one of', 'yes, no'],
  ['cash_receipts', 'here', 'is not one of', 'elsewhere, not_needed'],
  ['discount_limit', '101', 'Expected', '0 to 100'],
  ['discount_limit', '12.5', 'more than 3', 'characters'],
  ['discount_limit', '-1', 'Expected', 'whole number'],
  ['time_zone', 'x'.repeat(65), 'no more than 64', 'characters'],
  ['backup_folder', 'backups', 'no absolute path', 'whole path of a folder'],
  ['backup_folder', '../shop/backups', 'no absolute path', 'whole path of a folder'],
  ['allowed_origins', 'https://*.example.com', 'no single host', 'exact origins'],
  ['webhook_address', 'shop.example.com', 'no address', 'https://'],
  ['port', '80', 'Expected', '1024 to 65535'],
  ['port', '65536', 'Expected', '1024 to 65535'],
  ['port', '7480.0', 'more than 5', 'characters'],
  ['webhook_address', 'ftp://shop.example.com', 'no address', 'https://'],
  ['webhook_address', 'https://', 'no address', 'https://'],
  ['webhook_address', 'javascript:alert(1)', 'no address', 'https://'],
  ['webhook_address', 'https://o:Sup3r@shop.example.com', 'a user name or a password', 'without user name'],
  ['webhook_address', 'https://shop.example.com/?', 'a "?" or a "#"', 'without'],
  ['webhook_address', 'https://shop.example.com/?a=1', 'a "?" or a "#"', 'without'],
  ['webhook_address', 'https://shop.example.com/#a', 'a "?" or a "#"', 'without'],
  ['webhook_address', 'http://shop.example.com', 'could be read on their way', 'https://'],
  ['webhook_address', 'http://127.0.0.1.example.com', 'could be read on their way', 'https://'],
  ['webhook_address', `https://shop.example.com/${'a'.repeat(500)}`, 'no more than 500', 'characters'],
];

test('the defaults', () => {
  expect(readers()).toEqual(DEFAULTS);
});

describe('a good value', () => {
  test.each(GOOD.map((row, at) => [at, ...row] as const))('%i: %s', (_, name, given, kept) => {
    expect(change(name, given)).toMatchObject({ name, value: kept, is_default: false });
    expect([getSetting(db, name), readers()]).toEqual([kept, { ...DEFAULTS, [name]: kept }]);
    for (const nothing of ['', '  ']) {
      const { value, is_default, default: otherwise } = change(name, nothing);
      expect([value, is_default]).toEqual([otherwise, true]);
      expect([getSetting(db, name), readers()]).toEqual([undefined, DEFAULTS]);
    }
  });
});

describe('a bad value is refused; the error names the fault and the expected value', () => {
  test.each(BAD.map((row, at) => [at, ...row] as const))('%i: %s', (_, name, given, why, expected) => {
    setSetting(db, 'time_zone', 'UTC');
    const refused = () => change(name, given);
    expect(refused).toThrow(ValidationError);
    for (const words of [why, expected])
      expect(refused).toThrow(
        expect.objectContaining({ errors: { [name]: [expect.stringContaining(words)] } }),
      );
    expect(refused).toThrow(
      expect.objectContaining({ errors: { [name]: [expect.not.stringContaining('Sup3r')] } }),
    );
    expect(readers()).toEqual({ ...DEFAULTS, time_zone: 'UTC' });
  });
});

test('a value that is no longer valid here, as after a restore on another system, counts as not set', () => {
  setSetting(db, 'backup_folder', 'backups');
  setSetting(db, 'time_zone', 'Mars/Olympus');
  setSetting(db, 'webhook_address', 'nowhere');
  expect(readers()).toEqual(DEFAULTS);
  for (const state of listSettings(db, folder)) expect(state).toMatchObject({ is_default: true });
});
