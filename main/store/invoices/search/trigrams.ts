import { type RawBuilder, sql } from 'kysely';
import { build, type Db } from '../../db/connection.ts';
import type { ConnectionMemory } from '../../db/memory.ts';

/** Chooses the trigrams of the words that are worth looking up in `invoices_text`. */

type Reads = Pick<Db, 'get' | 'all' | 'memory'>;

/** Tests with small shops pass their own. */
export interface SearchLimits {
  /** A trigram in more invoices is common; counting up to this takes 0.5 to 1.1 ms. */
  rare: number;
  /** Checking a text takes 1.2 µs by id, 0.65 µs in a full scan: reading by id pays off up to this share. */
  worthwhile: number;
}

export const LIMITS: SearchLimits = { rare: 8192, worthwhile: 0.4 };
/** Rare trigrams combined: two leave 504 of the 6176 invoices of the rarest, of which 490 match ("1902"). */
const MAX_RARE = 3;
/** Skipping another trigram's invoices takes 0.02 µs each; each text that it excludes saves 1.2. */
const NOT_TOO_COMMON = 20;
/** Cost of reading a common trigram's invoices (0.05 µs each) relative to checking their texts. */
const LOOKED_UP = 0.07;
/** With fewer invoices than this, a word needs no further trigrams. */
const FEW = 256;
/** Texts sampled to find common trigrams; 0.8 ms once in memory. */
const SAMPLE = 256;
/** Trigrams counted of a long word: more only cost a count each. */
export const MAX_COUNTED = 24;

export interface Chosen {
  trigrams: readonly string[];
  /** Number of invoices with them: an upper bound when they are few, otherwise an estimate. */
  candidates: number;
  isRare: boolean;
  isWorthwhile: boolean;
}

interface Sampled {
  trigram: string;
  /** The sampled texts that contain it. */
  inSample: ReadonlySet<number>;
}

/** The statistics for a plan. */
export interface Measure {
  size: number;
  limits: SearchLimits;
  /** Number of invoices with a trigram, counted up to a limit. */
  count(trigram: string, upTo: number): number;
  /** Texts spread over the whole table; a trigram common in it is common in them. */
  sample(): readonly string[];
}

/** People search while typing, and page after page: this many trigrams are remembered. */
const MAX_REMEMBERED = 1000;
/** Counts stay valid until the table has grown by this factor: they affect how to search, never the result. */
const OUTGROWN = 1.1;

const rememberedOf = ({ memory }: Reads, size: number): ConnectionMemory['trigrams'] => {
  const { trigrams } = memory;
  const holds = size >= trigrams.size && size <= trigrams.size * OUTGROWN;
  if (!holds || trigrams.counts.size >= MAX_REMEMBERED) memory.trigrams = { size, counts: new Map() };
  return memory.trigrams;
};

/** @param size approximate number of invoices */
export const measureOf = (db: Reads, size: number, limits: SearchLimits): Measure => {
  const memory = rememberedOf(db, size);
  return {
    size,
    limits,
    count: (trigram, upTo) => {
      const key = `${upTo} ${trigram}`;
      const count = memory.counts.get(key) ?? countOf(db, trigram, upTo);
      memory.counts.set(key, count);
      return count;
    },
    sample: () => {
      memory.sample ??= textsAt(
        db,
        Array.from({ length: SAMPLE }, (_, at) => Math.ceil(((at + 0.5) * size) / SAMPLE)),
      );
      return memory.sample;
    },
  };
};

export const choose = (measure: Measure, all: readonly string[]): Chosen => {
  const { size, limits, sample } = measure;
  const trigrams = spread(all, MAX_COUNTED);
  const counted = chooseFew(measure, trigrams) ?? chooseRare(measure, trigrams);
  if (counted) return { ...counted, isRare: true, isWorthwhile: true };
  const common = chooseCommon(inSample(trigrams, sample()), sample().length);
  const candidates = Math.max(limits.rare, common.share * size);
  const isWorthwhile = candidates < size * limits.worthwhile;
  return { trigrams: common.trigrams, candidates, isRare: false, isWorthwhile };
};

