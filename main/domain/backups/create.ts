import type { BackupKind } from '../../../shared/api/statuses.ts';
import { version } from '../../../shared/version.ts';
import { createKeyedQueue } from '../../platform/async.ts';
import { databaseFile, makeFolder } from '../../platform/data-folder.ts';
import type { Log } from '../../platform/log.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Checked } from '../../store/backup/check.ts';
import {
  type Backup,
  discardReserved,
  looksSound,
  removeBackupAside,
  removeLeftovers,
  reserveBackup,
} from '../../store/backup/files.ts';
import { inThread } from '../../store/backup/thread.ts';
import type { Db } from '../../store/db/connection.ts';
import { withBackupLock } from '../../store/db/lock.ts';
import { latestEvent } from '../../store/events.ts';
import { getSetting, installationId } from '../../store/settings.ts';
import { recordEvent } from '../events.ts';
import { backupFolder, timeZone } from '../settings.ts';
import { rememberFolder } from './folder.ts';
import {
  defaultFolder,
  isOverdue,
  type Listed,
  listBackups,
  newestSound,
  removeScratches,
  withScratch,
} from './list.ts';
import { calendarDay, superseded } from './rotation.ts';

interface BackupsContext {
  db: Db;
  dataDir: string;
  /** Milliseconds UTC. */
  now: () => number;
  log: Log;
}

/** A backup tested by a drill, with the result. */
interface TestedBackup extends Checked {
  backup: Backup;
}

export interface Backups {
  /**
   * Makes and verifies a backup; after a scheduled one, removes those that it supersedes.
   * @throws OwnerError BACKUP_FAILED, BACKUP_UNDER_WAY, BACKUP_STOPPED; the shop and the older backups are untouched
   */
  create(kind: Exclude<BackupKind, 'migration'>): Promise<Backup>;
  list(): Listed;
  /** Whether the shop's current day has no scheduled backup yet. */
  isDue(): boolean;
  /**
   * Restores the newest sound backup into a scratch folder and compares it; undefined if there is none.
   * @throws OwnerError DRILL_FAILED, BACKUP_UNDER_WAY, BACKUP_STOPPED; nothing was changed
   */
  drill(): Promise<TestedBackup | undefined>;
  state(): {
    /** Time of the newest sound backup; milliseconds UTC. */
    lastAt: number | null;
    /** It is older than 48 hours, or there is none. */
    isOverdue: boolean;
    /** Failure of this process's last backup or drill; "" without one. */
    problem: string;
  };
  /** Aborts the current backup and waits until it has ended; called before the database is closed. */
  stop(): Promise<void>;
}

const DRILL_PREFIX = 'restore-drill-';

