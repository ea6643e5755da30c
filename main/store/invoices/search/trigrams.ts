import { type RawBuilder, sql } from 'kysely';
import { build, type Db } from '../../db/connection.ts';

/** Which trigrams of some words are worth asking `invoices_text` for. */

type Reads = Pick<Db, 'get' | 'all'>;

/** Other ones are for tests, whose shops are small. */
export interface SearchLimits {
  /** A trigram of more invoices is a common one; counting goes on for so long, 0.5 to 1.1 ms. */
  rare: number;
  /** A text is looked at in 1.2 µs by its id, in 0.65 µs in a row with all others: up to this part of them. */
  worthwhile: number;
}

export const LIMITS: SearchLimits = { rare: 8192, worthwhile: 0.4 };
/** Rare trigrams asked for together: two leave 504 of the 6176 that the rarest has, of which 490 are found ("1902"). */
const MAX_RARE = 3;
/** Another trigram's invoices are passed over in 0.02 µs each, and each that it leaves out saves 1.2. */
const NOT_TOO_COMMON = 20;
/** What it costs to have a common trigram's invoices (0.05 µs each), as a part of what it costs to look at their texts. */
const LOOKED_UP = 0.07;
/** Fewer invoices than these are found at once, whatever else a word has. */
const FEW = 256;
/** Texts by which it is told what is common; 0.8 ms once they are in memory. */
const SAMPLE = 256;
/** What a long word is known by: more only cost a count each. */
const MAX_COUNTED = 24;

export interface Chosen {
  trigrams: readonly string[];
  /** How many invoices have them: when they are few at most so many, else a guess. */
  candidates: number;
  isRare: boolean;
  isWorthwhile: boolean;
}

interface Sampled {
  trigram: string;
  /** Which texts of the sample have it. */
  inSample: ReadonlySet<number>;
}

/** What a plan is made by. */
export interface Measure {
  size: number;
  limits: SearchLimits;
  /** How many invoices have a trigram, counted so far. */
  count(trigram: string, upTo: number): number;
  /** Some texts from the first to the last; what is common is common among them. */
  sample(): readonly string[];
}

/** Words are searched for again as they are typed, and page after page: about so many trigrams are remembered. */
const MAX_REMEMBERED = 1000;
/** What was counted holds until there are so many times the invoices: it says how to search, never what is found. */
const OUTGROWN = 1.1;

interface Remembered {
  size: number;
  counts: Map<string, number>;
  sample?: readonly string[];
}

const remembered = new WeakMap<Reads, Remembered>();

const rememberedOf = (db: Reads, size: number): Remembered => {
  const known = remembered.get(db);
  const holds = known && size >= known.size && size <= known.size * OUTGROWN;
  if (holds && known.counts.size < MAX_REMEMBERED) return known;
  const fresh: Remembered = { size, counts: new Map() };
  remembered.set(db, fresh);
  return fresh;
};

/** @param size how many invoices there are, about */
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

/** Some that hardly any text has, which is soon told: nothing else has to be known then. */
const chooseFew = ({ count, limits }: Measure, trigrams: readonly string[]) => {
  const few = Math.min(FEW, limits.rare);
  const counted = byCount(trigrams.map((trigram) => ({ trigram, count: count(trigram, few) })));
  return rarestOf(counted.filter((each) => each.count < few));
};

/** The rarest, with others that are not too common. What is common by the sample is not counted. */
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

/** The rarest, and each of the others that leaves out more texts than looking it up costs. */
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

/** So many of them, from the first to the last. */
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

export const idsWith = (trigrams: readonly string[]): RawBuilder<number> =>
  sql`select rowid as id from invoices_text where invoices_text match ${trigrams.map(quoted).join(' AND ')}`;

/** https://sqlite.org/fts5.html#fts5_strings: nothing in it means anything then. */
const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

export const listOf = (ids: readonly number[]): RawBuilder<number> =>
  sql`select value from json_each(${JSON.stringify(ids)})`;
