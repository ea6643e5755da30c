import type Database from 'better-sqlite3';
import { fold } from '../../shared/text.ts';
import { PAGE, type Sums } from './floor-rows.ts';

/** One word of three characters or more; the bench searches for no other. */

/** Above this many a trigram counts as common, and a page of hits is found by walking the newest first. */
const FEW = 8192;
const RAREST = 3;

interface Hit {
  id: number;
  at: number;
  status: string;
  amount: number;
  taken: number;
}

const trigramsOf = (word: string): string[] => {
  const characters = [...word];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))];
};

const quoted = (trigram: string) => `"${trigram.replaceAll('"', '""')}"`;

/** Of common trigrams more would cost more than they leave out: the texts are looked at anyway (330 ms with five, 250 with two). */
const ends = <Item>(all: readonly Item[]): readonly Item[] =>
  all.length < 2 ? all : [...all.slice(0, 1), ...all.slice(-1)];

const summed = (hits: readonly Hit[]): Sums => ({
  count: hits.length,
  total_amount: hits.reduce((sum, { amount }) => sum + amount, 0),
  success_amount: hits.reduce((sum, { status, taken }) => sum + (status === 'success' ? taken : 0), 0),
});

const HIT = 'i.id, i.created_date as at, i.status, i.amount, coalesce(i.final_amount, i.amount) as taken';
const FOUND = `from floor_words w cross join invoices i on i.id = w.rowid
  where floor_words match @match and instr(i.search_text, @word) > 0`;

export const openSearch = (db: Database.Database) => {
  const bounded = db
    .prepare<[string, number], number>(
      'select count(*) from (select rowid from floor_words where floor_words match ? limit ?)',
    )
    .pluck();
  const hits = db.prepare<[{ match: string; word: string }], Hit>(`select ${HIT} ${FOUND}`);
  const sums = db.prepare<[{ match: string; word: string }], Sums>(
    `select count(*) as count, coalesce(sum(i.amount), 0) as total_amount,
       coalesce(sum(iif(i.status = 'success', coalesce(i.final_amount, i.amount), 0)), 0) as success_amount ${FOUND}`,
  );
  const newest = db
    .prepare<[string, number], number>(
      `select id from invoices where instr(search_text, ?) > 0 order by created_date desc, id desc limit ?`,
    )
    .pluck();
  const exact = db.prepare<[{ number: number; word: string }], Hit>(
    `select ${HIT} from invoices i where (i.id = @number or i.number = @number) and instr(i.search_text, @word) = 0`,
  );

  return (given: string): { ids: number[]; sums: Sums } => {
    const word = fold(given);
    const counted = trigramsOf(word)
      .map((trigram) => ({ trigram, count: bounded.get(quoted(trigram), FEW) ?? 0 }))
      .sort((one, other) => one.count - other.count);
    const isCommon = (counted[0]?.count ?? 0) >= FEW;
    const match = (isCommon ? ends(counted) : counted.slice(0, RAREST))
      .map(({ trigram }) => quoted(trigram))
      .join(' AND ');
    const others = /^\d{1,16}$/.test(word) ? exact.all({ number: Number(word), word }) : [];
    if (isCommon && (bounded.get(match, FEW) ?? 0) >= FEW && others.length === 0)
      return { ids: newest.all(word, PAGE), sums: sums.get({ match, word }) ?? summed([]) };
    const all = [...hits.all({ match, word }), ...others];
    all.sort((one, other) => other.at - one.at || other.id - one.id);
    return { ids: all.slice(0, PAGE).map(({ id }) => id), sums: summed(all) };
  };
};
