import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { choice, count, flag, nullable, string } from '../../../shared/api/answers.ts';
import { backup } from '../../../shared/operations/safekeeping.ts';
import { formatSize } from '../../../shared/size.ts';
import { presentBackup } from '../../operations/safekeeping.ts';
import { type Config, UsageError } from '../../platform/config.ts';
import { databaseFile } from '../../platform/data-folder.ts';
import { withAdvice } from '../../platform/owner-error.ts';
import { deletableBackup, deleteBackup } from '../../safekeeping/backups/delete.ts';
import { knownBackupFolder, rememberedFolder } from '../../safekeeping/backups/folder.ts';
import {
  backupState,
  defaultFolder,
  findBackup,
  type Listed,
  listBackups,
  verifyBackup,
} from '../../safekeeping/backups/list.ts';
import { type Restored, restoreBackup } from '../../safekeeping/backups/restore.ts';
import { restoreCopy } from '../../safekeeping/copies/restore-copy.ts';
import { openVaultOf } from '../../safekeeping/installation.ts';
import type { Backup } from '../../store/backup/files.ts';
import { isCopyPath } from '../../store/copies/files.ts';
import type { Db } from '../../store/db/connection.ts';
import { peekSetting } from '../../store/db/examine.ts';
import { CONSOLE_ADVICE } from '../advice.ts';
import type { Call, Commands, Outcome, Run } from '../command.ts';
import { requireDatabase, withDatabase } from '../open.ts';
import { operationCommand } from '../operation-command.ts';
import { result } from '../results.ts';
import { createdText, hasPhrase, requireCopy } from './copies.ts';

const now = Date.now;

const backupList: Run = async ({ config }) => {
  const { backups, ...found } = listed(config);
  const problems = found.problems.map((problem) => withAdvice(problem, CONSOLE_ADVICE));
  const lines = backups.map(line);
  return {
    json: { ok: true, backups: backups.map(presentBackup), problems },
    lines: [
      ...(lines.length > 0 ? lines : ['There are no backups yet. Make one with: backup create.']),
      ...problems,
    ],
  };
};

const backupVerify: Run = async ({ config, operand }) => {
  const backup = findBackup(listed(config), operand, now());
  const { schema, facts } = await verifyBackup(backup);
  const invoices = facts.tables.invoices ?? 0;
  const comparisonText = backup.manifest
    ? 'It is what was written then.'
    : 'It has no manifest, so it cannot be compared with what was written.';
  return {
    json: { ok: true, backup: { ...presentBackup(backup), schema, invoices } },
    lines: [
      `The backup ${backup.path} is sound, of ${createdText(backup)}: ${invoiceCount(invoices)}. ${comparisonText}`,
    ],
  };
};

const backupRestore: Run = async (call) => {
  const { config, operand, log, values } = call;
  if (isCopyPath(operand)) return restoreFromCopy(call);
  if (hasPhrase(values))
    throw new UsageError(
      'A passphrase is of an encrypted copy alone. Expected: the path of a file that ends in .age.',
    );
  const restored = await restoreBackup(config.dataDir, operand, now());
  const { backup, previous } = restored;
  log.info('A backup was put in place of the database.', { backup: backup.path, kept: previous?.path });
  return { json: restoredJson(restored), lines: restoredLines(restored) };
};

const backupDelete: Run = async (call) => {
  const { config, operand, input, values, log } = call;
  requireDatabase(config);
  const backup = deletableBackup(listed(config), operand);
  await input.confirm(
    `Delete the backup ${backup.name} of ${createdText(backup)} (${formatSize(backup.size, 'en')})?`,
    values.yes,
  );
  await withDatabase(call, (db) => deleteBackup(db, backup, now()));
  log.info('A backup was deleted.', { name: backup.name });
  return {
    json: { ok: true, backup: presentBackup(backup) },
    lines: [`The backup ${backup.name} was deleted; ${formatSize(backup.size, 'en')} are free again.`],
  };
};

