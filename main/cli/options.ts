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

const TRUE_OR_FALSE = { type: 'string', value: 'true|false' } as const;
const FLAG = { type: 'boolean' } as const;
const rightsInWords = PERMISSIONS.map(shortPermission).join(', ');

/** Every option of every command; no option takes a secret: other programs could read it among the arguments. */
export const OPTIONS = {
  'data-dir': {
    type: 'string',
    value: 'DIR',
    description: 'the folder with all data of Kramar (KRAMAR_DATA_DIR)',
  },
  'bank-url': {
    type: 'string',
    value: 'URL',
    description: "the bank's address, https://api.monobank.ua by default (KRAMAR_BANK_URL)",
  },
  keychain: {
    type: 'string',
    value: 'os|file',
    description:
      'where the key to the bank tokens is stored: the system keychain, or a file in the data folder; the default is where the key already is (KRAMAR_KEYCHAIN)',
  },
  json: { ...FLAG, description: 'one JSON object on stdout instead of text' },
  help: { ...FLAG, short: 'h', description: 'what a command does, its options and examples' },
  version: { ...FLAG, description: 'the version' },
  username: { type: 'string', value: 'U', description: 'the name to sign in with' },
  'full-name': { type: 'string', value: 'N', description: "the person's name" },
  email: { type: 'string', value: 'E', description: 'an email address' },
  position: { type: 'string', value: 'P', description: "the person's position in the shop" },
  can: {
    type: 'string',
    value: 'PERMISSIONS',
    description: `permissions, separated by commas: ${rightsInWords}; "" for none`,
  },
  preset: {
    type: 'string',
    value: 'PRESET',
    description: `the permissions and limits of a role: ${RIGHT_SET_NAMES.join(', ')}; the options beside it refine it`,
  },
  active: { ...TRUE_OR_FALSE, description: 'false: cannot sign in' },
  name: { type: 'string', value: 'N', description: 'the name, as the shop calls it' },
  terminal: { type: 'string', value: 'ID|all', description: 'only this terminal' },
  'own-sales': { ...TRUE_OR_FALSE, description: 'true: only the invoices created by this one' },
  'catalog-prices': {
    ...TRUE_OR_FALSE,
    description:
      'true: sells only products of the catalog at their prices: no amounts, custom items or discounts',
  },
  'catalog-read-only': { ...TRUE_OR_FALSE, description: 'true: changes nothing in the catalog' },
  'refund-limit': {
    type: 'string',
    value: 'AMOUNT|none',
    description: 'in hryvnias: a larger refund needs a second person',
  },
  'refund-day-limit': {
    type: 'string',
    value: 'AMOUNT|none',
    description: 'in hryvnias: more refunds in a day need a second person',
  },
  'remove-pin': { ...FLAG, description: 'their PIN stops working' },
  'password-stdin': {
    ...FLAG,
    description: `reads the password (at least ${MIN_PASSWORD_LENGTH} characters) from stdin`,
  },
  'password-file': { type: 'string', value: 'FILE', description: 'reads the password from a file' },
  'token-stdin': { ...FLAG, description: 'reads the bank token from stdin' },
  'token-file': { type: 'string', value: 'FILE', description: 'reads the bank token from a file' },
  'phrase-stdin': { ...FLAG, description: 'reads the passphrase of encrypted copies from stdin' },
  'phrase-file': {
    type: 'string',
    value: 'FILE',
    description: 'reads the passphrase of encrypted copies from a file',
  },
  'tax-number': { type: 'string', value: 'N', description: 'only the payments of this EDRPOU or RNOKPP' },
  language: { type: 'string', value: 'uk|en', description: 'of the files, uk by default' },
  out: { type: 'string', value: 'FILE', description: 'the file to write' },
  yes: { ...FLAG, description: 'does it without a question' },
  'at-boot': { ...FLAG, description: 'from the start of the computer on, before anybody signs in' },
  'run-as': { type: 'string', value: 'U', description: 'the user of this computer whose shop it is' },
  tail: { type: 'string', value: 'N', description: 'the last N lines, 50 by default' },
  follow: { ...FLAG, short: 'f', description: 'goes on with each new line, until Ctrl+C' },
  level: {
    type: 'string',
    value: 'LEVEL',
    description: `only lines of this level and above it: ${LOG_LEVELS.join(', ')}`,
  },
  since: {
    type: 'string',
    value: 'TIME',
    description:
      'only lines from this time on: a span back from now (30m, 2h, 3d), a date or a date with a time',
  },
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
