import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, type Column, decimalText, type TableWriter } from '../../../main/http/export/table.ts';
import { csvWriter } from '../../../main/http/export/table-file.ts';
import { xlsxWriter } from '../../../main/http/export/xlsx.ts';
import { readCsv, readXlsx } from '../../helpers/table-files.ts';

const COLUMNS: Column[] = [
  { title: 'Текст', kind: 'text', width: 10 },
  { title: 'Сума', kind: 'money', width: 14 },
  { title: 'Час', kind: 'time', width: 20.5 },
];
const AT = Date.UTC(2026, 2, 2, 8, 5, 9);

/** In pieces of two rows. */
const written = (writer: TableWriter, rows: readonly Cell[][]): Buffer => {
  const pieces = [writer.begin()];
  for (let start = 0; start < rows.length; start += 2) pieces.push(writer.rows(rows.slice(start, start + 2)));
  return Buffer.concat([...pieces, writer.end()]);
};
/** Of the kinds that reports have besides. */
const REPORT: Column[] = [
  { title: 'День', kind: 'date', width: 12 },
  { title: 'Чеків', kind: 'count', width: 10 },
  { title: 'Кількість', kind: 'quantity', width: 10 },
];
const REPORTED: Cell[][] = [
  [20_514, 12_345, 1500],
  ['Разом', 0, 20_000],
  [null, null, -25],
];
const csv = (rows: readonly Cell[][]) => written(csvWriter(COLUMNS), rows);
const xlsx = (rows: readonly Cell[][]) => readXlsx(written(xlsxWriter('Аркуш & <1>', COLUMNS), rows));

const NASTY: [string, string][] = [
  ['quotes', 'ТОВ "Зерно"; "Рис"'],
  ['line breaks', 'один\nдва'],
  ['emoji', '☕️ кава 👩‍👩‍👧'],
  ['markup', '<b>&amp;</b> ]]> &#0;'],
  ['spaces around', '  x  '],
  ['leading zeros', '000123'],
  ['a long number', '123456789012345678901'],
  ['what a workbook would read as an escape', '_x0041_ _x000D_ _xyz_'],
  ['a semicolon', ';'],
  ['an apostrophe', "'1"],
];

describe('CSV', () => {
  test('byte order mark, semicolons, CRLF, a decimal comma', () => {
    expect(
      csv([
        ['чай', 123_456, AT],
        ['', -5, null],
        [null, 0, null],
      ]).toString(),
    ).toBe(
      '\uFEFF"Текст";"Сума";"Час"\r\n"чай";1234,56;02.03.2026 08:05:09\r\n;-0,05;\r\n;0,00;\r\n'.replace(
        '02.03.2026 08:05:09',
        '"02.03.2026 08:05:09"',
      ),
    );
  });

  test('counts, quantities with as many decimals as they need, days', () => {
    expect(readCsv(written(csvWriter(REPORT), REPORTED)).slice(1)).toEqual([
      ['02.03.2026', '12345', '1,5'],
      ['Разом', '0', '20'],
      ['', '', '-0,025'],
    ]);
  });

  test.each(NASTY)('%s come back as they were', (_, text) => {
    expect(readCsv(csv([[text, 1, null]]))[1]).toEqual([text, '0,01', '']);
  });

  test.each(['=1+1', '+380501112233', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
    '%j is no formula',
    (text) => {
      expect(readCsv(csv([[text, null, null]]))[1]?.[0]).toBe(`'${text}`);
    },
  );

  test('control characters and half characters are left out', () => {
    expect(readCsv(csv([['a\0b\u0007c\ud800d\uffff', null, null]]))[1]?.[0]).toBe('abc\ufffdd');
  });

  test('any text comes back, at most with an apostrophe before it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
        const back = readCsv(csv(texts.map((text) => [text, null, null]))).slice(1);
        const kept = texts.map((text) => text.replaceAll(/[\u007f\ufffe\uffff]/g, ''));
        // A text that has an apostrophe of its own there is no formula, and keeps it.
        const written = kept.map((text) => (/^[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text));
        expect(back.map(([cell]) => cell ?? '')).toEqual(written);
      }),
    );
  });
});

