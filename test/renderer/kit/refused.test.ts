import { expect, test } from 'vitest';
import { LIMITS, overLimit } from '../../../main/shop/tables/limits.ts';
import { readTable } from '../../../main/shop/tables/read-table.ts';
import { failureOfResponse } from '../../../renderer/api/failure.ts';
import enPeople from '../../../renderer/i18n/locales/en/people.json' with { type: 'json' };
import en from '../../../renderer/i18n/locales/en/refusals.json' with { type: 'json' };
import ukPeople from '../../../renderer/i18n/locales/uk/people.json' with { type: 'json' };
import uk from '../../../renderer/i18n/locales/uk/refusals.json' with { type: 'json' };
import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import {
  codesOf,
  factsOf,
  messagesOf,
  PEOPLE_CODES,
  PROBLEM_CODES,
  type Problems,
} from '../../../shared/errors.ts';

/** As the service answers it, and the screens read it. */
const refusedBy = ({ problems }: { problems: Problems }) => {
  const failure = failureOfResponse(new Response(null, { status: 400 }), {
    detail: 'Validation failed.',
    errors: messagesOf(problems),
    codes: codesOf(problems),
    facts: factsOf(problems),
  });
  return failure.kind === 'invalid' ? failure.codes?.file : undefined;
};

const refusedFile = async (file: string | number[]) => {
  const run = { signal: new AbortController().signal, onProgress: () => undefined };
  const error: unknown = await readTable(Buffer.from(file as string), {}, run, () => 0).catch(
    (thrown) => thrown,
  );
  return refusedBy(error as { problems: Problems });
};

test('every code of a refusal has words in both languages, and no other', () => {
  for (const { refused } of [uk, en])
    expect(Object.keys(refused).sort()).toEqual([...new Set(PROBLEM_CODES)].sort());
});

test('those of PINs and approvals have words where they are used; the interface words its own two', () => {
  const ofInterface = ['refund_limit', 'approval_invalid'];
  for (const { fault } of [ukPeople, enPeople])
    expect(Object.keys(fault)).toEqual(
      expect.arrayContaining(PEOPLE_CODES.filter((code) => !ofInterface.includes(code))),
    );
});

test('a file that is no table is known by its code', async () => {
  expect(await refusedFile([0xd0, 0xcf, 0x11, 0xe0])).toMatchObject([{ code: 'old_excel' }]);
  expect(await refusedFile('%PDF-1.7')).toMatchObject([{ code: 'document' }]);
  expect(await refusedFile('<!DOCTYPE html><p>')).toMatchObject([{ code: 'web_page' }]);
  expect(await refusedFile('\n\n')).toMatchObject([{ code: 'empty' }]);
});

test('the row and the limit come as facts', async () => {
  expect(await refusedFile('Назва;Ціна\nЧай;1\n"Кава;2\n')).toEqual([
    { code: 'quotation_mark', facts: { row: 3 } },
  ]);
  const limit = (name: Parameters<typeof overLimit>[0]) => refusedBy(overLimit(name));
  expect(limit('rows')).toEqual([{ code: 'too_many_rows', facts: { limit: MAX_TABLE_ROWS } }]);
  expect(limit('columns')).toEqual([{ code: 'too_many_columns', facts: { limit: LIMITS.columns } }]);
  expect(limit('cells')).toEqual([{ code: 'too_many_cells', facts: { limit: LIMITS.cells } }]);
  expect(limit('cellCharacters')).toEqual([
    { code: 'cell_too_long', facts: { limit: LIMITS.cellCharacters } },
  ]);
  expect(limit('depth')).toEqual([{ code: 'too_complex', facts: { limit: LIMITS.depth } }]);
  expect(limit('seconds')).toEqual([{ code: 'too_slow', facts: { limit: LIMITS.seconds } }]);
});

test('the codes of a list stand beside the facts of the same part', () => {
  const failure = failureOfResponse(new Response(null, { status: 400 }), {
    errors: { items: [{}, { name: ['At most 128 characters.'], price: ['Too small.'] }] },
    codes: { items: [{}, { name: ['max_length'], price: ['min_value'] }] },
    facts: { items: [{}, { name: [{ limit: 128 }], price: [{}] }] },
  });
  expect(failure).toMatchObject({
    codes: {
      items: [
        { code: 'max_length', facts: { limit: 128 } },
        { code: 'min_value', facts: {} },
      ],
    },
  });
});
