import { hostname } from 'node:os';
import { join } from 'node:path';
import type { BackupKind } from '../../../shared/api/statuses.ts';
import type { OsFault } from '../../../shared/errors.ts';
import { createKeyedQueue } from '../../platform/async.ts';
import { COPY_COST } from '../../platform/key-costs.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Vault } from '../../platform/vault.ts';
import { noteAction } from '../../shop/actions/record.ts';
import { timeZone } from '../../shop/settings.ts';
import type { Backup } from '../../store/backup/files.ts';
import { inThread } from '../../store/backup/thread.ts';
import {
  type Copy,
  copiesIn,
  publishCopy,
  removeCopy,
  removePartialCopies,
  reserveCopy,
  shopOf,
} from '../../store/copies/files.ts';
import { installationId } from '../../store/settings.ts';
import type { Backups } from '../backups/create.ts';
import { type BackupProblems, backupOwnerError, createProblems } from '../backups/failures.ts';
import { createDatedList, isOverdue, newestSound, withScratch } from '../backups/list.ts';
import { superseded } from '../backups/rotation.ts';
import type { BackupsContext } from '../backups/write.ts';
import { openSecrets } from './secrets.ts';
import { copyFolder, copyPhrase, phraseFor } from './setup.ts';

export interface Copies {
  /** Whether a copy could be made now. @throws OwnerError COPIES_OFF, COPY_PHRASE_LOST, COPY_FAILED */
  requireReady(): Promise<void>;
  /**
   * Makes a backup and an encrypted copy of it, and opens the copy once; then removes the copies that it supersedes.
   * @param kind move: the copy says that this computer was left
   * @throws OwnerError COPIES_OFF, COPY_FAILED, and what `Backups.create` throws; nothing else was changed
   */
  create(kind: 'manual' | 'move'): Promise<Copy>;
  /**
   * The same in another folder, where it supersedes none.
   * @param phrase undefined: that of the copies that are kept
   * @throws ValidationError (phrase), and what `create` throws
   */
  createIn(folder: string, phrase: string | undefined): Promise<Copy>;
  /** Copies the newest sound backup, for the daily job. @throws as `create` */
  copyNewest(): Promise<Copy | undefined>;
  /** This shop's, newest first. @throws the file system's error */
  list(): Copy[];
  /** Whether the newest backup has no copy yet. */
  isDue(): boolean;
  /** Opens the newest copy from end to end with the kept passphrase; undefined: there is none. @throws OwnerError COPY_DRILL_FAILED */
  drill(): Promise<Copy | undefined>;
  state(): CopiesState;
  /** Aborts the current copy and waits until it has ended. */
  stop(): Promise<void>;
}

export interface CopiesState {
  isOn: boolean;
  /** Time of the newest copy; milliseconds UTC. */
  lastAt: number | null;
  /** It is older than 48 hours, or there is none, while copies are on. */
  isOverdue: boolean;
  /** Failure of this process's last copy or drill; "" without one. */
  problem: string;
  fault: OsFault | null;
}

type Context = BackupsContext & { vault: Vault; backups: Pick<Backups, 'create' | 'list'> };

/** Encrypted copies of an open database's backups. One at a time. */
export const createCopies = (context: Context): Copies => {
  const { db, now, backups } = context;
  const exclusive = createKeyedQueue();
  const stopping = new AbortController();
  const problems = createProblems(context);
  const { list, lastAt } = createDatedList(() => copiesOf(context), now);

  const copy = (kind: BackupKind | 'move', backupOf: () => Promise<Backup | undefined>) =>
    exclusive('copy', async () => {
      try {
        const backup = await backupOf();
        if (!backup) return undefined;
        const made = await writeCopy(context, backup, kind, await readyTarget(context), stopping.signal);
        problems.clear('create');
        for (const old of superseded(list(), now(), timeZone(db))) await removeCopy(old);
        list();
        return made;
      } catch (error) {
        throw problems.report('create', copyNotMade(copyFolder(db), error));
      }
    });

  const requireReady = () => checkTarget(context, list, problems);

  const drill = async (): Promise<Copy | undefined> => {
    try {
      const tested = await exclusive('copy', () => openNewest(context, list, stopping.signal));
      problems.clear('drill');
      return tested;
    } catch (error) {
      throw problems.report('drill', copyNotOpened(error));
    }
  };

  return {
    requireReady,
    create: async (kind) => {
      await requireReady();
      const made = await copy(kind, () => backups.create('manual'));
      if (!made) throw new Error('A backup that was made gave no copy.');
      return made;
    },
    createIn: (folder, phrase) => exclusive('copy', () => createIn(context, folder, phrase, stopping.signal)),
    copyNewest: async () =>
      copyFolder(db) === undefined
        ? undefined
        : copy('scheduled', async () => newestSound(backups.list().backups, now())),
    list,
    isDue: () => isDue(context, list),
    drill,
    state: () => stateOf(context, lastAt, problems),
    stop: () => {
      stopping.abort();
      return exclusive('copy', async () => undefined);
    },
  };
};

/** @throws OwnerError when a copy could not be made now */
const checkTarget = async (
  context: Context,
  list: () => unknown,
  problems: Pick<BackupProblems, 'report'>,
): Promise<void> => {
  try {
    await readyTarget(context);
    list();
  } catch (error) {
    throw problems.report('create', copyNotMade(copyFolder(context.db), error));
  }
};