describe('XLSX', () => {
  test('header bold and frozen, filter over all rows, widths, one sheet by name', () => {
    const sheet = xlsx([
      ['чай', 123_456, AT],
      ['кава', 1, AT],
      ['сік', 2, null],
    ]);
    expect(sheet).toMatchObject({
      sheetName: 'Аркуш & <1>',
      frozen: 'frozen 1 A2',
      filter: 'A1:C4',
      widths: [10, 14, 20.5],
      formulas: 0,
    });
    expect(sheet.names[0]).toBe('[Content_Types].xml');
    expect(sheet.rows[0]).toEqual(
      COLUMNS.map(({ title }, index) => ({
        ref: `${'ABC'[index]}1`,
        type: 'inlineStr',
        format: 0,
        bold: true,
        value: title,
      })),
    );
  });

  test('money is a number with two decimals, time a date', () => {
    const { rows, formats } = xlsx([
      ['чай', 123_456, AT],
      ['x', -5, null],
    ]);
    expect(rows[1]).toEqual([
      { ref: 'A2', type: 'inlineStr', format: 49, bold: false, value: 'чай' },
      // 4 is #,##0.00.
      { ref: 'B2', type: 'n', format: 4, bold: false, value: '1234.56' },
      { ref: 'C2', type: 'n', format: 164, bold: false, value: expect.any(String) },
    ]);
    expect(formats).toMatchObject({ 164: 'dd\\.mm\\.yyyy\\ hh:mm:ss' });
    // 2 March 2026 is day 46083; Excel counts from 30 December 1899.
    const seconds = Number(rows[1]?.[2]?.value) * 86_400;
    expect(Math.round(seconds)).toBe(46_083 * 86_400 + 8 * 3600 + 5 * 60 + 9);
    expect(rows[2]?.map(({ ref, value }) => [ref, value])).toEqual([
      ['A3', 'x'],
      ['B3', '-0.05'],
    ]);
  });

  test('counts and quantities are numbers as they are, a date is a day', () => {
    const { rows, formats } = readXlsx(written(xlsxWriter('x', REPORT), REPORTED));
    expect(formats).toMatchObject({ 165: 'dd\\.mm\\.yyyy' });
    const reported = rows.slice(1).map((cells) => cells.map(({ format, value }) => [format, value]));
    expect(reported).toEqual([
      [
        // 2 March 2026.
        [165, '46083'],
        [0, '12345'],
        [0, '1.5'],
      ],
      [
        [49, 'Разом'],
        [0, '0'],
        [0, '20'],
      ],
      [[0, '-0.025']],
    ]);
  });

  test('the same from Python: 1899-12-30 plus the number is that very second', () => {
    const value = xlsx([[null, null, AT]]).rows[1]?.[0]?.value ?? '';
    expect(new Date(Date.UTC(1899, 11, 30) + Math.round(Number(value) * 86_400) * 1000).getTime()).toBe(AT);
  });

  test.each([...NASTY, ['a formula', '=1+1'], ['a number', '-1.5'], ['a link', '=HYPERLINK("http://x")']])(
    '%s stay the text that they were',
    (_, text) => {
      const { rows, formulas } = xlsx([[text, null, null]]);
      const shown = text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
      expect(rows[1]).toEqual([{ ref: 'A2', type: 'inlineStr', format: 49, bold: false, value: shown }]);
      expect(formulas).toBe(0);
    },
  );

  test('characters that XML cannot hold are left out, and so is text longer than a cell', () => {
    const { rows } = xlsx([
      ['a\0b\u001fc\ud800d\r\ne\uffff', null, null],
      ['x'.repeat(40_000), null, null],
    ]);
    expect(rows[1]?.[0]?.value).toBe('abc\ufffdd\ne');
    expect(rows[2]?.[0]?.value).toHaveLength(32_767);
  });

  test('without rows it is a header', () => {
    expect(xlsx([])).toMatchObject({ filter: 'A1:C1', rows: [{ length: 3 }] });
  });

  test('beyond the 26th column too', () => {
    const columns = Array.from({ length: 30 }, (_, index) => ({
      title: `${index}`,
      kind: 'text' as const,
      width: 5,
    }));
    const { rows, filter } = readXlsx(written(xlsxWriter('x', columns), []));
    expect(rows[0]?.slice(24).map(({ ref }) => ref)).toEqual(['Y1', 'Z1', 'AA1', 'AB1', 'AC1', 'AD1']);
    expect(filter).toBe('A1:AD1');
  });
});

test.each([
  [0, '0.00'],
  [7, '0.07'],
  [-7, '-0.07'],
  [99_999_999_999, '999999999.99'],
  [-100, '-1.00'],
])('%s minor units are %s', (minor, text) => {
  expect(decimalText(minor, '.')).toBe(text);
});
