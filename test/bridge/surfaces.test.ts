import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf as inWindow, WINDOW_ADVICE } from '../../main/bridge/refusals.ts';
import { adviceWithBank } from '../../main/cli/advice.ts';
import { refusalOf as onCommandLine } from '../../main/cli/refusals.ts';
import { KeychainError, NO_KEYCHAIN } from '../../main/platform/keychain.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { unusableBackup } from '../../main/safekeeping/backups/list.ts';
import { NotFoundError, ValidationError } from '../../main/shop/errors.ts';
import { problem } from '../../shared/errors.ts';

// An error says what happened and what is safe; each surface adds what its reader can do.

const details = (error: unknown) => [onCommandLine(error)?.detail, inWindow(error)?.detail];

const unread = new OwnerError(
  'BACKUP_FOLDER_UNREADABLE',
  'The folder /usb could not be read: the folder is not there. Plug in the disk that it is on.',
);

test.each<[what: string, error: unknown, commandLine: string, window: string]>([
  [
    'a damaged backup',
    unusableBackup(
      { path: '/usb/a.db' },
      { code: 'DAMAGED', message: 'its bytes are not those that were written' },
    ),
    'The backup /usb/a.db is damaged: its bytes are not those that were written. Nothing was changed. Choose another one. To list backups: backup list.',
    'The backup /usb/a.db is damaged: its bytes are not those that were written. Nothing was changed. Choose another one.',
  ],
  [
    'a backup that is not there, with a folder that is not there either',
    new NotFoundError('backup', 'a.db', [unread]),
    'There is no backup "a.db". Nothing was changed. The folder /usb could not be read: the folder is not there. Plug in the disk that it is on. To use another backup folder: setting set backup_folder. To list backups: backup list.',
    'There is no backup "a.db". Nothing was changed. The folder /usb could not be read: the folder is not there. Plug in the disk that it is on. To use another backup folder: Settings → Backups. To see the backups: Settings → Backups.',
  ],
  [
    'a keychain that is not there',
    new KeychainError('The system keychain cannot be reached. Your data is untouched.', NO_KEYCHAIN),
    'Nothing was stored. The system keychain cannot be reached. Your data is untouched. On a machine without a desktop the key can be kept in a file with --keychain file; bank tokens must then be entered again.',
    'Nothing was stored. The system keychain cannot be reached. Your data is untouched.',
  ],
  [
    'a port that is taken',
    new OwnerError('PORT_TAKEN', 'Port 7480 is taken. Nothing was changed. Stop that program.'),
    'Port 7480 is taken. Nothing was changed. Stop that program. Or choose another port with --port N (0 picks a free one).',
    'Port 7480 is taken. Nothing was changed. Stop that program.',
  ],
  [
    'a database that turns out to be damaged',
    Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' }),
    'The database is damaged. Nothing was stored. Copy the data folder aside before anything else, then restore a backup. To restore a backup: npm run admin -- backup list, then: npm run admin -- backup restore NAME.',
    'The database is damaged. Nothing was stored. Copy the data folder aside before anything else, then restore a backup. The backups are in Settings → Backups.',
  ],
  [
    'an owner that is there already',
    new ValidationError({ username: [problem('owner_exists', 'There is an owner already.')] }),
    'username: There is an owner already. To replace a forgotten password: owner password. Nothing was stored.',
    'username: There is an owner already. Nothing was stored.',
  ],
  [
    'fields that cannot be taken',
    new ValidationError({
      name: [problem('max_length', 'Ensure this field has no more than 255 characters.', { limit: 255 })],
      username: [problem('blank', 'This field may not be blank.')],
    }),
    'name: Too long: at most 255 characters. username: It is empty; something must be there. Nothing was stored.',
    'name: Too long: at most 255 characters. username: It is empty; something must be there. Nothing was stored.',
  ],
])('%s', (_, error, commandLine, window) => {
  expect(details(error)).toEqual([commandLine, window]);
});

const main = join(import.meta.dirname, '../../main');
const sourcesOf = (folders: readonly string[]): [file: string, text: string][] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(main, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(main, file), 'utf8')]);

test('every code for which a surface has advice is given to some error', () => {
  const sources = sourcesOf([
    'platform',
    'bank',
    'store',
    'shop',
    'money',
    'safekeeping',
    'operations',
    'http',
    'demo',
    'cli',
  ]);
  const given = sources.filter(([file]) => file !== 'cli/advice.ts').map(([, text]) => text);
  for (const code of Object.keys({ ...adviceWithBank(''), ...WINDOW_ADVICE }))
    expect(
      given.some((text) => text.includes(`'${code}'`)),
      code,
    ).toBe(true);
});

const SURFACE =
  /\b(?:backup (?:list|create|verify|restore)|setting set|owner (?:create|password)|terminal (?:add|token)|npm (?:run|ci))\b|: doctor\b|--(?:data-dir|keychain|port|bank-url|demo)\b|Settings →/;
/** The code that reads the options, and the page of a service that was not built. */
const EXCEPT = ['platform/config.ts', 'http/screens.ts'];

test('nothing below the surfaces names a command, an option or a screen', () => {
  const found = sourcesOf([
    ...['platform', 'bank', 'store', 'shop', 'money', 'safekeeping', 'jobs', 'operations', 'http'],
  ])
    .filter(([file]) => !EXCEPT.includes(file))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .filter((line) => SURFACE.test(line) && !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
