import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { count, string, timestamp } from '../../../shared/api/answers.ts';
import { formatAmount } from '../../../shared/money.ts';
import { formatSize } from '../../../shared/size.ts';
import { UsageError } from '../../platform/config.ts';
import { databaseFile } from '../../platform/data-folder.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { exportData } from '../../safekeeping/data-archive.ts';
import { accountMonth, monthsOnClock } from '../../shop/reports/month.ts';
import { archiveName, writeMonthArchive } from '../../shop/reports/month-archive.ts';
import { timeZone } from '../../shop/settings.ts';
import type { Commands, Run } from '../command.ts';
import { requireDatabase, withDatabase } from '../open.ts';
import { result } from '../results.ts';

const LANGUAGES = ['uk', 'en'] as const;

/** Writes the archive of a month for the accountant, beside the running service. */
const exportMonth: Run = async (call) => {
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

const dataExport: Run = async ({ config, operand, log }) => {
  requireDatabase(config);
  const { path, size, ...facts } = await exportData(config.dataDir, operand, Date.now());
  log.info('All data was exported.', { path, size });
  return {
    json: { ok: true, path, size, ...facts },
    lines: [
      `All data was written to ${path} (${formatSize(size, 'en')}): ${facts.tables} tables, ${facts.rows} rows.`,
      'No secrets are in it: no bank tokens, passwords, PINs or keys, and no hashes of them. It is not encrypted.',
    ],
  };
};

export const archiveCommands = {
  'data export': {
    summary: 'writes all data into one zip, a CSV file a table, without secrets and not encrypted',
    operands: ['FILE'],
    examples: ['data export kramar.zip'],
    result: result({
      path: string('The file.'),
      size: count('Bytes.'),
      schema: count('Version of the schema.'),
      created_at: timestamp('The moment whose data it holds, UTC.'),
      tables: count('Tables in it.'),
      rows: count('Rows in it.'),
    }),
    run: dataExport,
  },
  'export month': {
    summary: 'writes a month as one archive for the accountant',
    operands: ['MONTH'],
    options: ['tax-number', 'language', 'out'],
    examples: ['export month 2026-10', 'export month 2026-10 --tax-number 3141592653 --out october.zip'],
    result: result({
      path: string('The file.'),
      size: count('Bytes.'),
      month: string('The month.', '2026-10'),
      payments: count('Payments in hryvnias.'),
      gross: count('Their sum, in kopiykas.'),
    }),
    run: exportMonth,
  },
} satisfies Commands;
