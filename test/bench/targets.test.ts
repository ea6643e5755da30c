import { expect, test } from 'vitest';
import {
  type Compared,
  type Figures,
  type Report,
  SCENARIO_NAMES,
  type ScenarioName,
  type Work,
} from './figures.ts';
import type { Load } from './measure.ts';
import { tables, verdicts as verdictsOf, withVerdicts } from './report.ts';
import { growth, LARGE, median, p50Ratio, SMALL, targets } from './targets.ts';

const load = (p50: number): Load => ({
  p50,
  p99: 2 * p50,
  perSecond: 1000 / p50,
  requests: 100,
  cpu: p50 / 2,
});
const compared = (service: number, floor: number): Compared => ({
  service: { one: load(service), many: load(service) },
  floor: { one: load(floor), many: load(floor) },
  bytes: 1000,
});
const work: Work = { ms: 1000, amount: 10_000, longestStop: 20.04, idleStop: 1, peak: null };
const MB = 1024 * 1024;

/** A run of which every request took `ms`, the floor's 1 ms. */
const runOf = (invoices: number, ms: number, others: Partial<Figures> = {}): Figures => ({
  invoices,
  scenarios: Object.fromEntries(SCENARIO_NAMES.map((name) => [name, compared(ms, 1)])) as Record<
    ScenarioName,
    Compared
  >,
  whileSearching: { service: load(12.5), floor: load(1) },
  sync: { service: work, floor: work },
  csv: { service: work, floor: work },
  backup: { service: work },
  imported: { service: work },
  previewed: { service: work },
  incomeBook: { service: work },
  month: { service: work },
  firstMinute: { longestStop: 40, idleStop: 5, memory: null },
  starts: [500, 300, 400],
  memory: { rest: 110 * MB, loaded: null },
  files: { service: 161, plain: 100, floor: 150 },
  ...others,
});

const verdicts = (runs: readonly Figures[]) =>
  Object.fromEntries(targets(runs).map(({ name, holds }) => [name, holds]));

test('a target holds up to its limit, and is not judged where it was not measured', () => {
  const found = verdicts([runOf(SMALL, 1), runOf(LARGE, 2)]);
  expect(found).toMatchObject({
    'to the floor: one invoice by id': true,
    'to the floor: stats, whole range': true,
    'to the floor: search: an rrn': false,
    'growth from 10,000: page 1': false,
    'growth from 10,000: stats, 30 days': true,
    'ids while another client searches: p99': true,
    'longest stop: backup': true,
    'start to first answer': true,
    'memory at rest': true,
    'memory after load': undefined,
    'database to the plain one': false,
  });
  expect(Object.values(found)).toHaveLength(33);
});

test('without a million invoices no target is judged, without ten thousand no growth', () => {
  expect(Object.values(verdicts([runOf(SMALL, 1)])).every((holds) => holds === undefined)).toBe(true);
  const large = verdicts([runOf(LARGE, 1)]);
  expect(large['growth from 10,000: page 1']).toBeUndefined();
  expect(large['to the floor: page 1']).toBe(true);
});

test('ratio, growth and median', () => {
  expect(p50Ratio(runOf(LARGE, 3), 'byId')).toBe(3);
  expect(growth(runOf(SMALL, 2), runOf(LARGE, 3), 'byId')).toBe(1.5);
  expect(median([5, 1, 3])).toBe(3);
});

const report: Report = {
  date: '2026-11-21T09:00:00.000Z',
  schema: 5,
  machine: {
    cpu: 'A processor',
    cores: 2,
    memory: 24 * 1024 * MB,
    system: 'linux',
    node: '24',
    sqlite: '3',
    loadBefore: 1,
  },
  runs: [runOf(SMALL, 1), runOf(LARGE, 3)],
};

test('the tables list every scenario, every target and whether it holds', () => {
  const text = `${verdictsOf(report)}\n${tables(report)}`;
  expect(text).toContain('| one invoice by id | 3.00 | 6.00 | 333 |');
  expect(text).toContain('| page 1 | 1.00 | 3.00 | 3.00 |');
  expect(text).toContain('| to the floor: one invoice by id | 2 × | 3.00 × | **does not hold** |');
  expect(text).toContain('| memory after load | 280 MB | — | not measured |');
});

test('writing puts the verdicts between their lines, and nothing else', () => {
  const begin = '<!-- verdicts: from here on written by npm run bench -- --write -->';
  const document = `before\n${begin}\nold\n<!-- verdicts: end -->\nafter\n`;
  const written = withVerdicts(document, report);
  expect(written.startsWith(`before\n${begin}\n\nMeasured by \`npm run bench\` on A processor`)).toBe(true);
  expect(written.endsWith('\n\n<!-- verdicts: end -->\nafter\n')).toBe(true);
  expect(written).not.toContain('\nold\n');
  expect(withVerdicts(written, report)).toBe(written);
  expect(() => withVerdicts('nothing', report)).toThrow('has no lines');
});
