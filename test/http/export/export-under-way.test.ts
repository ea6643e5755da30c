import type { IncomingMessage } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { createExports } from '../../../main/http/export/exports.ts';
import { databaseFile } from '../../../main/platform/data-folder.ts';
import { ValidationError } from '../../../main/shop/errors.ts';
import { build } from '../../../main/store/db/connection.ts';
import type { InvoicePage } from '../../../shared/api/invoice-query.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { writeInvoice } from '../../helpers/many-invoices.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { readCsv, readXlsx } from '../../helpers/table-files.ts';
import { begin, isBeingRead, readAll } from './stage.ts';

const COUNT = 5000;
/** More than the buffers of both ends of a connection hold: a client must read for the rest to be written. */
const LONG = 'Ї'.repeat(2000);
const { now } = stoppedClock();
let token: string;

const shop = await shopOfFile({ now, bank: { now } });
beforeAll(async () => {
  token = await shop.signIn('owner');
  const { db } = shop.console;
  db.transaction(() => {
    for (let index = 0; index < COUNT; index += 1) writeInvoice(shop, { comment: LONG, amount: 1 + index });
  });
});

/** Fetches, and reads no further than the beginning. */
const paused = async (query = ''): Promise<IncomingMessage> => {
  const response = await begin(shop, query, { token });
  expect([response.statusCode, response.headers['x-total-count']]).toEqual([200, String(COUNT)]);
  return response.pause();
};
const list = async (query: string) => (await shop.owner.get<InvoicePage>(`invoices/?${query}`)).body;

test('a workbook is also made in pieces', async () => {
  const { file } = await readAll(await begin(shop, '?format=xlsx&amount_max=1100', { token }));
  const { rows, filter } = readXlsx(file);
  expect([rows.length, filter]).toEqual([1101, 'A1:X1101']);
  expect(rows.at(-1)?.[0]?.ref).toBe('A1101');
  await expect.poll(() => isBeingRead(shop)).toBe(false);
});

test('nothing is made for a client that does not read, and a client that hangs up leaves nothing open', async () => {
  const response = await paused();
  // In so many turns of the event loop the export would have come to its end by now.
  for (let index = 0; index < COUNT / 100; index += 1) await list('page_size=1');
  expect(isBeingRead(shop)).toBe(true);
  response.destroy();
  await expect.poll(() => isBeingRead(shop)).toBe(false);
  expect(await list('page_size=1')).toMatchObject({ count: COUNT });
});

test('a service that stops breaks off exports under way: the file is cut short, and the client can see it', async () => {
  const response = await paused();
  const cut = readAll(response).then(
    () => 'whole',
    () => 'cut',
  );
  await shop.restart();
  expect(isBeingRead(shop)).toBe(false);
  expect([await cut, response.complete]).toEqual(['cut', false]);
});

test('so many at once, and no more', async () => {
  const responses = [];
  for (let index = 0; index < 4; index += 1) responses.push(await paused());
  const refused = await begin(shop, '', { token });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  refused.resume();
  for (const response of responses) response.destroy();
  await expect.poll(() => isBeingRead(shop)).toBe(false);
  (await paused()).destroy();
  await expect.poll(() => isBeingRead(shop)).toBe(false);
});

test('more rows than a sheet holds are refused for a workbook, and nothing stays open', async () => {
  const file = databaseFile(shop.folder);
  const exports = createExports({ file, timeZone: 'Europe/Kyiv', now, maxSheetRows: COUNT });
  expect(() => exports.start({ format: 'xlsx' }, 'uk')).toThrow(ValidationError);
  expect(isBeingRead(shop)).toBe(false);
  const { body } = exports.start({ format: 'csv' }, 'uk');
  expect(isBeingRead(shop)).toBe(true);
  expect(body).toBeDefined();
  await exports.close();
  expect(isBeingRead(shop)).toBe(false);
  expect(() => exports.start({ format: 'csv' }, 'uk')).toThrow('stopping');
});

test('5,000 rows while others read and write: as it was at the beginning, to the last row', async () => {
  const response = await paused('?ordering=id');
  expect(isBeingRead(shop)).toBe(true);

  await shop.createInvoice({ amount: 77 });
  shop.console.db.run(build.updateTable('invoices').set({ amount: 5, comment: '' }).where('id', '>', 4000));
  expect(await list('page_size=1')).toMatchObject({ count: COUNT + 1 });
  expect(await list('amount_max=5&page_size=1')).toMatchObject({ count: 5 + 1001 });
  expect(isBeingRead(shop)).toBe(true);

  let isOver = false;
  const reading = readAll(response).then((answer) => {
    isOver = true;
    return answer;
  });
  let answered = 0;
  while (!isOver) {
    expect((await list('page_size=25')).results).toHaveLength(25);
    answered += 1;
  }
  expect(answered).toBeGreaterThan(3);
  const [, ...rows] = readCsv((await reading).file);
  expect(rows).toHaveLength(COUNT);
  expect(rows.map((row) => row[5])).toEqual(
    Array.from({ length: COUNT }, (_, index) => ((1 + index) / 100).toFixed(2).replace('.', ',')),
  );
  expect(rows.every((row) => row[18] === LONG)).toBe(true);
  await expect.poll(() => isBeingRead(shop)).toBe(false);
});
