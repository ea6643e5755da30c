import { describe, expect, test } from 'vitest';
import type { Answer, Client, Refusal } from '../helpers/client.ts';
import { HOSTILE_BOOKS, HOSTILE_CSV } from '../helpers/hostile-tables.ts';
import { beginImport } from '../helpers/imports.ts';
import { runEveryJob } from '../helpers/jobs.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { excelBook } from '../helpers/workbooks.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Of the whole process, tests and all: a file of the audit came to 4.2 GB. */
const MEMORY_CAP = 700 * 1024 * 1024;
const IMPORT = 'catalog/products/import/';

const shop = await shopOfFile();
// Work that the start has left to do would look like traces of a file.
await runEveryJob(shop);
/** Without a single permission. */
const ivan = await shop.employee('ivan');
const viewer = await shop.employee('viewer', ['can_view_invoices']);

const sendTo = (client: Client, path: string, file: Buffer): Promise<Answer<Refusal>> =>
  client.send<Refusal>('POST', path, { raw: new Uint8Array(file), headers: { 'Content-Type': XLSX } });

/** Refused by the limit it names; nothing written, the bank not called, the memory bounded, the service still there. */
const expectRefusal = async (client: Client, path: string, file: Buffer, limit: RegExp): Promise<void> => {
  const before = process.memoryUsage().rss;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  try {
    const { status, body, text } = await withoutTrace(shop, () => sendTo(client, path, file));
    expect(status, text).toBe(400);
    expect(body).toEqual({ detail: 'Validation failed.', errors: { file: [expect.stringMatching(limit)] } });
  } finally {
    clearInterval(watching);
  }
  expect(most - before).toBeLessThan(MEMORY_CAP);
  expect((await client.get('catalog/units/')).status).toBe(200);
};

/** Read beside other requests below, with the same refusal. */
const SLOW = '24 million empty shared strings';
const hostile = [...Object.entries(HOSTILE_BOOKS), ...Object.entries(HOSTILE_CSV)].filter(
  ([name]) => name !== SLOW,
);

describe('a harmful catalog file, from an employee with no permission, is refused by its limit', () => {
  test.each(hostile)('%s', async (_, [make, limit]) => {
    await expectRefusal(ivan, IMPORT, await make(), limit);
  });
});

test("so is a till's file", async () => {
  const now = Date.now();
  const range = `from=${new Date(now - 86_400_000).toISOString()}&to=${new Date(now).toISOString()}`;
  const [make, limit] = HOSTILE_BOOKS['a shared string in very many cells'] ?? [];
  if (!make || !limit) throw new Error('There is no such file.');
  await expectRefusal(viewer, `reconciliation/?${range}`, await make(), limit);
});

test('other requests are answered while a hostile file is read, and its refusal is the last line', async () => {
  const [make] = HOSTILE_BOOKS[SLOW] ?? [];
  const file = (await make?.()) ?? Buffer.alloc(0);
  const reading = await beginImport(shop, file, { username: 'ivan', type: XLSX });
  await reading.underWay();
  const invoice = await shop.createInvoice();
  expect((await shop.owner.get(`invoices/${invoice.id}/`)).status).toBe(200);
  expect(reading.isOver()).toBe(false);
  expect((await reading.rest()).at(-1)).toMatchObject({
    type: 'refusal',
    status: 400,
    body: { errors: { file: [expect.stringMatching(/more than 4000000 elements/)] } },
  });
});

test('a sound workbook sent afterwards is imported', async () => {
  const row = (name: string, price: string) =>
    `<row><c t="inlineStr"><is><t>${name}</t></is></c><c t="inlineStr"><is><t>${price}</t></is></c></row>`;
  const answer = await sendTo(ivan, IMPORT, excelBook(`${row('Назва', 'Ціна')}${row('Чай', '45')}`));
  expect([answer.status, answer.body]).toMatchObject([200, { counts: { new: 1 } }]);
});
