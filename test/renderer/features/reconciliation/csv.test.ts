import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../../../renderer/features/reconciliation/csv.ts';
import { anyCharacter } from '../../../helpers/any-text.ts';

test('a spreadsheet reads back what was written, and executes none of it', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('=1+1', '+380', '-1', '@x', '\ttab', 'a;"b"\r\nc'),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const read = parse(csvOf(rows), { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
      expect(read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/u, '')))).toEqual(
        rows,
      );
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
    }),
  );
});

test('minor units are written as an amount with a decimal comma', () => {
  const read = (minor: number) =>
    csvOf([[minor]])
      .slice(1)
      .trimEnd();
  expect([0, 5, 34_000, -12_345].map(read)).toEqual(['0,00', '0,05', '340,00', '-123,45']);
  expect(csvOf([['a', null, 1]])).toBe('\uFEFF"a";;0,01\r\n');
});
