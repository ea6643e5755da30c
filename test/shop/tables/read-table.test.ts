import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../../main/shop/errors.ts';
import { readTable } from '../../../main/shop/tables/read-table.ts';
import type { TableHints } from '../../../main/shop/tables/table.ts';
import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import { excelBook, prefixedBook, zipOf } from '../../helpers/workbooks.ts';

const read = (file: string | Buffer, hints?: TableHints) => readTable(Buffer.from(file as string), hints);
const cellsOf = async (file: string | Buffer, hints?: TableHints) =>
  (await read(file, hints)).rows.map(({ cells }) => cells);
/** The one message under `errors.file`. */
const refusal = async (file: string | Buffer): Promise<string> => {
  const error = await read(file).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ValidationError)) throw new Error(`No refusal: ${error}`);
  expect(Object.keys(error.errors)).toEqual(['file']);
  return String(error.errors.file);
};

const CP1251 = new TextDecoder('windows-1251');
/** By the decoder of the platform, backwards. */
const cp1251 = (text: string): Buffer => {
  const bytes = Array.from({ length: 256 }, (_, byte) => CP1251.decode(Uint8Array.of(byte)));
  return Buffer.from(Array.from(text, (one) => bytes.indexOf(one)));
};
const utf16 = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('CSV', () => {
  test.each([
    ['UTF-8', Buffer.from('Назва;Ціна\nҐанок;1\n'), 'utf-8', 'semicolon'],
    ['with a byte order mark', Buffer.from('\uFEFFНазва;Ціна\r\nҐанок;1'), 'utf-8', 'semicolon'],
    ['windows-1251', cp1251('Назва;Ціна\nҐанок;1\n'), 'windows-1251', 'semicolon'],
    ['UTF-16 as Excel\'s "Unicode text"', utf16('Назва\tЦіна\r\nҐанок\t1\r\n'), 'utf-16', 'tab'],
    ['UTF-16, the other way round', utf16('Назва\tЦіна\r\nҐанок\t1\r\n', true), 'utf-16', 'tab'],
    ['commas', Buffer.from('Назва,Ціна\rҐанок,1\r'), 'utf-8', 'comma'],
    ['pipes', Buffer.from('Назва|Ціна\nҐанок|1\n'), 'utf-8', 'pipe'],
    ['the delimiter named in its first line', Buffer.from('sep=|\nНазва|Ціна\nҐанок|1\n'), 'utf-8', 'pipe'],
  ])('%s', async (_, file, encoding, delimiter) => {
    const { facts, rows } = await read(file);
    expect(facts).toEqual({
      format: 'csv',
      encoding,
      delimiter,
      has_header: true,
      header: ['Назва', 'Ціна'],
      width: 2,
      is_below_other_rows: false,
    });
    expect(rows.map(({ cells }) => cells)).toEqual([['Ґанок', '1']]);
  });

  test('every byte of windows-1251, whether or not this build of Node supports it', async () => {
    const bytes = Buffer.from(Array.from({ length: 128 }, (_, index) => index + 128));
    expect(await cellsOf(bytes, { encoding: 'windows-1251', has_header: false })).toEqual([
      [CP1251.decode(bytes).trim()].map(() => CP1251.decode(bytes)),
    ]);
  });

  test('a decimal comma is no delimiter, nor is one inside quotes', async () => {
    expect(await cellsOf('Кава, мелена;12,50\nЧай;3,20\nСік;1,00\n')).toEqual([
      ['Кава, мелена', '12,50'],
      ['Чай', '3,20'],
      ['Сік', '1,00'],
    ]);
    expect(await cellsOf('name,price\n"a;b;c;d",1\n"e;f;g;h",2')).toEqual([
      ['a;b;c;d', '1'],
      ['e;f;g;h', '2'],
    ]);
  });

  test('rows are counted as a spreadsheet counts them, whatever their content', async () => {
    const { rows } = await read('Назва;Ціна\n"два\r\nрядки";1\n\n;;\nТОВ "Зерно";"він сказав ""так"""\n');
    expect(rows).toEqual([
      { row: 2, cells: ['два\r\nрядки', '1'] },
      { row: 5, cells: ['ТОВ "Зерно"', 'він сказав "так"'] },
    ]);
  });

  test('text stays as it is', async () => {
    const cells = ['=SUM(A1)', '1e3', '000123', "'так", '+380', ' a ', '1.234,5'];
    expect(await cellsOf(`${cells.join(';')}\nx;y`, { has_header: false })).toEqual([cells, ['x', 'y']]);
  });

  test('any text written with quotes is read again, in pieces too', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'ї', '"', ';', '\n', '\r', '🙂', ' '),
      maxLength: 8,
    });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('utf8', 'utf16le'), async (rows, encoding) => {
        const text = rows
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(';'))
          .join('\r\n');
        const file = encoding === 'utf8' ? Buffer.from(text) : utf16(text);
        const full = rows.filter((cells) => cells.some((one) => one.trim() !== ''));
        fc.pre(full.length > 0);
        expect(await cellsOf(file, { has_header: false, delimiter: 'semicolon' })).toEqual(full);
      }),
      { numRuns: 60 },
    );
  });

  test('hints win', async () => {
    const { facts } = await read('a;b\n1;2\n', {
      delimiter: 'comma',
      has_header: false,
      encoding: 'windows-1251',
    });
    expect(facts).toMatchObject({
      delimiter: 'comma',
      encoding: 'windows-1251',
      has_header: false,
      header: [''],
    });
  });

  test('a header is found by its known names, below a title as well', async () => {
    const names = (cells: readonly string[]) =>
      cells.filter((cell) => ['Товар', 'Ціна 2'].includes(cell)).length;
    const file = 'Прайс;\n21.11.2026;\nТовар;Ціна 2\nКава;1\n';
    const { facts, rows } = await readTable(Buffer.from(file), {}, {}, names);
    expect([facts.header, rows]).toEqual([['Товар', 'Ціна 2'], [{ row: 4, cells: ['Кава', '1'] }]]);
    expect((await read('Кава;1\nЧай;2\n')).facts).toMatchObject({ has_header: false, header: ['', ''] });
  });
});

