import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatAmount } from '../../shared/money.ts';
import { UsageError } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { accountMonth, monthsOnClock } from '../shop/reports/month.ts';
import { archiveName, type MonthRequest, type MonthTask } from '../shop/reports/month-archive.ts';
import { timeZone } from '../shop/settings.ts';
import { runInThread } from '../store/threads/thread.ts';
import type { Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';

const LANGUAGES = ['uk', 'en'] as const;

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
    return { zone: own, month: of, sums: accountMonth(db, of, taxNumber, false) };
  });
  const out = resolve(values.out ?? `${archiveName(month.name, taxNumber)}.zip`);
  refuseExisting(out);
  const locale = { language, timeZone: zone };
  const size = await writeArchive({ file: databaseFile(config.dataDir), month, taxNumber, locale }, out);
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

/** Under another name until it is complete: a file that is cut short must not look like the archive. */
const writeArchive = async (request: MonthRequest, out: string): Promise<number> => {
  const part = `${out}.part`;
  const file = openSync(part, 'wx');
  let size = 0;
  let failure: unknown;
  const stop = new AbortController();
  const write = (piece: Uint8Array): void => {
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    size += piece.length;
  };
  try {
    await runInThread<MonthTask>('writeMonth', [request], {
      signal: stop.signal,
      onPart: (sent) => {
        try {
          if ('piece' in sent) write(sent.piece);
        } catch (error) {
          // Thrown here it would end the program: the thread's messages have no caller.
          failure ??= error;
          stop.abort();
        }
      },
    });
    fsyncSync(file);
  } catch (error) {
    // Windows removes no open file.
    closeSync(file);
    rmSync(part, { force: true });
    throw failure ?? error;
  }
  closeSync(file);
  renameSync(part, out);
  return size;
};
