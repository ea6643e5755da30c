import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { build } from '../../../../main/store/db/connection.ts';
import { inOrder } from '../../../../main/store/db/list.ts';
import {
  type InvoiceFilter,
  type InvoiceListQuery,
  matches,
} from '../../../../main/store/invoices/filter.ts';
import { planSearch } from '../../../../main/store/invoices/search/plan.ts';
import { searchInvoices } from '../../../../main/store/invoices/search/search.ts';
import { fold } from '../../../../shared/text.ts';
import { emptyDatabase, writeRow, writeTerminals } from '../../../helpers/empty-database.ts';

const { db } = emptyDatabase(afterAll);

/** The same numbers at each run. */
let seed = 8;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};
const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

/**
 * The parts of texts and words: anything that folding, FTS5's language, LIKE and SQLite's characters could stumble
 * over.
 */
const PIECES = [
  ...'Круасан КАВА Їжак ґудзик Чай ОЙ straße İstanbul ΣΊΣΥΦΟΣ ａｂｃ 100% a_b "quoted"'.split(' '),
  ..."o'hara (x) a* ^b AND OR NOT NEAR( col: - + { } \\ 😀 👨‍👩‍👧 😀😁😂 e\u0301 aaaa aaa . ,".split(' '),
  ...'1 12 000 0007 40004 444433******1111 500000000777 INV-000012'.split(' '),
  ...['круасан великий', 'Чай'.normalize('NFD'), 'x\0yz', '\0', '\ud800'],
];
const text = (): string =>
  Array.from({ length: random(4) }, () => oneOf(PIECES)).join(random(3) === 0 ? ' ' : '');

const INVOICES = 600;

const writeOne = (number: number): void => {
  const status = oneOf(['created', 'success', 'reversed', 'expired'] as const);
  writeRow(db, {
    // Ids and numbers differ, so that a word can name two invoices.
    number: number + 7,
    invoice_id: `p2_${number}_${text()}`,
    terminal_id: 1 + random(2),
    status,
    amount: random(50) * 100,
    final_amount: random(3) === 0 ? random(100) : null,
    reference: text(),
    destination: text(),
    masked_pan: text(),
    rrn: oneOf(['', '500000000777', `${number}`]),
    created_date: random(40),
    paid_date: random(2) ? random(40) : null,
  });
};
db.transaction(() => {
  writeTerminals(db, 'Каса', 'Друга');
  for (let number = 1; number <= INVOICES; number++) writeOne(number);
});

/** Every text looked at. */
const plain = ({ search = [], ordering, ...filter }: InvoiceListQuery) => {
  const found = build
    .selectFrom('invoices')
    .select(['invoices.id', 'invoices.amount', 'invoices.final_amount', 'invoices.status'])
    .where((eb) => matches(eb, filter))
    .where((eb) =>
      eb.and(
        search.map((word) =>
          eb.or([
            sql<boolean>`instr(invoices.search_text, ${fold(word)}) > 0`,
            ...(/^\d{1,16}$/.test(word)
              ? [eb('id', '=', Number(word)), eb('number', '=', Number(word))]
              : []),
          ]),
        ),
      ),
    );
  const rows = db.all(inOrder(found, 'invoices', ordering ?? [{ field: 'created_date', descending: true }]));
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const total_amount = sum(({ amount }) => amount);
  const success_amount = sum(({ status, final_amount, amount }) =>
    status === 'success' ? (final_amount ?? amount) : 0,
  );
  return { ids: rows.map(({ id }) => id), totals: { total_amount, success_amount } };
};

/** So that in a small shop a few invoices count as many: trigrams that hardly narrow down, or none worth using. */
const LIMITS = [
  undefined,
  { rare: 3, worthwhile: 2 },
  { rare: 3, worthwhile: 0.2 },
  { rare: 1, worthwhile: 0 },
];

const expectSame = (query: InvoiceListQuery): void => {
  const { ids, totals } = plain(query);
  for (const [at, limits] of LIMITS.entries()) {
    const offset = [0, Math.floor(ids.length / 2) + 1, 3, Math.max(0, ids.length - 2)][at] ?? 0;
    const found = searchInvoices(db, query, { limit: 5, offset }, limits);
    expect({ query, limits, offset, ...found, rows: found.rows.map(({ id }) => id) }).toEqual({
      query,
      limits,
      offset,
      totals,
      count: ids.length,
      rows: ids.slice(offset, offset + 5),
    });
  }
};

const FILTERS: readonly InvoiceFilter[] = [
  {},
  {},
  { status: 'success' },
  { terminal: 2, status: 'expired' },
  { created_from: 10, created_to: 20 },
  { paid_from: 5, amount_min: 1000 },
  { product: 1 },
];
const ORDERS: readonly InvoiceListQuery['ordering'][] = [
  undefined,
  undefined,
  [{ field: 'amount', descending: false }],
  [{ field: 'paid_date', descending: true }],
  [
    { field: 'status', descending: true },
    { field: 'id', descending: false },
  ],
];

test('each piece of a text, and each of its parts, is found as by looking at every text', () => {
  for (const piece of PIECES)
    for (const word of [piece, piece.toUpperCase(), piece.normalize('NFD'), ...parts(piece)])
      if (word !== '' && !/\s/.test(word)) expectSame({ search: [word] });
});

const parts = (piece: string): string[] => {
  const characters = Array.from(piece);
  return [1, 2, 3, 4].map((length) => {
    const at = random(Math.max(1, characters.length - length));
    return characters.slice(at, at + length).join('');
  });
};

test('so are words of all kinds together, under other filters and in any order', () => {
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: 1 + random(3) }, () =>
      oneOf([text, text, () => String(random(700))])(),
    );
    const search = words.flatMap((word) => word.split(/\s+/u)).filter((word) => word !== '');
    if (search.length > 0) expectSame({ ...oneOf(FILTERS), ordering: oneOf(ORDERS), search });
  }
});

test('a changed text is found by its new words', () => {
  db.run(build.updateTable('invoices').set({ search_text: 'зовсім інше' }).where('id', '=', 50));
  expect(
    searchInvoices(db, { search: ['зовсім'] }, { limit: 5, offset: 0 }).rows.map(({ id }) => id),
  ).toEqual([50]);
  expectSame({ search: ['зовсім', 'інше'] });
});

test('trigrams narrow down every word that is long enough, and no other text is read', () => {
  expect(planSearch(db, ['зовсім'])).toMatchObject({ candidates: 1, isSure: false });
  expect(planSearch(db, ['сім'])).toMatchObject({ candidates: 1, isSure: true });
  expect(planSearch(db, ['ім']).among).toBeUndefined();
});

test('a word that names an invoice leads to the others as well where it is rarer than they', () => {
  const { candidates } = planSearch(db, ['кава', '107']);
  expect(candidates).toBeLessThan(planSearch(db, ['кава']).candidates);
  expectSame({ search: ['кава', '107'] });
});
