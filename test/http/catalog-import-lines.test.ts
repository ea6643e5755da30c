import { describe, expect, test } from 'vitest';
import type { ProductImport } from '../../shared/api/catalog-files.ts';
import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { beginImport, importFile } from '../helpers/imports.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traceRows, withoutTrace } from '../helpers/trace.ts';
import { refusalOf } from '../helpers/usual.ts';
import { zipOf } from '../helpers/workbooks.ts';

/** An import whose progress is read line by line, and files that are none. */

const shop = await shopOfFile({ now: stoppedClock().now });
const send = <Body = ProductImport>(
  query: string,
  file: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> => importFile(shop.owner, file, query, headers);
const catalog = () => ['products', 'categories', 'units', 'counters'].map((table) => traceRows(shop, table));
const refused = async (query: string, file: string | Uint8Array) => {
  const answer = await withoutTrace(shop, () => send<Refusal>(query, file));
  expect(answer.body.detail).toBe('Validation failed.');
  return answer.body.errors;
};
const begin = (file: string, query = '') => beginImport(shop, file, { query });

describe('line by line', () => {
  const many = `Назва;Ціна\n${Array.from({ length: 20_000 }, (_, index) => `Багато ${index};1\n`).join('')}`;

  test('reports its progress, and the result as the last line', async () => {
    const lines = await (await begin(many, 'dry_run=true')).rest();
    const phases = lines.flatMap((line) => (line.type === 'progress' ? [line.phase] : []));
    expect([...new Set(phases)]).toEqual(['reading', 'comparing']);
    for (const line of lines)
      if (line.type === 'progress') expect(line.done).toBeLessThanOrEqual(line.total ?? 0);
    const last = lines.at(-1);
    if (last?.type !== 'result') throw new Error(JSON.stringify(last));
    expect(last.result).toEqual((await send<ProductImport>('dry_run=true', many)).body);
    expect(last.result.rows).toHaveLength(20_000);
  });

  test('a refusal is the last line too; a refusal before the file is read has its status', async () => {
    const lines = await (await begin('%PDF')).rest();
    expect(lines).toEqual([
      {
        type: 'refusal',
        status: 400,
        body: { detail: 'Validation failed.', errors: { file: [expect.stringMatching(/^This is a PDF/)] } },
      },
    ]);
    const answer = await send<Refusal>('dry_run=x', 'a', { Accept: 'application/x-ndjson' });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['dry_run']]);
  });

  const one = 'Назва;Ціна\nДещо;1\n';

  test('one at a time: of many others some are refused, with the time after which to try again', async () => {
    const before = catalog();
    const first = await begin(many, 'dry_run=true');
    await first.underWay();
    const others = await Promise.all(Array.from({ length: 9 }, () => send<Refusal>('dry_run=true', one)));
    expect([...new Set(others.map(({ status }) => status))]).toContain(429);
    for (const { status, headers, body } of others.filter((other) => other.status !== 200)) {
      expect([status, headers.get('retry-after')]).toEqual([429, '5']);
      expect(body.detail).toMatch(/^Another file of products is being imported. Nothing/);
    }
    await first.rest();
    const second = await begin(many, 'dry_run=true');
    await second.underWay();
    const streams = Array.from({ length: 9 }, async () => (await begin(one, 'dry_run=true')).rest());
    const lines = (await Promise.all(streams)).flat().filter(({ type }) => type === 'refusal');
    expect(lines.length).toBeGreaterThan(0);
    // The line says it as the header would.
    for (const line of lines) expect(line).toMatchObject({ status: 429, retry_after: 5 });
    expect(catalog()).toEqual(before);
    await second.rest();
  });

  test('a client that hangs up has changed nothing, and does not block the next one', async () => {
    const before = catalog();
    const first = await begin(many);
    await first.underWay();
    first.hangUp();
    expect((await send('dry_run=true', one)).status).toBe(200);
    expect(catalog()).toEqual(before);
  });
});

describe('a file that is no product table is refused, and leaves no trace', () => {
  test('packed, too large, nothing, damaged', async () => {
    const packed = await withoutTrace(shop, () => send<Refusal>('', 'a', { 'Content-Encoding': 'gzip' }));
    expect(packed.status).toBe(415);
    await refusalOf(shop, () => send<Refusal>('', new Uint8Array(MAX_TABLE_BYTES + 1)), 413, {
      detail: `Request body too large: at most ${MAX_TABLE_BYTES} bytes.`,
    });
    const errors = { file: ['This field is required.'] };
    await refusalOf(shop, () => shop.owner.send('POST', 'catalog/products/import/'), 400, {
      detail: 'Validation failed.',
      errors,
    });
    await refusalOf(shop, () => send('', ''), 400, { detail: 'Validation failed.', errors });
    expect((await refused('', 'Назва;Ціна\n"Кава;1\nЧай;2\n'))?.file?.[0]).toMatch(
      /row 2 and is never closed/,
    );
  });
  test('what is wrong with the query comes before the body; a charset is no other type', async () => {
    expect((await send<Refusal>('match_by=price', '{}', { 'Content-Type': 'application/json' })).status).toBe(
      400,
    );
    const headers = { 'Content-Type': 'text/csv; charset=windows-1251' };
    expect((await send('dry_run=1', 'Назва;Ціна\nx;1\n', headers)).status).toBe(200);
  });

  test.each([
    [
      '.ods',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      /\.ods.*Save it as \.xlsx/,
    ],
    [
      '.xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      /old format of Excel.*Save it as \.xlsx/,
    ],
    [
      'the oldest .xls',
      Buffer.from([0x09, 0x04, 0x06, 0x00, 0, 0, 0x10, 0]),
      /oldest format of Excel.*Save it as \.xlsx/,
    ],
    [
      '.xlsb',
      zipOf({ '_rels/.rels': '<Relationships/>', 'xl/workbook.bin': 'x' }),
      /binary workbook of Excel.*Save it as \.xlsx/,
    ],
  ])('%s is named, and what to do', async (_, file, message) => {
    expect((await refused('', file))?.file?.[0]).toMatch(message);
  });
});