const restoreFromCopy = async ({ config, operand, log, values, input }: Call): Promise<Outcome> => {
  const copy = requireCopy(operand);
  const phrase = await input.knownPhrase(values);
  const openVault = (db: Db) => openVaultOf(config, { log }, db);
  const restored = await restoreCopy({ dataDir: config.dataDir, openVault, log, now: now() }, copy, phrase);
  const { tokens, keychain, computer, isMove } = restored;
  log.info('An encrypted copy was put in place of the database.', { copy: copy.path, computer, tokens });
  const lost = keychain ? withAdvice(keychain, CONSOLE_ADVICE) : undefined;
  return {
    json: {
      ...restoredJson(restored),
      copy: copy.path,
      computer,
      is_move: isMove,
      tokens,
      keychain: lost ?? null,
    },
    lines: [
      `The copy ${copy.name} of the computer "${computer}" was opened.`,
      ...restoredLines(restored, lost ?? `Bank tokens sealed anew on this computer: ${tokens}.`),
    ],
  };
};

/** Works also when the database is lost or damaged: then backups matter most. */
const listed = (config: Config): Listed => {
  const { dataDir } = config;
  if (!existsSync(defaultFolder(dataDir)) && !rememberedFolder(dataDir)) requireDatabase(config);
  return listBackups(
    dataDir,
    knownBackupFolder(peekSetting(databaseFile(dataDir), 'backup_folder'), dataDir),
  );
};

const FLAWS = {
  sound: [],
  unverified: ['No manifest; look at it with: backup verify.'],
  damaged: ['Damaged: it has another size than what was written.'],
};

const line = (backup: Backup): string =>
  [
    backup.name,
    createdText(backup),
    formatSize(backup.size, 'en'),
    contentText(presentBackup(backup).invoices),
    ...FLAWS[backupState(backup)],
  ].join('  ');

const contentText = (invoices: number | null): string =>
  invoices === null ? 'invoices unknown' : invoiceCount(invoices);

const invoiceCount = (invoices: number): string => `${invoices} ${invoices === 1 ? 'invoice' : 'invoices'}`;

const restoredJson = ({ backup, facts, schema, previous, access }: Restored) => ({
  ok: true,
  backup: { ...presentBackup(backup), schema, invoices: facts.tables.invoices ?? 0 },
  previous: previous
    ? { path: previous.path, is_sound: previous.isSound, invoices: previous.invoices ?? null }
    : null,
  access: access.state,
  keys_off: access.keysOff,
});

const ACCESS_LINES = {
  kept: 'Deactivated people, changed passwords and PINs, and revoked keys stay as they were before the restore.',
  unknown:
    'What was withdrawn since then could not be read: passwords and deactivated people are as they were then, PINs are ' +
    'removed, and everybody signs in again.',
  as_then: 'People, passwords and keys are as they were then.',
};

const restoredLines = (
  { backup, facts, previous, keptLog, access }: Restored,
  tokens = 'Terminals and their tokens are as they were then.',
): string[] => {
  const invoices = facts.tables.invoices ?? 0;
  return [
    `The backup ${backup.name} was put in place, of ${createdText(backup)}: ${invoiceCount(invoices)}.`,
    ...(previous ? [keptLine(previous, invoices)] : []),
    ...(keptLog === undefined ? [] : [`The log that the lost database left behind is kept in ${keptLog}.`]),
    "Payments since then come back from the bank's statement with the next synchronisation. All else that was changed " +
      `since is as it was then: goods, employees, settings. ${tokens}`,
    ACCESS_LINES[access.state],
    ...(access.keysOff === 0
      ? []
      : [
          `Keys of tills that are off now: ${access.keysOff}. Key list shows them, and key on ID turns one on.`,
        ]),
    'Start Kramar again now.',
  ];
};

const keptLine = (previous: NonNullable<Restored['previous']>, restored: number): string => {
  const { path, isSound, invoices } = previous;
  const had =
    invoices === undefined ? '' : `: ${invoiceCount(invoices)}, ${Math.max(0, invoices - restored)} more`;
  return `What was there before is kept in ${path}${had}${isSound ? '' : ' (damaged, as it was)'}.`;
};

const NAME = 'NAME is a name of the list, the path of a file, or latest: the newest verified backup.';

export const backupCommands = {
  'backup create': operationCommand('backups.create', {
    summary: 'makes a backup of the database and verifies it',
    examples: ['backup create'],
    lines: ({ backup: { path, size, invoices } }) => [
      `The backup was made and verified: ${path} (${formatSize(size, 'en')}, ${contentText(invoices)}).`,
    ],
  }),
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
