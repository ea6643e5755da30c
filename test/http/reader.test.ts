import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

/** Long reads run in a thread of their own where there are many invoices: here only the ids are that high. */

const NOW = Date.parse('2026-11-21T09:00:00Z');
const HOUR_MS = 3_600_000;
/** It makes the shop a large one, and none of the paths finds it. */
const HIGHEST = 40_000_000;
/** Filtered by the words of a long search, one of them in more than 10 ms. */
const SLOW = { count: 100, length: 32_768, from: 8192 };
const WORDS = 32;

const write = (text: string) => shop.console.db.run(plainSql(text));
const COLUMNS = `number, terminal_id, status, amount, ccy, reference, destination, comment, page_url, failure_code,
  failure_reason, masked_pan, approval_code, rrn, payment_system, fee, created_locally, webhook_received`;
const valuesOf = (
  number: string,
  status: string,
) => `${number}, ${shop.terminal.id}, ${status}, 100 + value % 7 * 10,
  980, '', '', '', '', '', '', '', '', '', iif(value % 2, 'visa', ''), 0, 1, 0`;
const series = (count: number) =>
  `with recursive series (value) as (select 1 union all select value + 1 from series where value < ${count})`;

/** Some of them paid, by the hour. */
const writeUsual = () =>
  write(`insert into invoices (id, invoice_id, ${COLUMNS}, created_date, paid_date, search_text)
    ${series(60)} select 1000 + value, 'p' || value, ${valuesOf('1000 + value', "iif(value % 3, 'success', 'expired')")},
      ${NOW} - value * ${HOUR_MS}, iif(value % 3, ${NOW} - value * ${HOUR_MS}, null), 'p' || value || ' кава' from series`);

/** The end of their texts is what the long search looks for. At each id the read checks whether its client has gone. */
const writeSlow = () => {
  // No search looks for their trigrams.
  for (const name of ['insert', 'delete']) write(`drop trigger invoices_text_${name}`);
  write(`insert into invoices (id, invoice_id, ${COLUMNS}, created_date, search_text)
    ${series(SLOW.count)} select ${SLOW.from} + 4096 * value, 'slow' || value, ${valuesOf('100000 + value', "'created'")},
      value, replace(hex(zeroblob(${SLOW.length / 2})), '0', 'a') || 'b' from series`);
};

const writeHighest = () =>
  write(`insert into invoices (id, invoice_id, ${COLUMNS}, created_date, search_text)
    ${series(1)} select ${HIGHEST}, 'highest', ${valuesOf('999', "'created'")}, 0, '' from series`);

const PATHS = [
  'invoices/?search=кава&page_size=25&page=2',
  'invoices/?search=p5',
  'invoices/?search=КАВА&status=expired&ordering=-amount',
  'invoices/?created_from=2026-11-01&ordering=modified_date,-amount',
  'invoices/?payment_system=visa&status=success',
  'stats/series/?group_by=terminal',
  'stats/series/?group_by=day&from=2026-11-19',
  'stats/day-close/?date=2026-11-20',
];
const LONG = `invoices/?search=${Array.from({ length: WORDS }, () => 'ab').join('+')}`;

const shop = await shopOfFile({ now: () => NOW });
writeUsual();
writeHighest();

const answers = () => Promise.all(PATHS.map(async (path) => (await shop.owner.get<object>(path)).text));

test('where the database cannot be opened again the answer is a clear failure, and the next request works', async () => {
  const file = databaseFile(shop.config.dataDir);
  renameSync(file, `${file}.away`);
  const { status, body } = await shop.owner.get<object>('invoices/?search=кава');
  renameSync(`${file}.away`, file);
  expect({ status, body }).toMatchObject({ status: 500, body: { detail: 'Internal server error.' } });
  expect((await shop.owner.get('invoices/?search=кава')).status).toBe(200);
});

test('a thread returns what the process itself would', async () => {
  const read = await answers();
  write(`delete from invoices where id = ${HIGHEST}`);
  expect(await answers()).toEqual(read);
  expect(read.filter((text) => text.startsWith('{"count":0,'))).toEqual([]);
});

test('the next search finds an invoice that a till has just got', async () => {
  for (const word of ['перше', 'друге', 'третє']) {
    const { id } = await shop.createInvoice({ amount: 100, reference: word });
    const { body } = await shop.owner.get<{ results: Invoice[] }>(`invoices/?search=${word}`);
    expect(body.results.map((invoice) => invoice.id)).toEqual([id]);
  }
});

test('a long search delays no other request; when its client is gone it ends', async () => {
  writeSlow();
  const gone = new AbortController();
  const { signal } = gone;
  const headers = { Authorization: `Bearer ${await shop.signIn('owner')}` };
  let ended = 0;
  // As many as there are threads, and some that wait for one.
  const searches = Array.from({ length: 4 }, () =>
    fetch(new URL(LONG, shop.baseUrl), { headers, signal }).finally(() => {
      ended += 1;
    }),
  );
  const ends = Promise.allSettled(searches);
  for (let id = 1001; id <= 1030; id++) expect((await shop.owner.get(`invoices/${id}/`)).status).toBe(200);
  expect((await shop.owner.get('invoices/')).status).toBe(200);
  expect(ended).toBe(0);
  gone.abort(new Error('gone'));
  expect((await ends).map((end) => end.status)).toEqual(searches.map(() => 'rejected'));
  // None of the threads continues it, which would take longer than a test may.
  const both = ['p1', 'p2'].map((word) =>
    shop.owner.get<{ count: number }>(`invoices/?search=${word}&status=success`),
  );
  for (const { body } of await Promise.all(both)) expect(body.count).toBeGreaterThan(0);
});
