import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../main/platform/log.ts';
import { createBackups } from '../../../main/safekeeping/backups/create.ts';
import type { Db } from '../../../main/store/db/connection.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { rowsOf } from '../../helpers/trace.ts';

type Folder = Pick<ReturnType<typeof emptyDatabase>, 'db' | 'file' | 'folder'>;

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** A data folder at five in the morning in Kyiv, by default without a row, and what was reported of its backups. */
export const createStage = ({ db, file, folder }: Folder = emptyDatabase()) => {
  const clock = stoppedClock(Date.parse('2026-01-31T03:00:00Z'));
  const reported: string[] = [];
  const warn = (message: string) => void reported.push(message);
  const log = { ...createLog({ level: 'error' }), warn, error: warn };
  return {
    db,
    file,
    /** The data folder. */
    home: folder,
    folder: join(folder, 'backups'),
    clock,
    reported,
    open: (over: Db = db) => createBackups({ db: over, dataDir: folder, now: clock.now, log }),
    files: () => readdirSync(join(folder, 'backups')),
    events: () =>
      rowsOf({ console: { db } }, 'events')
        .filter(({ type }) => String(type).startsWith('backup.'))
        .map(({ type, data }) => [type, JSON.parse(String(data))]),
  };
};
export type Stage = ReturnType<typeof createStage>;