/** Some trigrams that hardly any text contains, if they are found quickly: no other statistics are needed then. */
const chooseFew = ({ count, limits }: Measure, trigrams: readonly string[]) => {
  const few = Math.min(FEW, limits.rare);
  const counted = byCount(trigrams.map((trigram) => ({ trigram, count: count(trigram, few) })));
  return rarestOf(counted.filter((each) => each.count < few));
};

/** The rarest trigram, and others that are not too common. Trigrams common in the sample are not counted. */
const chooseRare = (measure: Measure, trigrams: readonly string[]) => {
  const { size, limits, sample } = measure;
  const { rare } = limits;
  const share = (trigram: string) =>
    sample().filter((text) => text.includes(trigram)).length / sample().length;
  const all = trigrams.map((trigram) => {
    const isLikely = trigrams.length <= MAX_RARE || share(trigram) * size < rare * 2;
    const count = isLikely ? measure.count(trigram, rare) : rare;
    return { trigram, count: count < rare ? count : Math.max(count, share(trigram) * size) };
  });
  const counted = byCount(all);
  const [rarest] = counted;
  if (!rarest || rarest.count >= rare) return undefined;
  return rarestOf(counted.filter(({ count }) => count <= rarest.count * NOT_TOO_COMMON));
};

interface Counted {
  trigram: string;
  count: number;
}

const byCount = (all: readonly Counted[]): Counted[] => all.toSorted((one, other) => one.count - other.count);

const rarestOf = (counted: readonly Counted[]) => {
  const [rarest] = counted;
  if (!rarest) return undefined;
  return { trigrams: counted.slice(0, MAX_RARE).map(({ trigram }) => trigram), candidates: rarest.count };
};

const inSample = (trigrams: readonly string[], sample: readonly string[]): Sampled[] =>
  trigrams.map((trigram) => ({
    trigram,
    inSample: new Set(sample.flatMap((text, at) => (text.includes(trigram) ? [at] : []))),
  }));

/** The rarest, and each other one that excludes more texts than its lookup costs. */
const chooseCommon = (all: readonly Sampled[], texts: number) => {
  const chosen: string[] = [];
  let left: readonly number[] = Array.from({ length: texts }, (_, at) => at);
  for (const { trigram, inSample } of all.toSorted((one, other) => one.inSample.size - other.inSample.size)) {
    const then = left.filter((at) => inSample.has(at));
    if (chosen.length > 0 && left.length - then.length <= inSample.size * LOOKED_UP) continue;
    chosen.push(trigram);
    left = then;
  }
  return { trigrams: chosen, share: left.length / texts };
};

const textsAt = (db: Reads, ids: readonly number[]): string[] =>
  db
    .all(
      build
        .selectFrom('invoices')
        .select('search_text')
        .where('id', 'in', sql<number>`(${listOf(ids)})`),
    )
    .map(({ search_text }) => search_text);

/** `most` elements, evenly spread from first to last. */
const spread = <Item>(all: readonly Item[], most: number): readonly Item[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as Item);

const countOf = (db: Reads, trigram: string, upTo: number): number =>
  db.get(
    build
      .selectFrom(sql<{ rowid: number }>`(${idsWith([trigram])} limit ${upTo})`.as('some'))
      .select(sql<number>`count(*)`.as('count')),
  )?.count ?? 0;

/** The tables with a folded `search_text`, each with an index `<table>_text` of its trigrams. */
export const SEARCHED = ['invoices', 'cash_sales'] as const;
export type Searched = (typeof SEARCHED)[number];

/** The rows of the table whose text contains all of the trigrams. */
export const idsWith = (trigrams: readonly string[], table: Searched = 'invoices'): RawBuilder<number> => {
  const index = sql.raw(`${table}_text`);
  return sql`select rowid as id from ${index} where ${index} match ${trigrams.map(quoted).join(' AND ')}`;
};

/** Quoted, nothing in it has a special meaning: https://sqlite.org/fts5.html#fts5_strings */
const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

export const listOf = (ids: readonly number[]): RawBuilder<number> =>
  sql`select value from json_each(${JSON.stringify(ids)})`;
