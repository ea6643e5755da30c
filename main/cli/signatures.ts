import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import { PERMISSIONS, shortPermission } from '../../shared/permissions.ts';

/** Every option of every command; no option takes a secret. */
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
  'password-stdin': { type: 'boolean' },
  'token-stdin': { type: 'boolean' },
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

export const SIGNATURES = {
  'owner create': { options: ['username', 'password-stdin'] },
  'owner password': { options: ['password-stdin'] },
  'employee add': { options: ['username', 'full-name', 'email', 'position', 'can', 'password-stdin'] },
  'employee set': {
    operands: ['U'],
    options: ['full-name', 'email', 'position', 'can', 'active', 'password-stdin'],
  },
  'employee list': { options: [] },
  'terminal add': { options: ['name', 'token-stdin'] },
  'terminal token': { operands: ['ID'], options: ['token-stdin'] },
  'terminal list': { options: [] },
  'setting list': { options: [] },
  'setting set': { operands: ['NAME', 'VALUE'], options: [] },
  'backup create': { options: [] },
  'backup list': { options: [] },
  'backup verify': { operands: ['NAME'], options: [] },
  'backup restore': { operands: ['NAME'], options: [] },
  'database start-anew': { options: [] },
  'database verify': { options: [] },
  'database rebuild': { options: [] },
  doctor: { options: [] },
} as const satisfies Record<string, Signature>;
export type CommandName = keyof typeof SIGNATURES;

export const USAGE = `Usage: npm run admin -- [OPTIONS] COMMAND

Commands
  owner create --username U --password-stdin      makes the owner of the shop
  owner password --password-stdin                 gives the owner another password
  employee add --username U [--full-name N] [--email E] [--position P] [--can RIGHTS] --password-stdin
  employee set U [--full-name N] [--email E] [--position P] [--can RIGHTS] [--active true|false]
               [--password-stdin]                 U is a username or an id; --can "" takes all rights away
  employee list                                   who there is, with ids and rights
  terminal add --name N --token-stdin             adds a terminal; its token is tried at the bank first
  terminal token ID --token-stdin                 gives a terminal another token
  terminal list                                   which terminals there are, with ids
  setting list                                    what can be set, how it stands, and what it is for
  setting set NAME VALUE                          sets one of them; VALUE "" puts the default back
  backup create                                   makes a backup of the database and verifies it
  backup list                                     which backups there are, newest first
  backup verify NAME                              reads one from end to end; NAME: of the list, a path, or latest
  backup restore NAME                             puts one in place, once the service is stopped; what is there
                                                  now is kept aside
  database start-anew                             where the database was lost: begins an empty shop without the goods,
                                                  people and invoices of the old one; its files and backups are kept
  database verify                                 compares the kept sums and the search index with the invoices
  database rebuild                                makes both anew, beside the running service
  doctor                                          looks at everything, changes nothing
  help                                            this text

RIGHTS, separated by commas: ${PERMISSIONS.map(shortPermission).join(', ')}

Options
  --data-dir DIR        the folder with everything Kramar keeps (KRAMAR_DATA_DIR)
  --bank-url URL        the bank's address, https://api.monobank.ua by default (KRAMAR_BANK_URL)
  --keychain os|file    where the key to the bank tokens is kept: the system's keychain, or a file in
                        the data folder; it goes on where the key is (KRAMAR_KEYCHAIN)
  --json                one JSON object on stdout instead of text (npm's own lines: npm run -s)
  --help, --version

Passwords (at least ${MIN_PASSWORD_LENGTH} characters) and tokens are read from stdin, never from the arguments:
  npm run admin -- owner create --username olena --password-stdin < password.txt
In a terminal, without --password-stdin or --token-stdin, they are asked for and not shown.

Works beside the running service. Exit code: 0 done, 1 refused (and why), 2 wrong usage.
`;
