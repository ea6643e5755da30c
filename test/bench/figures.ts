import type { Load } from './measure.ts';

/** The results of the bench, kept as JSON. Milliseconds, bytes. */

/** Of many clients. */
export const CONNECTIONS = 16;

export const SCENARIOS = {
  byId: 'one invoice by id',
  page1: 'page 1',
  filtered: 'status + terminal + 30 days',
  searchPan: 'search: four digits of a PAN',
  searchWord: 'search: a Cyrillic word',
  searchRrn: 'search: an rrn',
  page80: 'page at 80 %',
  statsWhole: 'stats, whole range',
  stats30: 'stats, 30 days',
  products: '100 products',
  create: 'create with 3 items',
  empty: 'a request that needs neither database nor bank',
} as const;
export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];

/** At 1 connection and at 16. */
export interface Loads {
  one: Load;
  many: Load;
}

/** Something long, with another client asking beside it. */
export interface Work {
  ms: number;
  /** The amount moved: lines, or bytes. */
  amount: number;
  /** The longest that the other client waited for an answer that costs nothing. */
  longestStop: number;
  /** The same while idle: the stops of this machine itself. */
  idleStop: number;
  /** The most memory that the process had meanwhile. */
  peak: number | null;
}

/** A service that was off for days, and its jobs at the start. */
export interface FirstMinute {
  longestStop: number;
  /** Afterwards, idle: the stops of this machine itself. */
  idleStop: number;
  memory: number | null;
}

export interface Figures {
  invoices: number;
  scenarios: Record<ScenarioName, Loads>;
  /** The creation by the least that it costs (floor.ts). */
  floor: Loads;
  /** By id, while another client searches in a loop. */
  whileSearching: Load;
  sync: Work;
  csv: Work;
  backup: Work;
  /** Products, in one transaction. */
  imported: Work;
  /** The same table without writing anything. */
  previewed: Work;
  /** The income book of a year. */
  incomeBook: Work;
  /** The accountant's archive of a month. */
  month: Work;
  firstMinute: FirstMinute;
  /** From the start of the process until it answered a request, each time. */
  starts: number[];
  memory: { rest: number | null; loaded: number | null };
  /** Of the database, bytes. */
  size: number;
}

export interface Machine {
  cpu: string;
  cores: number;
  memory: number;
  system: string;
  node: string;
  sqlite: string;
  /** Load of the last minute as the bench began, of others too. */
  loadBefore: number;
}

export interface Report {
  date: string;
  schema: number;
  machine: Machine;
  runs: Figures[];
}
