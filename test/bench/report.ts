import { type Figures, type Report, SCENARIO_NAMES, SCENARIOS, type Work } from './figures.ts';
import type { Load } from './measure.ts';
import { cpuRatio, growth, median, type Target, targets } from './targets.ts';

/** The figures as tables in Markdown: for the terminal; the verdicts for docs/performance.md too. */

const count = (value: number): string => value.toLocaleString('en-US');

/** As many digits as mean something. */
const number = (value: number): string => {
  if (!Number.isFinite(value)) return '—';
  if (value >= 100) return count(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : 2);
};

const MB = 1024 * 1024;
const megabytes = (bytes: number | null): string => (bytes === null ? '—' : count(Math.round(bytes / MB)));

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
};

const cells = ({ p50, p99, perSecond }: Load) => [number(p50), number(p99), number(perSecond)];

const loadTable = (run: Figures): string =>
  table(
    [
      ...['what', 'p50 ms', 'p99 ms', 'req/s', 'p50, 16', 'p99, 16', 'req/s, 16', 'CPU ms'],
      'CPU to an empty request',
    ],
    SCENARIO_NAMES.map((name) => {
      const { one, many } = run.scenarios[name];
      const cpu = number(one.cpu ?? Number.NaN);
      return [SCENARIOS[name], ...cells(one), ...cells(many), cpu, number(cpuRatio(run, name))];
    }).concat([
      ['by id, while another client searches', ...cells(run.whileSearching), '—', '—', '—', '—', '—'],
      [
        ...['the least that a sale costs', ...cells(run.floor.one), ...cells(run.floor.many)],
        ...[number(run.floor.one.cpu ?? Number.NaN), '—'],
      ],
    ]),
  );

const rate = ({ amount, ms }: Work, unit: number): string => number((1000 * amount) / ms / unit);

const workRow = (name: string, rates: string, work: Work): string[] => [
  ...[name, number(work.ms / 1000), rates],
  ...[number(work.longestStop), number(work.idleStop), megabytes(work.peak)],
];

const workTable = ({ sync, csv, backup, incomeBook, month, previewed, imported }: Figures): string =>
  table(
    ['what', 'seconds', 'rate', 'longest stop ms', 'at rest ms', 'peak memory MB'],
    [
      workRow('sync of 10,000 lines', `${rate(sync, 1)} lines/s`, sync),
      workRow('CSV of everything', `${rate(csv, 1e6)} MB/s`, csv),
      workRow('backup', '—', backup),
      workRow('income book of a year', '—', incomeBook),
      workRow("accountant's month as an archive", `${rate(month, 1e6)} MB/s`, month),
      workRow('preview of 20,000 products', `${rate(previewed, 1)} lines/s`, previewed),
      workRow('import of 20,000 products', `${rate(imported, 1)} lines/s`, imported),
    ],
  );

const shopTable = (runs: readonly Figures[]): string =>
  table(
    ['', ...runs.map(({ invoices }) => `${count(invoices)} invoices`)],
    [
      ['start to first answer, ms', ...runs.map(({ starts }) => number(median(starts)))],
      ['longest stop of the first 90 seconds, ms', ...runs.map((run) => number(run.firstMinute.longestStop))],
      ['… at rest', ...runs.map((run) => number(run.firstMinute.idleStop))],
      ['memory then, MB', ...runs.map((run) => megabytes(run.firstMinute.memory))],
      ['memory at rest, MB', ...runs.map(({ memory }) => megabytes(memory.rest))],
      ['memory after load, MB', ...runs.map(({ memory }) => megabytes(memory.loaded))],
      ['database, MB', ...runs.map(({ size }) => megabytes(size))],
      ['… of an invoice, bytes', ...runs.map(({ size, invoices }) => number(size / invoices))],
    ],
  );

const growthTable = (runs: readonly Figures[]): string => {
  const [first, last] = [runs[0], runs.at(-1)];
  return table(
    ['p50 ms, 1 connection', ...runs.map(({ invoices }) => count(invoices)), 'growth'],
    SCENARIO_NAMES.map((name) => [
      ...[SCENARIOS[name], ...runs.map(({ scenarios }) => number(scenarios[name].one.p50))],
      first && last ? number(growth(first, last, name)) : '—',
    ]),
  );
};

const verdict = ({ holds }: Target): string =>
  holds === undefined ? 'not measured' : holds ? 'holds' : '**does not hold**';

const targetTable = (found: readonly Target[]): string =>
  table(
    ['target', 'at most', 'measured', ''],
    found.map((target) => {
      const unit = target.unit === '×' ? ' ×' : ` ${target.unit}`;
      const value = target.value === undefined ? '—' : number(target.value) + unit;
      return [target.name, `${target.limit}${unit}`, value, verdict(target)];
    }),
  );

const machineLine = ({ machine, date, schema }: Report): string =>
  `${machine.cpu}, ${machine.cores} cores, ${megabytes(machine.memory)} MB, ${machine.system}; Node ${machine.node}, ` +
  `SQLite ${machine.sqlite}; schema ${schema}; ${date.slice(0, 10)}; load of the machine before: ${number(machine.loadBefore)}.`;

/** All tables but the verdicts: the largest shop whole, of the others what they are compared by. */
export const tables = (report: Report): string =>
  [
    machineLine(report),
    ...report.runs
      .slice(-1)
      .flatMap((run) => [`### ${count(run.invoices)} invoices`, loadTable(run), workTable(run)]),
    ...(report.runs.length > 1 ? ['### Growth', growthTable(report.runs)] : []),
    '### The shop',
    shopTable(report.runs),
  ].join('\n\n');

/** Each figure that is asked for, its limit, and whether it holds. */
export const verdicts = (report: Report): string =>
  [`Measured by \`npm run bench\` on ${machineLine(report)}`, targetTable(targets(report.runs))].join('\n\n');

const BEGIN = '<!-- verdicts: from here on written by npm run bench -- --write -->';
const END = '<!-- verdicts: end -->';

/** The document with its verdicts replaced. */
export const withVerdicts = (document: string, report: Report): string => {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The document has no lines "${BEGIN}" and "${END}".`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${verdicts(report)}\n\n${document.slice(end)}`;
};
