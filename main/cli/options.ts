import { parseArgs } from 'node:util';
import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import { PERMISSIONS, shortPermission } from '../../shared/permissions.ts';
import { RIGHT_SET_NAMES } from '../../shared/rights.ts';
import { LOG_LEVELS } from '../platform/config.ts';

/** The kind of an option's value; a flag has none. */
interface Option {
  type: 'string' | 'boolean';
  short?: string;
  /** Stands for the value in usage; of options with a value alone. */
  value?: string;
  /** Its line in the help, without a full stop. */
  description: string;
}

const valued = (value: string, description: string) => ({ type: 'string', value, description }) as const;
const flag = (description: string) => ({ type: 'boolean', description }) as const;
const rightsInWords = PERMISSIONS.map(shortPermission).join(', ');

/** Every option of every command; no option takes a secret: other programs could read it among the arguments. */
export const OPTIONS = {
  'data-dir': valued('DIR', 'the folder with all data of Kramar (KRAMAR_DATA_DIR)'),
  'bank-url': valued('URL', "the bank's address, https://api.monobank.ua by default (KRAMAR_BANK_URL)"),
  keychain: valued(
    'os|file',
    'where the key to the bank tokens is stored: the system keychain, or a file in the data folder; the default is where the key already is (KRAMAR_KEYCHAIN)',
  ),
  json: flag('one JSON object on stdout instead of text'),
  help: { ...flag('what a command does, its options and examples'), short: 'h' },
  version: flag('the version'),
  username: valued('U', 'the name to sign in with'),
  'full-name': valued('N', "the person's name"),
  email: valued('E', 'an email address'),
  position: valued('P', "the person's position in the shop"),
  can: valued('PERMISSIONS', `permissions, separated by commas: ${rightsInWords}; "" for none`),
  preset: valued(
    'PRESET',
    `the permissions and limits of a role: ${RIGHT_SET_NAMES.join(', ')}; the options beside it refine it`,
  ),
  active: valued('true|false', 'false: cannot sign in'),
  name: valued('N', 'the name, as the shop calls it'),
  terminal: valued('ID|all', 'only this terminal'),
  'own-sales': valued('true|false', 'true: only the invoices created by this one'),
  'catalog-prices': valued(
    'true|false',
    'true: sells only products of the catalog at their prices: no amounts, custom items or discounts',
  ),
  'catalog-read-only': valued('true|false', 'true: changes nothing in the catalog'),
  'refund-limit': valued('AMOUNT|none', 'in hryvnias: a larger refund needs a second person'),
  'refund-day-limit': valued('AMOUNT|none', 'in hryvnias: more refunds in a day need a second person'),
  'remove-pin': flag('their PIN stops working'),
  'password-stdin': flag(`reads the password (at least ${MIN_PASSWORD_LENGTH} characters) from stdin`),
  'password-file': valued('FILE', 'reads the password from a file'),
  'token-stdin': flag('reads the bank token from stdin'),
  'token-file': valued('FILE', 'reads the bank token from a file'),
  'phrase-stdin': flag('reads the passphrase of encrypted copies from stdin'),
  'phrase-file': valued('FILE', 'reads the passphrase of encrypted copies from a file'),
  'tax-number': valued('N', 'only the payments of this EDRPOU or RNOKPP'),
  language: valued('uk|en', 'of the files, uk by default'),
  out: valued('FILE', 'the file to write'),
  yes: flag('does it without a question'),
  'at-boot': flag('from the start of the computer on, before anybody signs in'),
  'run-as': valued('U', 'the user of this computer whose shop it is'),
  tail: valued('N', 'the last N lines, 50 by default'),
  follow: { ...flag('goes on with each new line, until Ctrl+C'), short: 'f' },
  level: valued('LEVEL', `only lines of this level and above it: ${LOG_LEVELS.join(', ')}`),
  since: valued(
    'TIME',
    'only lines from this time on: a span back from now (30m, 2h, 3d), a date or a date with a time',
  ),
} as const satisfies Record<string, Option>;
export type OptionName = keyof typeof OPTIONS;

/** Options of every command. */
export const COMMON_OPTIONS: readonly OptionName[] = [
  'data-dir',
  'bank-url',
  'keychain',
  'json',
  'help',
  'version',
];

export const optionOf = (name: OptionName): Option => OPTIONS[name];

/** @throws what parseArgs throws */
export const parseOptions = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });

export type Values = ReturnType<typeof parseOptions>['values'];
