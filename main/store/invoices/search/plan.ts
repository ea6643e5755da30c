import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { fold } from '../../../../shared/text.ts';
import { build, type Db } from '../../db/connection.ts';
import { choose, idsWith, LIMITS, listOf, measureOf, type Searched, type SearchLimits } from './trigrams.ts';

/**
 * The fastest way to find the invoices whose `search_text` contains some words: by the words' trigrams, which
 * `invoices_text` indexes. That index has no positions (detail=none), so every match is checked again. The plan decides
 * what is read, never what is found.
 */
export interface SearchPlan {
  words: readonly Word[];
  /** Ids that include every match; undefined: the words do not narrow the search. */
  among: RawBuilder<number> | undefined;
  /** Number of ids in `among`: an upper bound when they are few, otherwise an estimate. */
  candidates: number;
  isRare: boolean;
  /** Reading the ids in `among` costs less than reading all invoices. */
  isWorthwhile: boolean;
  /** Approximate number of invoices. */
  size: number;
  /** Every id in `among` matches: no text has to be checked. */
  isSure: boolean;
}

interface Word {
  /** Case-folded. */
  text: string;
  /** Invoices whose id or number is the word: these match whatever their text. */
  named: readonly number[];
  /** Empty if the word is too short. */
  trigrams: readonly string[];
}

/** Words of digits that are looked up; further ones only filter the matches of the others. */
const MAX_NAMING = 3;
type Reads = Pick<Db, 'get' | 'all' | 'memory'>;

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
 * One candidate for the words that name no invoice, and one for each word that does: an invoice named by its number may
 * lack the word's trigrams.
 */
const searchCandidates = (
  db: Reads,
  words: readonly Word[],
  size: number,
  limits: SearchLimits,
): SearchCandidate[] => {
  const measure = measureOf(db, size, limits);
  const candidates: SearchCandidate[] = [];
  const plain = words.filter(({ named }) => named.length === 0);
  const trigrams = [...new Set(plain.flatMap((word) => word.trigrams))];
  if (trigrams.length > 0) {
    const { trigrams: by, ...chosen } = choose(measure, trigrams);
    candidates.push({ ...chosen, among: idsWith(by), isSure: words.every((word) => isProven(word, by)) });
  }
  const naming = words.filter((word) => word.named.length > 0 && word.trigrams.length > 0);
  for (const { named, trigrams } of naming.slice(0, MAX_NAMING)) {
    const { trigrams: by, ...chosen } = choose(measure, trigrams);
    candidates.push({ ...chosen, among: sql<number>`${idsWith(by)} union ${listOf(named)}`, isSure: false });
  }
  return candidates;
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

/** Trigrams of characters as SQLite counts them. */
export const trigramsOf = (text: string): string[] => {
  // FTS5 ends the text at a zero character, so no trigram contains one.
  const characters = Array.from(text.split('\0')[0] ?? '');
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(all)];
};

/** The greatest id: the approximate size of a table that loses no rows. */
export const lastId = (db: Pick<Db, 'get' | 'all'>, table: Searched = 'invoices'): number =>
  db.get(build.selectFrom(table).select('id').orderBy('id', 'desc').limit(1))?.id ?? 0;

/** A word of three characters equals its trigram. A lone surrogate is stored as another character. */
const isProven = ({ text, named, trigrams }: Word, chosen: readonly string[]): boolean =>
  named.length === 0 &&
  trigrams.length === 1 &&
  text === trigrams[0] &&
  chosen.includes(text) &&
  text.isWellFormed();
