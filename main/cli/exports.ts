import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatAmount } from '../../shared/money.ts';
import { UsageError } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { accountMonth, monthsOnClock } from '../shop/reports/month.ts';
import { archiveName } from '../shop/reports/month-archive.ts';
import { writeMonthArchive } from '../shop/reports/write-month.ts';
import { timeZone } from '../shop/settings.ts';
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
  const size = await writeMonthArchive({ file: databaseFile(config.dataDir), month, taxNumber, locale }, out);
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