/** Backups of an open database. One at a time; further requests wait. */
export const createBackups = (context: BackupsContext): Backups => {
  const { db, dataDir, now, log } = context;
  const exclusive = createKeyedQueue();
  const stopping = new AbortController();
  const problems = { create: '', drill: '' };
  // Cached, because screens read it often, and the folder may be on a disk that has to wake up first.
  let lastAt: number | null | undefined;

  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    exclusive('backup', () => withBackupLock(dataDir, work));

  /** The sound backups of this shop, newest first. */
  const look = (): Backup[] => {
    const { backups } = listBackups(dataDir, backupFolder(db, dataDir));
    const own = getSetting(db, 'installation_id');
    const sound = backups.filter(
      (each) => looksSound(each) && [own, ''].includes(each.manifest?.installation),
    );
    lastAt = sound.find(({ created_at }) => created_at <= now())?.created_at ?? null;
    return sound;
  };

  /** Reports a failure to the owner by event, log and state. An abort, or another process's backup, is no failure. */
  const failed = (what: 'create' | 'drill', error: OwnerError): OwnerError => {
    if (['BACKUP_UNDER_WAY', 'BACKUP_STOPPED'].includes(error.code)) return error;
    problems[what] = error.message;
    log.warn(error.message, { err: error });
    recordBackupEvent({ type: 'backup.failed', data: { detail: error.message } });
    return error;
  };

  const recordBackupEvent = (event: Parameters<typeof recordEvent>[2]): void => {
    try {
      recordEvent(db, now(), event);
    } catch (error) {
      // The disk may be full for the database too, and this must not hide the first failure.
      log.warn('What became of a backup could not be written to the list of events.', { error });
    }
  };

  const write = async (kind: Exclude<BackupKind, 'migration'>): Promise<Backup> => {
    const folder = backupFolder(db, dataDir);
    // Creates only the default folder: a chosen one may be on an unplugged disk, and would then be created in its
    // place.
    if (folder === defaultFolder(dataDir)) makeFolder(folder);
    const installation = installationId(db);
    await removeLeftovers(folder, installation);
    const at = now();
    const reserved = reserveBackup(folder, kind, at, installation);
    const label = { created_at: new Date(at).toISOString(), kind, version, installation };
    try {
      const { signal } = stopping;
      const backup = await inThread('writeBackup', [databaseFile(dataDir), reserved, label], { signal });
      remember({ folder, installation });
      return backup;
    } finally {
      discardReserved(reserved);
    }
  };

  const remember = (where: Parameters<typeof rememberFolder>[1]): void => {
    try {
      rememberFolder(dataDir, where);
    } catch (error) {
      log.warn('Where the backups are could not be written down beside the database.', { error });
    }
  };

  const rotate = async (): Promise<void> => {
    try {
      for (const backup of superseded(look(), now(), timeZone(db))) await removeBackupAside(backup);
    } catch (error) {
      const what =
        'Backups that are superseded could not be removed. Nothing is lost, but the disk may fill up.';
      log.warn(what, { error });
    }
  };

  const create = async (kind: Exclude<BackupKind, 'migration'>): Promise<Backup> => {
    try {
      const backup = await alone(() => write(kind));
      problems.create = '';
      log.info('A backup was made and verified.', { name: backup.name, size: backup.size });
      recordBackupEvent({ type: 'backup.created', data: { name: backup.name, size: backup.size } });
      if (kind === 'scheduled') await rotate();
      look();
      return backup;
    } catch (error) {
      throw failed('create', notMade(backupFolder(db, dataDir), error));
    }
  };

  const restoredAt = (): number =>
    latestEvent(db, ['backup.restored'])?.created_at ?? Number.NEGATIVE_INFINITY;

  const tryRestore = async (backup: Backup): Promise<TestedBackup> => {
    // After a restore of an older backup, backups made in between rightly have more rows than the shop.
    const live = backup.created_at > restoredAt() ? databaseFile(dataDir) : undefined;
    const { path, manifest } = backup;
    const checked = await withScratch(dataDir, DRILL_PREFIX, (scratch) =>
      inThread('rehearseRestore', [path, manifest, scratch, live], { signal: stopping.signal }),
    );
    return { backup, ...checked };
  };

  const drill = async (): Promise<TestedBackup | undefined> => {
    let backup: Backup | undefined;
    try {
      return await alone(async () => {
        await removeScratches(dataDir, DRILL_PREFIX);
        backup = newestSound(look(), now());
        const tried = backup && (await tryRestore(backup));
        problems.drill = '';
        return tried;
      });
    } catch (error) {
      throw failed('drill', notRestored(backup, error));
    }
  };

  return {
    create,
    drill,
    list: () => listBackups(dataDir, backupFolder(db, dataDir)),
    isDue: () => {
      const dayOf = calendarDay(timeZone(db));
      const at = now();
      const last = look().find(({ kind, created_at }) => kind === 'scheduled' && created_at <= at);
      return !last || dayOf(last.created_at) !== dayOf(at) || last.created_at <= restoredAt();
    },
    state: () => {
      if (lastAt === undefined) look();
      const last = lastAt ?? null;
      return {
        lastAt: last,
        isOverdue: isOverdue(last, now()),
        problem: problems.create || problems.drill,
      };
    },
    stop: async () => {
      stopping.abort();
      await exclusive('backup', async () => undefined);
    },
  };
};

const stopped = (error: unknown) =>
  new OwnerError('BACKUP_STOPPED', 'The backup was broken off, since Kramar stops. It is made anew later.', {
    cause: error,
  });

const isStopped = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === 'STOPPED';

const notMade = (folder: string, error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  if (isStopped(error)) return stopped(error);
  const { why, remedy } = reasonOf(error);
  return new OwnerError(
    'BACKUP_FAILED',
    `A backup to ${folder} could not be made: ${why}. The shop goes on; its data and the older backups are safe. ${remedy}.`,
    { facts: { isChosen: true }, cause: error },
  );
};

const notRestored = (backup: Backup | undefined, error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  if (isStopped(error)) return stopped(error);
  const { why, remedy } = reasonOf(error);
  const isUnfit = UNFIT.includes((error as { code?: string }).code ?? '');
  return new OwnerError(
    'DRILL_FAILED',
    `The trial restore of ${backup ? `the backup ${backup.path}` : 'a backup'} failed: ${why}. The shop goes on, and its ` +
      `data are safe. ${isUnfit ? 'Make another backup' : remedy}.`,
    { cause: error },
  );
};

/** Codes of faults in the backup itself. */
const UNFIT = ['DAMAGED', 'NEWER', 'FOREIGN', 'ALTERED'];
