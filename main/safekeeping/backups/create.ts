import type { BackupKind } from '../../../shared/api/statuses.ts';
import type { OsFault } from '../../../shared/errors.ts';
import { createKeyedQueue } from '../../platform/async.ts';
import { databaseFile } from '../../platform/data-folder.ts';
import { compareWithEarlier } from '../../shop/actions/keep.ts';
import { noteAction } from '../../shop/actions/record.ts';
import { backupFolder, timeZone } from '../../shop/settings.ts';
import type { Checked } from '../../store/backup/check.ts';
import { type Backup, looksSound, removeBackupAside } from '../../store/backup/files.ts';
import { inThread } from '../../store/backup/thread.ts';
import type { Db } from '../../store/db/connection.ts';
import { withBackupLock } from '../../store/db/lock.ts';
import { latestEvent } from '../../store/events.ts';
import { getSetting } from '../../store/settings.ts';
import { shopBegan } from '../../store/shop-facts.ts';
import { createProblems, notMade, notRestored, recordBackupEvent } from './failures.ts';
import {
  createDatedList,
  isOverdue,
  type Listed,
  listBackups,
  newestSound,
  removeScratches,
  withScratch,
} from './list.ts';
import { calendarDay, superseded } from './rotation.ts';
import { type BackupsContext, writeBackup } from './write.ts';

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
    /** Its cause; null: unknown, or there is no failure. */
    fault: OsFault | null;
  };
  /** Aborts the current backup and waits until it has ended; called before the database is closed. */
  stop(): Promise<void>;
}

/** When the shop began; null, and so overdue, where that lies in the future: its clock was set back. */
const beginning = (db: Db, now: number): number | null => {
  const began = shopBegan(db);
  return began !== null && began <= now ? began : null;
};

/** Backups of an open database. One at a time; further requests wait. */
export const createBackups = (context: BackupsContext): Backups => {
  const { db, dataDir, now, log } = context;
  const exclusive = createKeyedQueue();
  const stopping = new AbortController();
  const soundBackups = createDatedList(() => soundBackupsOf(context), now);
  const problems = createProblems(context);

  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    exclusive('backup', () => withBackupLock(dataDir, work));

  const create: Backups['create'] = async (kind) => {
    try {
      const backup = await alone(async () => {
        const earlier = soundBackups.list().find((each) => continuesLog(context, each));
        const made = await writeBackup(context, kind, stopping.signal);
        if (earlier) await compareLog(context, made, earlier, stopping.signal);
        return made;
      });
      problems.clear('create');
      log.info('A backup was made and verified.', { name: backup.name, size: backup.size });
      recordBackupEvent(context, { type: 'backup.created', data: { name: backup.name, size: backup.size } });
      const object = { kind: 'backup' as const, id: null, label: backup.name };
      noteAction(db, now(), { code: 'backup_created', object, facts: { kind } });
      if (kind === 'scheduled') await removeSuperseded(context, soundBackups.list);
      soundBackups.list();
      return backup;
    } catch (error) {
      throw problems.report('create', notMade(backupFolder(db, dataDir), error));
    }
  };

  const drill: Backups['drill'] = async () => {
    let backup: Backup | undefined;
    try {
      return await alone(async () => {
        // Removes the scratch folders of drills that a crash ended.
        await removeScratches(dataDir, SCRATCH_PREFIX);
        backup = newestSound(soundBackups.list(), now());
        const tested = backup && (await rehearseRestore(context, backup, stopping.signal));
        problems.clear('drill');
        return tested;
      });
    } catch (error) {
      throw problems.report('drill', notRestored(backup, error));
    }
  };

  return {
    create,
    drill,
    list: () => listBackups(dataDir, backupFolder(db, dataDir)),
    isDue: () => isDue(context, soundBackups.list()),
    state: () => {
      const lastAt = soundBackups.lastAt();
      return { lastAt, isOverdue: isOverdue(lastAt ?? beginning(db, now()), now()), ...problems.current() };
    },
    stop: async () => {
      stopping.abort();
      await exclusive('backup', async () => undefined);
    },
  };
};

/** Those of this shop. */
const soundBackupsOf = ({ db, dataDir }: BackupsContext): Backup[] => {
  const own = getSetting(db, 'installation_id');
  return listBackups(dataDir, backupFolder(db, dataDir)).backups.filter(
    (each) => looksSound(each) && [own, ''].includes(each.manifest?.installation),
  );
};

/** Whether the log of actions of the open database continues that of a backup; a restore begins another log. */
const continuesLog = ({ db, now }: BackupsContext, { created_at, manifest }: Backup): boolean =>
  created_at <= now() && created_at > restoredAt(db) && manifest?.facts.tables.actions !== undefined;

const compareLog = async (
  context: BackupsContext,
  backup: Backup,
  earlier: Backup,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await compareWithEarlier(context, backup, earlier, signal);
  } catch (error) {
    context.log.warn('The log of actions could not be compared with the backup before.', { error });
  }
};

const removeSuperseded = async (
  { db, now, log }: BackupsContext,
  listSound: () => Backup[],
): Promise<void> => {
  try {
    for (const backup of superseded(listSound(), now(), timeZone(db))) await removeBackupAside(backup);
  } catch (error) {
    const what =
      'Backups that are superseded could not be removed. Nothing is lost, but the disk may fill up.';
    log.warn(what, { error });
  }
};

const isDue = ({ db, now }: BackupsContext, sound: readonly Backup[]): boolean => {
  const dayOf = calendarDay(timeZone(db));
  const at = now();
  const last = sound.find(({ kind, created_at }) => kind === 'scheduled' && created_at <= at);
  return !last || dayOf(last.created_at) !== dayOf(at) || last.created_at <= restoredAt(db);
};

/** A backup tested by a drill, with the result. */
interface TestedBackup extends Checked {
  backup: Backup;
}

const SCRATCH_PREFIX = 'restore-drill-';

/** Time of the last restore, milliseconds UTC; minus infinity without one. */
const restoredAt = (db: Db): number =>
  latestEvent(db, ['backup.restored'])?.created_at ?? Number.NEGATIVE_INFINITY;

/** Restores a backup into a scratch folder and compares it with the shop. @throws the thread's error */
const rehearseRestore = async (
  { db, dataDir }: BackupsContext,
  backup: Backup,
  signal: AbortSignal,
): Promise<TestedBackup> => {
  // After a restore of an older backup, backups made in between rightly have more rows than the shop.
  const live = backup.created_at > restoredAt(db) ? databaseFile(dataDir) : undefined;
  const { path, manifest } = backup;
  const checked = await withScratch(dataDir, SCRATCH_PREFIX, (scratch) =>
    inThread('rehearseRestore', [path, manifest, scratch, live], { signal }),
  );
  return { backup, ...checked };
};
