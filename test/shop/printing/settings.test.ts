import { afterAll, beforeEach, expect, test } from 'vitest';
import { ValidationError } from '../../../main/shop/errors.ts';
import {
  changeSetting,
  receiptPrinter,
  SETTING_NAMES,
  type SettingName,
} from '../../../main/shop/settings.ts';
import { clearSetting, getSetting, setSetting } from '../../../main/store/settings.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';

const { db, folder } = emptyDatabase(afterAll);
beforeEach(() => {
  for (const name of SETTING_NAMES) clearSetting(db, name);
});

const change = (name: SettingName, value: string) => changeSetting(db, folder, name, value);

test('no printer is set by default; with an address the rest has values that most printers understand', () => {
  expect(receiptPrinter(db)).toBeUndefined();
  change('printer_address', '192.168.1.50');
  expect(receiptPrinter(db)).toEqual({
    address: { kind: 'network', host: '192.168.1.50', port: 9100 },
    format: { width: 80, codePage: { name: 'cp866', table: 17 }, qr: 'native' },
    printsPaid: false,
    opensDrawer: false,
  });
});

test('each setting is read', () => {
  for (const [name, value] of [
    ['printer_address', ' /dev/usb/lp0 '],
    ['printer_paper', '58'],
    ['printer_code_page', 'windows1251/23'],
    ['printer_qr', 'image'],
    ['printer_prints_paid', 'yes'],
    ['printer_opens_drawer', 'yes'],
  ] as const)
    change(name, value);
  expect(receiptPrinter(db)).toEqual({
    address: { kind: 'device', path: '/dev/usb/lp0' },
    format: { width: 58, codePage: { name: 'windows1251', table: 23 }, qr: 'image' },
    printsPaid: true,
    opensDrawer: true,
  });
});

test.each([
  ['127.0.0.1:9101', { kind: 'network', host: '127.0.0.1', port: 9101 }],
  ['10.0.0.7', { kind: 'network', host: '10.0.0.7', port: 9100 }],
  ['172.31.255.1:515', { kind: 'network', host: '172.31.255.1', port: 515 }],
  ['169.254.3.4', { kind: 'network', host: '169.254.3.4', port: 9100 }],
  ['::1', { kind: 'network', host: '::1', port: 9100 }],
  ['[fd12:3456::5]:9100', { kind: 'network', host: 'fd12:3456::5', port: 9100 }],
  ['fe80::1', { kind: 'network', host: 'fe80::1', port: 9100 }],
  ['/dev/ttyUSB0', { kind: 'device', path: '/dev/ttyUSB0' }],
  ['/dev/cu.usbserial-1420', { kind: 'device', path: '/dev/cu.usbserial-1420' }],
  ['COM3', { kind: 'device', path: 'COM3' }],
  ['\\\\.\\COM12', { kind: 'device', path: '\\\\.\\COM12' }],
  ['\\\\localhost\\Receipts', { kind: 'device', path: '\\\\localhost\\Receipts' }],
])('a printer of this computer or of the local network is taken: %s', (given, address) => {
  expect(change('printer_address', given)).toMatchObject({ value: given, is_default: false });
  expect(receiptPrinter(db)?.address).toEqual(address);
});

test.each([
  ...'8.8.8.8 8.8.8.8:9100 172.32.0.1 172.15.0.1 192.169.0.1 100.64.0.1 0.0.0.0 224.0.0.1'.split(' '),
  ...'2001:db8::1 [2606:4700::1111]:9100 ::ffff:8.8.8.8 :: fec0::1 localhost printer.local'.split(' '),
  ...'printer.example.com:9100 http://192.168.1.50 192.168.1.50/raw 192.168.1.50:0 192.168.1'.split(' '),
  ...'192.168.1.50:65536 0300.0250.1.50 3232235826 192.168.1.50:9100:1 /etc/passwd /dev/sda'.split(' '),
  ...'/dev/usb/../sda /dev/usb/lp0/x /dev/null lp0'.split(' '),
  ...[
    'C:\\Windows\\x',
    '\\\\server\\Receipts',
    '\\\\localhost\\C$\\x',
    '\\\\.\\PhysicalDrive0',
    'COM3 & calc',
  ],
])('anything else is refused, and nothing is changed: %s', (given) => {
  change('printer_address', '192.168.1.50');
  expect(() => change('printer_address', given)).toThrow(ValidationError);
  expect(getSetting(db, 'printer_address')).toBe('192.168.1.50');
});

test.each([
  ['printer_paper', '57', 'is not one of 58, 80'],
  ['printer_code_page', 'cp437/0', 'is no code page'],
  ['printer_code_page', 'cp866/256', 'is no code page'],
  ['printer_code_page', 'cp866', 'is no code page'],
  ['printer_qr', 'photo', 'is not one of native, image'],
  ['printer_prints_paid', 'true', 'is not one of yes, no'],
  ['printer_opens_drawer', '1', 'is not one of yes, no'],
] as const)('a bad value is refused with what is expected: %s %s', (name, value, why) => {
  const refused = () => change(name, value);
  expect(refused).toThrow(ValidationError);
  expect(refused).toThrow(expect.objectContaining({ errors: { [name]: [expect.stringContaining(why)] } }));
  expect(getSetting(db, name)).toBeUndefined();
});

test('an address that is not valid, as one of a restored backup of another version, counts as no printer', () => {
  setSetting(db, 'printer_address', '8.8.8.8');
  expect(receiptPrinter(db)).toBeUndefined();
});
