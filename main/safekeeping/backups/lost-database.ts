import { renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { databaseFile, prepareDataFolder, syncFolder } from '../../platform/data-folder.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { type Backup, stamp } from '../../store/backup/files.ts';
import { openDatabase } from '../../store/db/connection.ts';
import { databaseFileState, hasLog } from '../../store/db/database-file.ts';
import { lockAgainstService, rememberedFolder } from './folder.ts';
import { defaultFolder, listBackups, newestSound } from './list.ts';

/** A shop's database is missing: the folder must not be mistaken for a new shop. */
export interface LostDatabase {
  dataDir: string;
  /** empty: the file exists, without any table. */
  state: 'missing' | 'empty';
  /** Its log was left untouched; without the database it cannot be read. */
  hasLog: boolean;
  /** Newest first. */
  backups: readonly Backup[];
  /** The newest one that looks sound. */
  newest: Backup | undefined;
  /** Backup folders that could not be read: a disk may be unplugged. */
  problems: readonly OwnerError[];
}

/** Undefined: there is a database, or no sign that there ever was one. @param now milliseconds UTC */
export const findLostDatabase = (dataDir: string, now: number): LostDatabase | undefined => {
  const file = databaseFile(dataDir);
  const state = databaseFileState(file);
  if (state === 'present') return undefined;
  const { folder = defaultFolder(dataDir), installation } = rememberedFolder(dataDir) ?? {};
  const { backups, problems } = listBackups(dataDir, folder);
  const log = hasLog(file);
  if (backups.length === 0 && problems.length === 0 && !log) return undefined;
  // A folder on another disk may hold the backups of several shops.
  const own = backups.filter(
    ({ manifest }) => !installation || !manifest?.installation || manifest.installation === installation,
  );
  return { dataDir, state, hasLog: log, backups, newest: newestSound(own, now), problems };
};

/** Nothing was opened. Each surface adds how to restore a backup there. */
export class LostDatabaseError extends OwnerError {
  readonly lost: LostDatabase;

  constructor(lost: LostDatabase) {
    super('DATABASE_LOST', descriptionOf(lost));
    this.lost = lost;
  }
}

/** States what happened, and that nothing was changed. */
export const descriptionOf = (lost: LostDatabase): string => {
  const what = lost.state === 'missing' ? 'is missing' : 'is empty';
  return [
    `The database ${databaseFile(lost.dataDir)} ${what}, but there was a shop in this folder: ${evidenceOf(lost)}.`,
    ...lost.problems.map(({ message }) => message),
    'No new shop was begun in its place, and nothing was changed.',
  ].join(' ');
};

const evidenceOf = ({ dataDir, hasLog: log, backups, newest, problems }: LostDatabase): string => {
  const found: string[] = [];
  if (newest) found.push(`${countOf(backups)}, the newest sound one ${summaryOf(newest)}`);
  else if (backups.length > 0) found.push(`${countOf(backups)}, none of them verified`);
  if (log) found.push(`its log ${basename(databaseFile(dataDir))}-wal, which cannot be read without it`);
  if (found.length === 0 && problems.length > 0) found.push('a folder that its backups are kept in');
  return found.join('; ');
};

const countOf = ({ length }: readonly unknown[]): string =>
  `${length} ${length === 1 ? 'backup' : 'backups'}`;

/** `kramar-20260131-020000-scheduled.db of 2026-01-31 02:00 UTC with 12 invoices` */
export const summaryOf = ({ name, created_at, manifest }: Backup): string => {
  const at = new Date(created_at).toISOString().slice(0, 16).replace('T', ' ');
  const invoices = manifest?.facts.tables.invoices ?? 0;
  return `${name} of ${at} UTC with ${invoices} ${invoices === 1 ? 'invoice' : 'invoices'}`;
};

/** @throws LostDatabaseError */
export const refuseLostDatabase = (dataDir: string): void => {
  const lost = findLostDatabase(dataDir, Date.now());
  if (lost) throw new LostDatabaseError(lost);
};

/**
 * Checks the folder before a shop is opened or created.
 * @throws LostDatabaseError, and OwnerError of `prepareDataFolder`
 */
export const prepareShopFolder = (dataDir: string): void => {
  refuseLostDatabase(dataDir);
  prepareDataFolder(dataDir);
};

const PARTS = ['', '-wal', '-shm', '-journal'];

export interface ReplacedDatabase {
  lost: LostDatabase;
  /** New paths of the old database's remains. */
  kept: string[];
}

/**
 * Creates a new, empty shop after the database was lost. Renames the remains of the old one; its backups stay where
 * they are.
 * @param now milliseconds UTC
 * @throws OwnerError DATABASE_NOT_LOST, ALREADY_RUNNING; nothing was changed then
 */
export const replaceLostDatabase = (dataDir: string, now: number): ReplacedDatabase => {
  requireLost(dataDir, now);
  prepareDataFolder(dataDir);
  const lock = lockAgainstService(dataDir, 'a new shop is begun');
  try {
    const lost = requireLost(dataDir, now);
    const kept = keepAside(dataDir, now);
    openDatabase(databaseFile(dataDir)).close();
    return { lost, kept };
  } finally {
    lock.release();
  }
};

const requireLost = (dataDir: string, now: number): LostDatabase => {
  const lost = findLostDatabase(dataDir, now);
  if (lost) return lost;
  throw new OwnerError(
    'DATABASE_NOT_LOST',
    `No database was lost in ${dataDir}: there is one, or there never was. Nothing was changed. ` +
      'A new shop needs a data folder of its own.',
  );
};

const keepAside = (dataDir: string, now: number): string[] => {
  const file = databaseFile(dataDir);
  const aside = lostName(dataDir, now);
  const parts = PARTS.filter((part) => statSync(file + part, { throwIfNoEntry: false }));
  for (const part of parts) renameSync(file + part, aside + part);
  syncFolder(dataDir);
  return parts.map((part) => aside + part);
};

/** A name that is free, together with SQLite's additional files. @param at milliseconds UTC */
export const lostName = (dataDir: string, at: number): string => {
  const path = join(dataDir, `kramar-lost-${stamp(at)}.db`);
  const isTaken = PARTS.some((part) => statSync(path + part, { throwIfNoEntry: false }));
  return isTaken ? lostName(dataDir, at + 1000) : path;
};
