import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/os-errors.ts';
import { monthsOnClock } from '../shop/reports/month.ts';
import { archiveName, writeMonthArchive } from '../shop/reports/month-archive.ts';
import { monthFolder } from '../shop/settings.ts';
import { type ClosureRow, closedMonthsAfter } from '../store/closures.ts';
import type { Db } from '../store/db/connection.ts';
import { getSetting, setSetting } from '../store/settings.ts';
import type { Job } from './job-runner.ts';

/** A closed month wakes this job. */
export const FILE_MONTHS = 'file-months';

interface Context {
  db: Db;
  /** Path of the database. */
  file: string;
  now: () => number;
  /** IANA; the shop's. */
  timeZone: string;
}

/** Puts the archive of each closed month into the folder that the owner chose; a disk that is away is tried every hour. */
export const fileMonths = (context: Context): Job => ({
  name: FILE_MONTHS,
  description: 'Puts the archive of each month that is closed into the folder that the owner chose.',
  schedule: '35 * * * *',
  isDue: () => monthFolder(context.db) !== undefined && monthsToFile(context.db).length > 0,
  run: async (isStopping) => {
    const folder = monthFolder(context.db);
    if (folder === undefined) return { found: 0, changed: 0, problems: [] };
    const closures = monthsToFile(context.db);
    let changed = 0;
    for (const closure of closures) {
      if (isStopping()) break;
      try {
        await put(context, folder, closure);
        changed += 1;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        const { why, remedy } = reasonOf(error);
        const problem = `${closure.period}: the archive could not be put into ${folder}: ${why}. ${remedy}.`;
        return { found: closures.length, changed, problems: [problem] };
      }
    }
    return { found: closures.length, changed, problems: [] };
  },
});

const monthsToFile = (db: Db): ClosureRow[] => {
  const filed = getSetting(db, 'month_filed');
  return closedMonthsAfter(db, filed === undefined ? undefined : Number(filed));
};

const put = async (
  { db, file, now, timeZone }: Context,
  folder: string,
  { id, period, version }: ClosureRow,
): Promise<void> => {
  const month = monthsOnClock(timeZone, now)(period);
  const locale = { language: 'uk', timeZone } as const;
  const path = freePath(join(folder, archiveName(period, undefined, version)));
  await writeMonthArchive({ file, month, taxNumber: undefined, locale }, path);
  setSetting(db, 'month_filed', String(id));
};

/** A file that is in the folder already is never overwritten. */
const freePath = (path: string, number = 1): string => {
  const name = `${path}${number > 1 ? ` (${number})` : ''}.zip`;
  return existsSync(name) ? freePath(path, number + 1) : name;
};