const text = (place: string, content: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`;

describe('XLSX', () => {
  test('as Excel writes it: shared and rich texts, numbers as they were typed, gaps, formulas, faults', async () => {
    const file = excelBook(
      [
        '<row r="2" spans="1:3"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>',
        '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="3"/><c r="C4"><v>12.300000000000001</v></c></row>',
        '<row r="5"><c r="A5"><v>1E3</v></c><c r="B5" t="b"><v>1</v></c><c r="C5"><f>A5*2</f><v>2000</v></c></row>',
        '<row r="6"><c r="A6"><v>4820000000017</v></c><c r="B6" t="str"><f>"a"</f><v>_x0041_ &amp;</v></c><c r="C6" t="e"><v>#N/A</v></c></row>',
        '<row r="7"><c r="AB7"><v>-0.1</v></c></row><row r="8"><c r="A8" t="s"><v>9</v></c></row>',
      ].join(''),
      [
        '<t>Назва</t>',
        '<r><rPr><b/></rPr><t>Ці</t></r><r><t xml:space="preserve">на </t></r><rPh sb="0" eb="1"><t>кана</t></rPh>',
        '<t>два_x000D_\nрядки</t>',
      ],
    );
    const { facts, rows } = await read(file);
    expect(facts).toEqual({
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      has_header: true,
      header: ['Назва', '', 'Ціна'],
      width: 3,
      is_below_other_rows: false,
    });
    expect(rows).toEqual([
      { row: 4, cells: ['два\r\nрядки', '', '12.3'] },
      { row: 5, cells: ['1000', 'TRUE', '2000'] },
      { row: 6, cells: ['4820000000017', 'A &', '#N/A'] },
      { row: 7, cells: [...Array<string>(27).fill(''), '-0.1'] },
    ]);
  });

  test('as other programs write it: prefixes, no cell references, inline texts', async () => {
    const file = prefixedBook(
      '<x:row><x:c t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c><x:c t="str"><x:v>Price</x:v></x:c></x:row>' +
        '<x:row/><x:row><x:c t="inlineStr"><x:is><x:r><x:t>=A</x:t></x:r><x:r><x:t>1</x:t></x:r></x:is></x:c><x:c><x:v>0.1</x:v></x:c></x:row>',
    );
    expect(await read(file)).toMatchObject({
      facts: { header: ['Name', 'Price'] },
      rows: [{ row: 3, cells: ['=A1', '0.1'] }],
    });
  });

  test('a zip bomb is refused before it is unpacked, and one with a false size as soon as that shows', async () => {
    const blanks = Buffer.alloc(4_000_000, ' ');
    const file = zipOf({ '_rels/.rels': blanks });
    expect(file.length).toBeLessThan(10_000);
    const declared = file.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24;
    expect(file.readUInt32LE(declared)).toBe(blanks.length);
    file.writeUInt32LE(0xf0000000, declared);
    expect(await refusal(file)).toMatch(/^Unpacked, the workbook is larger/);
    file.writeUInt32LE(100, declared);
    expect(await refusal(file)).toMatch(/cannot be unpacked/);
  });

  test('a cell at the far end of the sheet is refused', async () => {
    expect(await refusal(excelBook(`<row r="1">${text('XFD1', 'x')}</row>`))).toMatch(
      /more than 256 columns/,
    );
  });
});

describe('a file that is no table is refused in words that name its kind', () => {
  const book = excelBook(`<row r="1">${text('A1', 'Назва')}</row><row r="2"><c r="A2"><v>1</v></c></row>`);
  const spoilt = Buffer.from(book);
  spoilt[book.indexOf('xl/worksheets/sheet1.xml') + 40] = 0xff;
  test.each([
    ['nothing but white space', Buffer.from('\uFEFF \r\n;;\r\n'), /^The file is empty/],
    ['half a workbook', book.subarray(0, book.length / 2), /^The workbook is cut off/],
    ['a spoilt workbook', spoilt, /damaged/],
    [
      'an open quote',
      Buffer.from('Назва;Ціна\nКава;1\n"Чай;2\nСік;3\n'),
      /opens in row 3 and is never closed/,
    ],
    [
      'an open quote far from the end',
      Buffer.from(`a;b\n"c;1\n${'d;2\n'.repeat(100_000)}`),
      /opens in row 2/,
    ],
    ['a PDF', Buffer.from('%PDF-1.7 …'), /PDF document.*Expected a table: CSV, or XLSX/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /old format of Excel.*password/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><table>'), /web page/],
    ['LibreOffice', zipOf({ mimetype: 'x', 'content.xml': '<a/>' }), /LibreOffice/],
    ['another archive', zipOf({ 'a.txt': 'Назва;Ціна' }), /no workbook/],
    ['bytes', Buffer.from([1, 0, 2, 0, 3]), /no text/],
    ['too many rows', Buffer.from('a;1\n'.repeat(MAX_TABLE_ROWS + 2)), /more than 50000 rows/],
  ])('%s', async (_, file, words) => {
    expect(await refusal(file)).toMatch(words);
  });

  test('any part of a workbook, and any workbook with one wrong byte: read or refused, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(book.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const file = Buffer.from(isCut ? book.subarray(0, at) : book);
        if (!isCut) file[at] = byte;
        await read(file).catch((error: unknown) => expect(error).toBeInstanceOf(ValidationError));
      }),
      { numRuns: 300 },
    );
  });
});