const stateOf = (
  { db, now }: Context,
  lastAt: () => number | null,
  problems: Pick<BackupProblems, 'current'>,
): CopiesState => {
  if (copyFolder(db) === undefined)
    return { isOn: false, lastAt: null, isOverdue: false, problem: '', fault: null };
  const last = lastAt();
  return { isOn: true, lastAt: last, isOverdue: isOverdue(last, now()), ...problems.current() };
};

/** This shop's; undefined: none are made. */
const copiesOf = ({ db }: Context): Copy[] | undefined => {
  const folder = copyFolder(db);
  if (folder === undefined) return undefined;
  const shop = shopOf(installationId(db));
  return copiesIn(folder).filter((each) => each.shop === shop);
};

const isDue = ({ db, now, backups }: Context, list: () => Copy[]): boolean => {
  if (copyFolder(db) === undefined) return false;
  const newest = newestSound(backups.list().backups, now());
  if (!newest) return false;
  try {
    return !list().some(({ created_at }) => created_at >= newest.created_at);
  } catch {
    // The disk is away: the attempt says so.
    return true;
  }
};

interface Target {
  folder: string;
  phrase: string;
}

/** @throws OwnerError COPIES_OFF, COPY_PHRASE_LOST, KeychainError */
const readyTarget = async (context: Context): Promise<Target> => {
  const folder = copyFolder(context.db);
  const phrase = await copyPhrase(context);
  if (folder !== undefined && phrase !== undefined) return { folder, phrase };
  throw (folder !== undefined && context.vault.problem()) || copiesOff(folder !== undefined);
};

const writeCopy = async (
  context: Context,
  backup: Backup,
  kind: BackupKind | 'move',
  { folder, phrase }: Target,
  signal: AbortSignal,
): Promise<Copy> => {
  const { db, log, now, vault } = context;
  if (!backup.manifest) throw new Error(`The backup ${backup.path} has no manifest.`);
  const installation = installationId(db);
  await removePartialCopies(folder, installation);
  const { path, partial } = reserveCopy(folder, { kind, at: backup.created_at, installation });
  try {
    const about = {
      format: 1 as const,
      computer: hostname(),
      is_move: kind === 'move',
      backup: backup.manifest,
    };
    const secrets = openSecrets(db, vault);
    const parts = { backup: backup.path, about, secrets, phrase, ...COPY_COST };
    await inThread('writeCopy', [parts, partial], { signal });
    const made = publishCopy(path);
    log.info('An encrypted copy was made and opened once.', { name: made.name, size: made.size });
    const object = { kind: 'backup' as const, id: null, label: made.name };
    noteAction(db, now(), { code: 'copy_created', object, facts: { kind } });
    return made;
  } finally {
    await removePartialCopies(folder, installation).catch(() => undefined);
  }
};

/** @throws as `Copies.createIn` */
const createIn = async (
  context: Context,
  folder: string,
  typed: string | undefined,
  signal: AbortSignal,
): Promise<Copy> => {
  const phrase = await phraseFor(context, typed);
  try {
    const backup = await context.backups.create('manual');
    return await writeCopy(context, backup, 'manual', { folder, phrase }, signal);
  } catch (error) {
    throw copyNotMade(folder, error);
  }
};

/** Opens the newest copy and examines its database as a restore does. */
const openNewest = async (
  context: Context,
  list: () => Copy[],
  signal: AbortSignal,
): Promise<Copy | undefined> => {
  const newest = copyFolder(context.db) === undefined ? undefined : list()[0];
  if (!newest) return undefined;
  const { phrase } = await readyTarget(context);
  await withScratch(context.dataDir, COPY_SCRATCH, async (scratch) => {
    const target = join(scratch, 'opened.db');
    const { about } = await inThread('readCopy', [newest.path, phrase, target], { signal });
    await inThread('rehearseRestore', [target, about.backup, scratch, undefined], { signal });
  });
  return newest;
};

/** Folders of this name hold an opened copy; those that a crash left are removed at the next start. */
export const COPY_SCRATCH = 'opened-copy-';

/** @param hasFolder the folder is set, and the passphrase cannot be opened */
const copiesOff = (hasFolder: boolean): OwnerError =>
  hasFolder
    ? new OwnerError(
        'COPY_PHRASE_LOST',
        'The passphrase of the encrypted copies cannot be opened: the keychain holds another key than the one it was kept under. Nothing was copied; the backups on this computer go on. Enter the passphrase again.',
      )
    : new OwnerError(
        'COPIES_OFF',
        'Encrypted copies are off. Nothing was copied. Choose a folder and a passphrase first.',
      );

/** The error for the owner about a copy that could not be made. */
const copyNotMade = (folder: string | undefined, error: unknown): OwnerError =>
  backupOwnerError(
    'COPY_FAILED',
    'copy',
    error,
    ({ why, remedy }) =>
      `An encrypted copy to ${folder} could not be made: ${why}. The shop goes on; its data, its backups and the older copies are safe. ${remedy}.`,
  );

/** The error for the owner about a copy that did not open in a drill. */
const copyNotOpened = (error: unknown): OwnerError =>
  backupOwnerError(
    'COPY_DRILL_FAILED',
    'copy',
    error,
    ({ why }) =>
      `The newest encrypted copy could not be opened: ${why}. The shop goes on, and its data are safe. Make another copy.`,
  );
