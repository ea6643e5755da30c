import * as v from 'valibot';
import { choice, count, flag, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import { BACKUP_KINDS, BACKUP_STATES } from '../../../shared/api/statuses.ts';
import { backupCreate, backupDelete, backupList, backupRestore, backupVerify } from '../backups.ts';
import type { Commands } from '../command.ts';
import { databaseRebuild, databaseStartAnew, databaseVerify } from '../database.ts';
import { result, verdict } from '../results.ts';

const backup = v.strictObject({
  name: string('Name of the backup, for the other commands.', 'kramar-20260302-020000-scheduled.db'),
  path: string('Its file.'),
  kind: choice(BACKUP_KINDS, 'Why it was made.'),
  created_at: timestamp('The moment whose data it holds, UTC.'),
  size: count('Bytes.'),
  schema: nullable(count('Version of the schema; null: not known without verifying.')),
  invoices: nullable(count('Invoices in it; null: not known without verifying.')),
  state: choice(BACKUP_STATES, 'As far as it can be judged without reading it.'),
});
const NAME = 'NAME is a name of the list, the path of a file, or latest: the newest verified backup.';

export const backupCommands = {
  'backup create': {
    summary: 'makes a backup of the database and verifies it',
    examples: ['backup create'],
    result: result({ backup }),
    run: backupCreate,
  },
  'backup list': {
    summary: 'lists backups, newest first',
    examples: ['backup list', 'backup list --json'],
    result: result({
      backups: v.array(backup),
      problems: v.array(string('A folder that could not be read, and what to do.')),
    }),
    run: backupList,
  },
  'backup verify': {
    summary: 'verifies a whole backup',
    details: [NAME],
    operands: ['NAME'],
    examples: ['backup verify latest', 'backup verify kramar-20260302-020000-scheduled.db'],
    result: result({ backup }),
    run: backupVerify,
  },
  'backup restore': {
    summary: 'restores a backup while the service is stopped; current data is kept aside',
    details: [
      NAME,
      'NAME of an encrypted copy is its path; its passphrase comes with --phrase-stdin or --phrase-file.',
    ],
    operands: ['NAME'],
    options: ['phrase-stdin', 'phrase-file'],
    examples: [
      'backup restore latest',
      'backup restore /mnt/disk/kramar/kramar-20260302-020000-scheduled.db',
    ],
    result: result({
      backup,
      previous: nullable(
        v.strictObject({
          path: string('Where the data from before is kept.'),
          is_sound: flag('False: it was damaged.', true),
          invoices: nullable(count('Invoices in it.')),
        }),
      ),
      access: choice(
        ['kept', 'unknown', 'as_then'],
        'kept: what was withdrawn before stays so (keys, people, passwords, PINs). unknown: that could not be read. ' +
          'as_then: no database of this shop was replaced.',
      ),
      keys_off: count('Keys of tills that are off until key on turns them on.', 0),
      copy: v.optional(string('The file of the encrypted copy.')),
      computer: v.optional(string('The computer that made the copy.')),
      is_move: v.optional(flag('Whether the copy moves the shop here.')),
      tokens: v.optional(count('Bank tokens that were sealed anew.')),
      keychain: v.optional(nullable(string('Why no token could be sealed.'))),
    }),
    run: backupRestore,
  },
  'backup delete': {
    summary: 'deletes a backup; the last verified one is kept',
    details: ['NAME is a name of the list. Without a terminal to ask in, --yes is required.'],
    operands: ['NAME'],
    options: ['yes'],
    examples: [
      'backup delete kramar-20250302-020000-manual.db',
      'backup delete kramar-20250302-020000-manual.db --yes',
    ],
    result: result({ backup }),
    run: backupDelete,
  },
} satisfies Commands;

export const databaseCommands = {
  'database verify': {
    summary: 'compares the stored totals and the search index with the sales',
    examples: ['database verify'],
    result: verdict({
      sums: v.array(string('A difference of a stored total.')),
      search: flag('Whether the search index is that of the sales.', true),
    }),
    run: databaseVerify,
  },
  'database rebuild': {
    summary: 'rebuilds both while the service runs',
    examples: ['database rebuild'],
    result: result({}),
    run: databaseRebuild,
  },
  'database start-anew': {
    summary: 'if the database is lost: starts an empty shop; old files and backups are kept',
    details: ['The products, employees, terminals and invoices of the old shop are not in the new one.'],
    examples: ['database start-anew'],
    result: result({
      kept: v.array(string('A file kept of the lost database.')),
      backups: v.array(string('The file of a backup.')),
    }),
    run: databaseStartAnew,
  },
} satisfies Commands;
