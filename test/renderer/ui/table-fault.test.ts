import { describe, expect, test } from 'vitest';
import { LIMITS, overLimit } from '../../../main/domain/tables/limits.ts';
import { readTable } from '../../../main/domain/tables/read-table.ts';
import { failureOf } from '../../../renderer/data/failure.ts';
import { type TableFault, tableFaultOf } from '../../../renderer/ui/table-fault.ts';
import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';

/** As the service refuses it. */
const faultOf = async (file: string | number[]) => {
  const run = { signal: new AbortController().signal, onProgress: () => undefined };
  const error = await readTable(Buffer.from(file as string), {}, run, () => 0).then(
    () => undefined,
    (thrown: { errors?: { file?: string[] } }) => thrown,
  );
  const words = error?.errors?.file?.join(' ') ?? '';
  return tableFaultOf({ kind: 'invalid', words, errors: { file: words } });
};

test('what the service says of a file is known by its words', async () => {
  expect(await faultOf([0xd0, 0xcf, 0x11, 0xe0])).toMatchObject({ fault: 'oldExcel', row: '' });
  expect(await faultOf('%PDF-1.7')).toMatchObject({ fault: 'document' });
  expect(await faultOf('Rar!')).toMatchObject({ fault: 'packed' });
  expect(await faultOf([0xff, 0xd8, 0xff])).toMatchObject({ fault: 'picture' });
  expect(await faultOf('<!DOCTYPE html><p>')).toMatchObject({ fault: 'web' });
  expect(await faultOf('\n\n')).toMatchObject({ fault: 'empty' });
  expect(await faultOf([65, 0, 66, 7])).toMatchObject({ fault: 'noText' });
  expect(await faultOf('PK\u0003\u0004 half')).toMatchObject({ fault: 'cutOff' });
  expect(await faultOf('Назва;Ціна\nЧай;1\n"Кава;2\n')).toMatchObject({ fault: 'quote', row: '3' });
});

describe('every limit of a file has words of the screen, and its figure', () => {
  const expected: Record<keyof typeof overLimit, [fault: TableFault, limit: number]> = {
    unpackedMegabytes: ['large', LIMITS.unpackedMegabytes],
    parts: ['complex', LIMITS.parts],
    depth: ['complex', LIMITS.depth],
    elements: ['complex', LIMITS.elements],
    attributes: ['complex', LIMITS.attributes],
    markupCharacters: ['complex', LIMITS.markupCharacters],
    columns: ['columns', LIMITS.columns],
    cellCharacters: ['cell', LIMITS.cellCharacters],
    cells: ['cells', LIMITS.cells],
    characters: ['characters', LIMITS.characters],
    rows: ['rows', MAX_TABLE_ROWS],
    lines: ['lines', LIMITS.lines],
    heapMegabytes: ['memory', LIMITS.heapMegabytes],
    seconds: ['time', LIMITS.seconds],
  };
  test.each(Object.entries(expected))('%s', (name, [fault, limit]) => {
    const words = overLimit[name as keyof typeof overLimit]().errors.file?.toString() ?? '';
    expect(tableFaultOf({ kind: 'invalid', words, errors: { file: words } })).toEqual({
      fault,
      limit,
      row: '',
    });
  });
});

test('what is not about the file, or not known, is left to others', () => {
  expect(tableFaultOf(failureOf(new Error('x')))).toBeUndefined();
  expect(
    tableFaultOf({ kind: 'invalid', words: '', errors: { columns: 'The file is empty.' } }),
  ).toBeUndefined();
  expect(tableFaultOf({ kind: 'invalid', words: '', errors: { file: 'Something new.' } })).toBeUndefined();
});
