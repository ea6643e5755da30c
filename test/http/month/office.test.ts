import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOffice, openedInOffice } from '../../helpers/office.ts';
import { readCsv } from '../../helpers/table-files.ts';
import { type Archive, fetchArchive, minorUnits, openMonth } from './stage.ts';

const isThere = hasOffice();
const name = isThere
  ? 'in LibreOffice'
  : 'skipped without LibreOffice (apt-get install libreoffice-calc-nogui)';

describe.skipIf(!isThere && process.env.CI !== 'true')(name, () => {
  let stage: Awaited<ReturnType<typeof openMonth>>;
  let files: Archive;
  beforeAll(async () => {
    stage = await openMonth();
    ({ files } = await fetchArchive(stage.shop));
  });
  afterAll(() => stage.close());

  /** The sums of the columns of a table that hold nothing but numbers. */
  const sumsOf = (table: readonly (readonly string[])[]): Record<string, number> => {
    const [titles = [], ...rows] = table;
    const isSum = (index: number) =>
      rows.some((row) => row[index]) &&
      rows.every((row) => /^(-?\d+([.,]\d{1,2})?)?$/.test(row[index] ?? ''));
    return Object.fromEntries(
      titles.flatMap((title, index) =>
        isSum(index)
          ? [[title, rows.reduce((sum, row) => sum + minorUnits(row[index] || '0'), 0)] as const]
          : [],
      ),
    );
  };
  const plain = (file: Buffer): string[][] =>
    readCsv(Buffer.from(file.toString('utf8').replaceAll('\n', '\r\n')));

  test('each table opens as CSV and as a sheet, with the sums of the archive', {
    timeout: 300_000,
  }, async () => {
    const tables = Object.entries(files).filter(([path]) => path.startsWith('csv/'));
    const book = files['kramar-2026-10.xlsx'];
    if (!book) throw new Error('There is no workbook.');
    const named = Object.fromEntries(tables.map(([path, file]) => [path.slice('csv/'.length), file]));
    const opened = await openedInOffice({ ...named, 'book.xlsx': book });
    const sheets = Object.keys(opened).filter((path) => path.startsWith('book-'));
    expect([Object.keys(opened).length, sheets.length]).toEqual([2 * tables.length, tables.length]);
    for (const [index, [path, file]] of tables.entries()) {
      const own = sumsOf(readCsv(file));
      const asCsv = opened[Object.keys(opened).filter((each) => !each.startsWith('book-'))[index] ?? ''];
      const asSheet = opened[sheets[index] ?? ''];
      expect([path, asCsv && sumsOf(plain(asCsv))]).toEqual([path, own]);
      expect([path, asSheet && sumsOf(plain(asSheet))]).toEqual([path, own]);
    }
  });
});
