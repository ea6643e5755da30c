import { type Figures, type Report, SCENARIO_NAMES, SCENARIOS, type Work } from './figures.ts';
import type { Load } from './measure.ts';
import { ratio } from './measure.ts';
import { growth, median, p50Ratio, type Target, targets } from './targets.ts';

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
      ...['what', 'p50 ms', 'p99 ms', 'req/s', 'p50, 16', 'p99, 16', 'req/s, 16'],
      ...['CPU ms', 'floor p50', 'floor req/s, 16', 'floor CPU', 'ratio p50', 'ratio req/s, 16', 'ratio CPU'],
    ],
    SCENARIO_NAMES.map((name) => {
      const { service, floor } = run.scenarios[name];
      return [
        ...[SCENARIOS[name], ...cells(service.one), ...cells(service.many)],
        ...[cpu(service.one), number(floor.one.p50), number(floor.many.perSecond), cpu(floor.one)],
        ...[number(p50Ratio(run, name)), number(ratio(floor.many.perSecond, service.many.perSecond))],
        number(ratio(service.one.cpu ?? Number.NaN, floor.one.cpu ?? Number.NaN)),
      ];
    }).concat([
      [
        ...['by id, while another client searches', ...cells(run.whileSearching.service), '—', '—', '—', '—'],
        ...[number(run.whileSearching.floor.p50), '—', '—'],
        ...[number(ratio(run.whileSearching.service.p50, run.whileSearching.floor.p50)), '—', '—'],
      ],
    ]),
  );

const cpu = (load: Load) => number(load.cpu ?? Number.NaN);

const rate = ({ amount, ms }: Work, unit: number): string => number((1000 * amount) / ms / unit);

const workRow = (name: string, rates: string, work: Work): string[] => [
  ...[
    name,
    number(work.ms / 1000),
    rates,
    number(work.longestStop),
    number(work.idleStop),
    megabytes(work.peak),
  ],
];

const workTable = ({ sync, csv, backup, incomeBook, month, previewed, imported }: Figures): string =>
  table(
    ['what', 'seconds', 'rate', 'longest stop ms', 'at rest ms', 'peak memory MB'],
    [
      workRow('sync of 10,000 lines', `${rate(sync.service, 1)} lines/s`, sync.service),
      workRow('CSV of everything', `${rate(csv.service, 1e6)} MB/s`, csv.service),
      workRow('backup', '—', backup.service),
      workRow('income book of a year', '—', incomeBook.service),
      workRow("accountant's month as an archive", `${rate(month.service, 1e6)} MB/s`, month.service),
      workRow('preview of 20,000 products', `${rate(previewed.service, 1)} lines/s`, previewed.service),
      workRow('import of 20,000 products', `${rate(imported.service, 1)} lines/s`, imported.service),
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
      ['database, MB', ...runs.map(({ files }) => megabytes(files.service))],
      ['… to the plain one', ...runs.map(({ files }) => number(ratio(files.service, files.plain)))],
      ['… of the floor, MB', ...runs.map(({ files }) => megabytes(files.floor))],
    ],
  );

const growthTable = (runs: readonly Figures[]): string => {
  const [first, last] = [runs[0], runs.at(-1)];
  return table(
    ['p50 ms, 1 connection', ...runs.map(({ invoices }) => count(invoices)), 'growth'],
    SCENARIO_NAMES.map((name) => [
      ...[SCENARIOS[name], ...runs.map(({ scenarios }) => number(scenarios[name].service.one.p50))],
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
