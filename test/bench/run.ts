import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import type { Machine, Report } from './figures.ts';
import { measureShop } from './measure-shop.ts';
import { tables, verdicts, withVerdicts } from './report.ts';

/**
 * `npm run bench -- [--invoices N] [--json FILE] [--write] [--from FILE]`: how quick the service is, at 10,000,
 * 100,000 and a million invoices, or at N alone. --write puts the verdicts into docs/performance.md, --from takes the
 * figures of an earlier run (its JSON; several: they are put together) instead of measuring.
 */

const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const ALL = [10_000, 100_000, 1_000_000];

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const sqliteVersion = (): string => {
  const db = new Database(':memory:');
  const version = db.prepare<[], string>('select sqlite_version()').pluck().get() ?? '';
  db.close();
  return version;
};

const machine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: totalmem(),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.versions.node,
  sqlite: sqliteVersion(),
  loadBefore: loadavg()[0] ?? 0,
});

const numbersOf = (given: string | undefined): number[] => {
  if (given === undefined) return ALL;
  const invoices = Number(given);
  if (!Number.isInteger(invoices) || invoices < 100)
    throw new Error(`--invoices ${given}: a number from 100 on.`);
  return [invoices];
};

const measure = async (numbers: readonly number[]): Promise<Report> => {
  const report: Report = {
    date: new Date().toISOString(),
    schema: SCHEMA_VERSION,
    machine: machine(),
    runs: [],
  };
  for (const invoices of numbers) report.runs.push(await measureShop(invoices, say));
  return report;
};

const readReports = (files: readonly string[]): Report => {
  const [first, ...others] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
  if (!first) throw new Error('--from: no file was given.');
  const runs = [first, ...others].flatMap((report) => report.runs);
  return { ...first, runs: runs.toSorted((one, other) => one.invoices - other.invoices) };
};

const { values } = parseArgs({
  options: {
    invoices: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    from: { type: 'string', multiple: true },
  },
});
const report = values.from ? readReports(values.from) : await measure(numbersOf(values.invoices));
say(`${verdicts(report)}\n\n${tables(report)}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (values.write) writeFileSync(DOCUMENT, withVerdicts(readFileSync(DOCUMENT, 'utf8'), report));
