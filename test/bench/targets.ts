import { type Figures, SCENARIOS, type ScenarioName } from './figures.ts';
import { ratio } from './measure.ts';

/**
 * The targets, at a million invoices; those of CPU at any number. The bench reports whether they hold; no test fails by
 * them.
 */

export interface Target {
  name: string;
  limit: number;
  unit: '×' | 'ms' | 'MB' | 'bytes';
  /** Undefined: this run has not measured it. */
  value: number | undefined;
  holds: boolean | undefined;
}

const LARGE = 1_000_000;
const SMALL = 10_000;
const MB = 1024 * 1024;

/** The service's CPU time for one request, to that of an empty request in the same run: of what a shop of any size pays. */
const TO_EMPTY: readonly [ScenarioName, number][] = [
  ['byId', 5],
  ['page1', 20],
  ['page80', 20],
  ['products', 15],
  ['statsWhole', 3],
  ['create', 45],
];

/** p50 at a million to p50 at ten thousand. */
const GROWTH: readonly [ScenarioName, number][] = [
  ['byId', 1.5],
  ['page1', 1.5],
  ['page80', 1.5],
  ['statsWhole', 1.5],
  ['products', 1.5],
  ['create', 1.5],
  ['filtered', 3],
  ['stats30', 3],
  ['searchPan', 20],
  ['searchWord', 20],
  ['searchRrn', 20],
];

const inMb = (bytes: number | null | undefined) => (typeof bytes === 'number' ? bytes / MB : undefined);

/** NaN: the system does not report the time. */
export const cpuRatio = ({ scenarios }: Figures, name: ScenarioName): number =>
  ratio(scenarios[name].one.cpu ?? Number.NaN, scenarios.empty.one.cpu ?? Number.NaN);

/** p50 of a sale to that of the least it costs, in the same run. */
const floorRatio = ({ scenarios, floor }: Figures): number => ratio(scenarios.create.one.p50, floor.one.p50);

export const growth = (small: Figures, large: Figures, scenario: ScenarioName): number =>
  ratio(large.scenarios[scenario].one.p50, small.scenarios[scenario].one.p50);

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Rounded as it is shown, so that a figure that reads as the limit is within it. */
const judged = (name: string, unit: Target['unit'], limit: number, value: number | undefined): Target => {
  const shown =
    value === undefined || Number.isNaN(value) ? undefined : Number(value.toFixed(unit === '×' ? 2 : 1));
  return { name, unit, limit, value: shown, holds: shown === undefined ? undefined : shown <= limit };
};

export const targets = (runs: readonly Figures[]): Target[] => {
  const small = runs.find(({ invoices }) => invoices === SMALL);
  const last = runs.at(-1);
  const large = runs.find(({ invoices }) => invoices === LARGE);
  return [
    ...TO_EMPTY.map(([scenario, limit]) =>
      judged(`CPU to an empty request: ${SCENARIOS[scenario]}`, '×', limit, last && cpuRatio(last, scenario)),
    ),
    judged(`to the floor: ${SCENARIOS.create}`, '×', 2, large && floorRatio(large)),
    ...GROWTH.map(([scenario, limit]) =>
      judged(
        `growth from 10,000: ${SCENARIOS[scenario]}`,
        '×',
        limit,
        small && large && growth(small, large, scenario),
      ),
    ),
    judged('ids while another client searches: p99', 'ms', 25, large?.whileSearching.p99),
    judged('longest stop: sync of 10,000 lines', 'ms', 20, large?.sync.longestStop),
    judged('longest stop: export of everything', 'ms', 20, large?.csv.longestStop),
    judged('longest stop: backup', 'ms', 20, large?.backup.longestStop),
    judged('longest stop: the first 90 seconds', 'ms', 50, large?.firstMinute.longestStop),
    judged('longest stop: preview of 20,000 products', 'ms', 300, large?.previewed.longestStop),
    judged('longest stop: import of 20,000 products', 'ms', 300, large?.imported.longestStop),
    judged('start to first answer', 'ms', 400, large && median(large.starts)),
    judged('memory at rest', 'MB', 110, inMb(large?.memory.rest)),
    judged('memory after load', 'MB', 280, inMb(large?.memory.loaded)),
    judged('database, of an invoice', 'bytes', 1200, large && large.size / large.invoices),
  ];
};
