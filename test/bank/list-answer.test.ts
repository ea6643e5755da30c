import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { checkList, parseList } from '../../main/bank/list-answer.ts';
import { statementItem } from '../../main/bank/wire.ts';

const outcome = async (work: () => unknown) => {
  try {
    return { value: await work() };
  } catch (error) {
    return { refused: error instanceof SyntaxError };
  }
};
const same = async (text: string) =>
  expect(await outcome(() => parseList(text))).toEqual(await outcome(() => JSON.parse(text)));

test('a list parsed in parts is what JSON.parse makes of all of it', async () => {
  const answers = fc.record({ list: fc.array(fc.jsonValue()), more: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(
      answers,
      fc.nat(2),
      fc.nat(),
      fc.string({ unit: 'grapheme' }),
      async (answer, indent, at, put) => {
        const text = JSON.stringify(answer, null, indent);
        await same(text);
        // Corrupted somewhere: refused alike, or read alike.
        const place = at % text.length;
        await same(text.slice(0, place) + put + text.slice(place + 1));
        await same(text.slice(0, place));
      },
    ),
  );
});

test.each([
  '{"list":[]}',
  '{"list":[ ]}',
  '{"list":[,]}',
  '{"list":[1,]}',
  '{"list":[1 2]}',
  // One more than is parsed together.
  `{"list":[${'1,'.repeat(50)}]}`,
  `{"list":[${'1,'.repeat(50)},2]}`,
  '{"list":[{]}]}',
  '{"list":["\\"],[",{"a":"}"}]}',
  '{"list":[1],"list":[2]}',
  '{"list":[1],"l\\u0069st":[2]}',
  '{"list":[1]} x',
  '{"a":1,"list":[1]}',
  '{"list":{"list":[1]}}',
  '[]',
  'null',
])('%s', same);

const line = { invoiceId: 'p1', status: 'success', date: '2026-11-21T10:00:00Z', amount: 100, ccy: 980 };
test.each([
  [{ list: [] }],
  [{ list: null }],
  [{}],
  [{ list: [line, { ...line, amount: 7 }] }],
  [{ list: [line, { ...line, amount: -1 }, { ...line, status: 'new' }] }],
  [{ list: [line, null] }],
])('%j: each line is read by itself; an absent or null list is empty', async (answer) => {
  const lines = (answer as { list?: readonly unknown[] | null }).list ?? [];
  const read = lines.map((each) => ({ line: each, result: v.safeParse(statementItem, each) }));
  expect(await checkList(statementItem, answer)).toEqual({
    list: read.flatMap(({ result }) => (result.success ? [result.output] : [])),
    misfits: read.flatMap(({ line: element, result }) =>
      result.success ? [] : [{ element, issues: result.issues }],
    ),
    ignored: [],
  });
});

test.each([
  [{ list: 'none' }],
  [{ errCode: 'INTERNAL_ERROR' }],
  [{ errCode: 'INTERNAL_ERROR', list: [] }],
  [null],
  [undefined],
  [[]],
])('%j is no list', async (answer) => {
  expect(await checkList(statementItem, answer)).toEqual({ issues: expect.anything() });
});
