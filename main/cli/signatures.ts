import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import { PERMISSIONS, shortPermission } from '../../shared/permissions.ts';
import { CONSOLE } from './console-command.ts';

/** Every option of every command; no option takes a secret: other programs could read it among the arguments. */
export const OPTIONS = {
  'data-dir': { type: 'string' },
  'bank-url': { type: 'string' },
  keychain: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  username: { type: 'string' },
  'full-name': { type: 'string' },
  email: { type: 'string' },
  position: { type: 'string' },
  can: { type: 'string' },
  active: { type: 'string' },
  name: { type: 'string' },
  terminal: { type: 'string' },
  'own-sales': { type: 'string' },
  'catalog-prices': { type: 'string' },
  preset: { type: 'string' },
  'refund-limit': { type: 'string' },
  'refund-day-limit': { type: 'string' },
  'remove-pin': { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
  'password-file': { type: 'string' },
  'token-stdin': { type: 'boolean' },
  'token-file': { type: 'string' },
  'phrase-stdin': { type: 'boolean' },
  'phrase-file': { type: 'string' },
  'tax-number': { type: 'string' },
  language: { type: 'string' },
  out: { type: 'string' },
} as const;
export type OptionName = keyof typeof OPTIONS;

export const EVERYWHERE: readonly OptionName[] = [
  'data-dir',
  'bank-url',
  'keychain',
  'json',
  'help',
  'version',
];

export interface Signature {
  /** The words after the command, as usage names them: an operand, and a value, which may be "". */
  operands?: readonly [string] | readonly [string, string];
  options: readonly OptionName[];
}

/** A secret comes on stdin or from a file. */
const PASSWORD = ['password-stdin', 'password-file'] as const;
const TOKEN = ['token-stdin', 'token-file'] as const;
const PHRASE = ['phrase-stdin', 'phrase-file'] as const;

/** Amounts in hryvnias, or none. */
const REFUND_LIMITS = ['refund-limit', 'refund-day-limit'] as const;

export const SIGNATURES = {
  'owner create': { options: ['username', ...PASSWORD] },
  'owner password': { options: PASSWORD },
  'employee add': {
    options: [
      ...[
        'username',
        'full-name',
        'email',
        'position',
        'preset',
        'can',
        'own-sales',
        'catalog-prices',
        ...REFUND_LIMITS,
      ],
      ...PASSWORD,
    ],
  },
  'employee set': {
    operands: ['U'],
    options: [
      ...['full-name', 'email', 'position', 'preset', 'can', 'active', 'own-sales', 'catalog-prices'],
      ...[...REFUND_LIMITS, 'remove-pin', ...PASSWORD],
    ],
  },
  'employee list': { options: [] },
  'key add': { options: ['name', 'can', 'terminal', 'own-sales', 'catalog-prices'] },
  'key set': {
    operands: ['ID'],
    options: ['name', 'can', 'terminal', 'own-sales', 'catalog-prices', ...REFUND_LIMITS],
  },
  'key rotate': { operands: ['ID'], options: [] },
  'key revoke': { operands: ['ID'], options: [] },
  'key list': { options: [] },
  'webhook add': { operands: ['URL'], options: ['terminal'] },
  'webhook list': { options: [] },
  'webhook test': { operands: ['ID'], options: [] },
  'webhook rotate': { operands: ['ID'], options: [] },
  'webhook remove': { operands: ['ID'], options: [] },
  'webhook deliveries': { operands: ['ID'], options: [] },
  'terminal add': { options: ['name', ...TOKEN] },
  'terminal token': { operands: ['ID'], options: TOKEN },
  'terminal list': { options: [] },
  'setting list': { options: [] },
  'setting set': { operands: ['NAME', 'VALUE'], options: [] },
  'logo set': { operands: ['FILE'], options: [] },
  'logo remove': { options: [] },
  'export month': { operands: ['MONTH'], options: ['tax-number', 'language', 'out'] },
  'backup create': { options: [] },
  'backup list': { options: [] },
  'backup verify': { operands: ['NAME'], options: [] },
  'backup restore': { operands: ['NAME'], options: PHRASE },
  'copy on': { operands: ['FOLDER'], options: PHRASE },
  'copy off': { options: [] },
  'copy create': { options: [] },
  'copy list': { options: [] },
  'copy verify': { operands: ['FILE'], options: PHRASE },
  'shop move': { options: [] },
  'shop stay': { options: [] },
  'data export': { operands: ['FILE'], options: [] },
  'data import': { operands: ['FILE'], options: [] },
  'database start-anew': { options: [] },
  'database verify': { options: [] },
  'database rebuild': { options: [] },
  doctor: { options: [] },
} as const satisfies Record<string, Signature>;
export type CommandName = keyof typeof SIGNATURES;

const COMMANDS = `Commands
  owner create --username U --password-stdin      creates the owner of the shop
  owner password --password-stdin                 sets a new password for the owner
  employee add --username U [--full-name N] [--email E] [--position P] [--preset PRESET|--can PERMISSIONS]
               [--own-sales true|false] [--catalog-prices true|false] [--refund-limit AMOUNT]
               [--refund-day-limit AMOUNT] --password-stdin
  employee set U [--full-name N] [--email E] [--position P] [--preset PRESET|--can PERMISSIONS]
               [--own-sales true|false] [--catalog-prices true|false] [--active true|false]
               [--refund-limit AMOUNT|none] [--refund-day-limit AMOUNT|none] [--remove-pin] [--password-stdin]
                                                  U is a username or an id; --can "" removes all permissions;
                                                  --own-sales true shows them only the invoices that they created;
                                                  --catalog-prices true lets them sell only products of the catalog
                                                  at their prices: no amounts, free items or discounts;
                                                  above these limits, in hryvnias, a refund needs a second person
  employee list                                   lists employees, with ids and permissions
  key add --name N [--can PERMISSIONS] [--terminal ID] [--own-sales true|false] [--catalog-prices true|false]
                                                  creates a key for a till app and shows it once
  key set ID [--name N] [--can PERMISSIONS] [--terminal ID|all] [--own-sales true|false]
               [--catalog-prices true|false] [--refund-limit AMOUNT|none] [--refund-day-limit AMOUNT|none]
                                                  changes what a key may do, from its next request on
  key rotate ID                                   replaces a key by a new one; the old one stops working
  key revoke ID                                   ends a key for good
  key list                                        lists keys, with ids, permissions and last use
  webhook add URL [--terminal ID]                 sends events to a program on this computer (http://127.0.0.1:PORT/PATH)
                                                  and shows the secret that signs them, once
  webhook list                                    lists these programs, with ids and waiting deliveries
  webhook test ID                                 sends a test at once and shows the answer
  webhook rotate ID                               creates a new secret; the old one stops working
  webhook remove ID                               stops sending events there
  webhook deliveries ID                           lists the last deliveries with their answers
  terminal add --name N --token-stdin             adds a terminal; its token is checked with the bank first
  terminal token ID --token-stdin                 replaces the token of a terminal
  terminal list                                   lists terminals, with ids
  setting list                                    lists settings, their values and what they do
  setting set NAME VALUE                          changes a setting; VALUE "" restores the default
  logo set FILE                                   puts a PNG or JPEG picture on papers in the place of the shop's name
  logo remove                                     puts the shop's name there again
  export month MONTH [--tax-number N] [--language uk|en] [--out FILE]
                                                  writes a month (2026-10) as one archive for the accountant
  backup create                                   makes a backup of the database and verifies it
  backup list                                     lists backups, newest first
  backup verify NAME                              verifies a whole backup; NAME: from the list, a path, or latest
  backup restore NAME                             restores a backup while the service is stopped; current
                                                  data is saved separately; NAME of an encrypted copy: its
                                                  path, and its passphrase with --phrase-stdin
  copy on FOLDER [--phrase-stdin]                 encrypts a copy of each daily backup into a folder: on a second
                                                  disk, or one that a cloud program syncs; without a passphrase
                                                  the known one stays
  copy off                                        makes no more encrypted copies; those that exist stay
  copy create                                     makes a backup and an encrypted copy of it, and opens it once
  copy list                                       lists the encrypted copies, newest first
  copy verify FILE --phrase-stdin                 opens a whole encrypted copy, and changes nothing
  shop move                                       moves the shop to another computer: makes an encrypted copy, and
                                                  this computer sends no more bank requests
  shop stay                                       takes that back: this computer goes on
  data export FILE                                writes all data into one zip: JSON lines, CSV and a description;
                                                  no secrets, not encrypted
  data import FILE                                makes the shop of such a zip, in an empty data folder
  database start-anew                             if the database is lost: starts an empty shop without the products,
                                                  employees and invoices of the old one; its files and backups are kept
  database verify                                 compares the stored totals and the search index with the invoices
  database rebuild                                rebuilds both while the service runs
  doctor                                          checks everything, changes nothing
  help                                            this text`;

/** @param console how the console is called here */
export const usage = (console: string): string => `Usage: ${console} [OPTIONS] COMMAND

${COMMANDS}

PERMISSIONS, separated by commas: ${PERMISSIONS.map(shortPermission).join(', ')}
PRESET, permissions for a role: sells (own sales only), sees_all, refunds, reports, manages

Options
  --data-dir DIR        the folder with all data of Kramar (KRAMAR_DATA_DIR)
  --bank-url URL        the bank's address, https://api.monobank.ua by default (KRAMAR_BANK_URL)
  --keychain os|file    where the key to the bank tokens is stored: the system keychain, or a file in
                        the data folder; the default is where the key already is (KRAMAR_KEYCHAIN)
  --json                one JSON object on stdout instead of text (npm's own lines: npm run -s)
  --help, --version

Passwords (at least ${MIN_PASSWORD_LENGTH} characters) and tokens are read from stdin or a file, never from the arguments:
  ${console} owner create --username olena --password-stdin < password.txt
  ${console} owner create --username olena --password-file password.txt
--token-file and --phrase-file do the same for a token and for the passphrase of encrypted copies. In a terminal, without these options, the program prompts for them and
does not show them.

Works while the service runs. Exit code: 0 done, 1 refused (with the reason), 2 wrong usage.
`;

export const USAGE = usage(CONSOLE);
