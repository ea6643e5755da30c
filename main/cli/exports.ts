import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatAmount } from '../../shared/money.ts';
import { accountMonth, type Month, monthsOnClock } from '../domain/reports/month.ts';
import { timeZone } from '../domain/settings.ts';
import { archiveName } from '../http/export/month/name.ts';
import { monthPieces } from '../http/export/month/write-month.ts';
import type { Language } from '../http/preferences.ts';
import { UsageError } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { openSnapshot } from '../store/db/snapshot.ts';
import type { Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';

const LANGUAGES: readonly Language[] = ['uk', 'en'];

/** Writes the archive of a month for the accountant, beside the running service. */
export const exportMonth: Run = async (call) => {
  const { config, values, operand, log } = call;
  const { 'tax-number': taxNumber, language: wanted = 'uk' } = values;
  const language = LANGUAGES.find((known) => known === wanted);
  if (!language) throw new UsageError(`--language has a wrong value. Expected: ${LANGUAGES.join(' or ')}.`);
  requireDatabase(config);
  const { zone, month, sums } = await withDatabase(call, (db) => {
    const own = timeZone(db);
    const of = monthsOnClock(own, Date.now)(operand);
    return { zone: own, month: of, sums: accountMonth(db, of, taxNumber) };
  });
  const out = resolve(values.out ?? `${archiveName(month.name, taxNumber)}.zip`);
  refuseExisting(out);
  const locale = { language, timeZone: zone };
  const size = writeArchive(databaseFile(config.dataDir), { month, taxNumber, locale }, out);
  const [hryvnia] = sums.currencies;
  const { count = 0, gross = 0 } = hryvnia?.totals ?? {};
  log.info('A month was exported for the accountant.', { month: month.name, payments: count });
  return {
    json: { ok: true, path: out, size, month: month.name, payments: count, gross },
    lines: [
      `The month ${month.name} was written to ${out} (${(size / 1_000_000).toFixed(1)} MB): ` +
        `${count} ${count === 1 ? 'payment' : 'payments'}, ${formatAmount(gross)}.`,
      ...(sums.isOver ? [] : ['The month is not over yet: its sums will change.']),
    ],
  };
};

const refuseExisting = (path: string): void => {
  if (existsSync(path))
    throw new OwnerError(
      'FILE_EXISTS',
      `The file ${path} exists already. It was left as it is, and nothing was written. Give another name with --out.`,
    );
};

interface Archive {
  month: Month;
  taxNumber: string | undefined;
  locale: { language: Language; timeZone: string };
}

/** Under another name until it is complete: a file that is cut short must not look like the archive. */
const writeArchive = (database: string, archive: Archive, out: string): number => {
  const part = `${out}.part`;
  const snapshot = openSnapshot(database);
  let size = 0;
  try {
    const file = openSync(part, 'wx');
    try {
      for (const piece of monthPieces(snapshot, archive).pieces) {
        for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
        size += piece.length;
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(part, out);
    return size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(part, { force: true });
    throw error;
  } finally {
    snapshot.close();
  }
};
