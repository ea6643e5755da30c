import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { fold } from '../../../../shared/text.ts';
import { build, type Db } from '../../db/connection.ts';
import { choose, idsWith, LIMITS, listOf, measureOf, type SearchLimits } from './trigrams.ts';

/**
 * How the invoices with some words in their `search_text` are best found: by the trigrams of the words, which
 * `invoices_text` has the invoices of. That one has no positions (detail=none), so whatever it finds is looked at once
 * more. The plan decides what is read, never what is found.
 */
export interface SearchPlan {
  words: readonly Word[];
  /** Ids among which all that is searched for lies; undefined: the words narrow nothing down. */
  among: RawBuilder<number> | undefined;
  /** How many ids `among` has: when they are few at most so many, else a guess. */
  candidates: number;
  isRare: boolean;
  /** Reading by id what is `among` them is less than reading all. */
  isWorthwhile: boolean;
  /** How many invoices there are, about. */
  size: number;
  /** Whatever is `among` them is found: no text has to be looked at. */
  isSure: boolean;
}

interface Word {
  /** Folded. */
  text: string;
  /** Of invoices that the word names by id or number: these are found whatever their text. */
  named: readonly number[];
  /** Empty when it is too short for any. */
  trigrams: readonly string[];
}

/** Words of digits that are looked into; further ones only narrow down what these and the others leave. */
const MAX_NAMING = 3;
type Reads = Pick<Db, 'get' | 'all'>;

export const planSearch = (
  db: Reads,
  searched: readonly string[],
  limits: SearchLimits = LIMITS,
): SearchPlan => {
  const size = lastId(db);
  const words = searched.map((word) => wordOf(db, word));
  const [best] = searchCandidates(db, words, size, limits).sort(
    (one, other) => one.candidates - other.candidates,
  );
  if (best) return { ...best, words, size };
  return { words, size, among: undefined, candidates: size, ...NO_CANDIDATE };
};

const NO_CANDIDATE = { isRare: false, isWorthwhile: false, isSure: false };

type SearchCandidate = Pick<SearchPlan, 'among' | 'candidates' | 'isRare' | 'isWorthwhile' | 'isSure'>;

/**
 * The words that name no invoice together, and each that does by itself: of what it names it may be that the text
 * has none of its trigrams.
 */
const searchCandidates = (
  db: Reads,
  words: readonly Word[],
  size: number,
  limits: SearchLimits,
): SearchCandidate[] => {
  const measure = measureOf(db, size, limits);
  const ways: SearchCandidate[] = [];
  const plain = words.filter(({ named }) => named.length === 0);
  const trigrams = [...new Set(plain.flatMap((word) => word.trigrams))];
  if (trigrams.length > 0) {
    const { trigrams: by, ...chosen } = choose(measure, trigrams);
    ways.push({ ...chosen, among: idsWith(by), isSure: words.every((word) => isProven(word, by)) });
  }
  const naming = words.filter((word) => word.named.length > 0 && word.trigrams.length > 0);
  for (const { named, trigrams } of naming.slice(0, MAX_NAMING)) {
    const { trigrams: by, ...chosen } = choose(measure, trigrams);
    ways.push({ ...chosen, among: sql<number>`${idsWith(by)} union ${listOf(named)}`, isSure: false });
  }
  return ways;
};

/** Every word occurs in the text, or names the invoice. */
export const hasWords = ({ words }: SearchPlan): Expression<SqlBool>[] =>
  words.map(({ text, named }) =>
    named.length === 0
      ? sql<SqlBool>`instr(invoices.search_text, ${text}) > 0`
      : sql<SqlBool>`(instr(invoices.search_text, ${text}) > 0 or invoices.id in (${sql.join(named)}))`,
  );

const wordOf = (db: Reads, word: string): Word => {
  const text = fold(word);
  return {
    text,
    named: /^\d{1,16}$/.test(word) ? namedBy(db, Number(word)) : [],
    trigrams: trigramsOf(text),
  };
};

const namedBy = (db: Reads, number: number): number[] =>
  db
    .all(
      build
        .selectFrom('invoices')
        .select('id')
        .where((eb) => eb.or([eb('id', '=', number), eb('number', '=', number)])),
    )
    .map(({ id }) => id);

/** Of characters as SQLite counts them. */
const trigramsOf = (text: string): string[] => {
  // FTS5 takes a zero character for the end of the text: no trigram holds one.
  const characters = Array.from(text.split('\0')[0] ?? '');
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(all)];
};

/** No id is greater: of a table that loses no rows about how many there are. */
export const lastId = (db: Reads): number =>
  db.get(build.selectFrom('invoices').select('id').orderBy('id', 'desc').limit(1))?.id ?? 0;

/** A word of three characters is its trigram. A lone surrogate is stored as another character. */
const isProven = ({ text, named, trigrams }: Word, chosen: readonly string[]): boolean =>
  named.length === 0 &&
  trigrams.length === 1 &&
  text === trigrams[0] &&
  chosen.includes(text) &&
  text.isWellFormed();
