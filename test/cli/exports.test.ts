import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthOf, openMonth, rowsOfCsv, sumOf, unpacked } from '../http/month/stage.ts';
import { openConsole, temporaryFolder } from './console.ts';

let stage: Awaited<ReturnType<typeof openMonth>>;
beforeAll(async () => {
  stage = await openMonth();
});
afterAll(() => stage.close());

/** A console on the folder of the running service. */
const consoleOf = () => {
  const console = openConsole();
  const at = ['--json', '--data-dir', stage.shop.folder];
  return {
    json: async (args: readonly string[]) => {
      const { code, stdout } = await console.bare([...args, ...at]);
      return { code, json: JSON.parse(stdout) };
    },
  };
};

test('a month is written beside the running service: the archive of the interface', async () => {
  const out = join(temporaryFolder(), 'october.zip');
  const { code, json } = await consoleOf().json(['export', 'month', '2026-10', '--out', out]);
  const [hryvnia] = (await monthOf(stage.shop)).currencies;
  const file = readFileSync(out);
  expect({ code, json }).toEqual({
    code: 0,
    json: {
      ok: true,
      path: out,
      size: file.length,
      month: '2026-10',
      payments: hryvnia?.totals.count,
      gross: hryvnia?.totals.gross,
    },
  });
  const files = unpacked(file);
  expect(sumOf(rowsOfCsv(files['csv/payments.csv']), 'Сума')).toBe(hryvnia?.totals.gross);
  expect(existsSync(`${out}.part`)).toBe(false);
});

test.each([
  [['export', 'month', '2026-13'], 1],
  [['export', 'month', '2026-10', '--language', 'de'], 2],
  [['export', 'month'], 2],
])('refused, and nothing is written: %s', async (args, code) => {
  const out = join(temporaryFolder(), 'none.zip');
  const answer = await consoleOf().json([...args, '--out', out]);
  expect([answer.code, answer.json.ok]).toEqual([code, false]);
  expect(existsSync(out)).toBe(false);
});

test('a file that is there already is left as it is', async () => {
  const out = join(temporaryFolder(), 'mine.zip');
  writeFileSync(out, 'mine');
  const { code, json } = await consoleOf().json(['export', 'month', '2026-10', '--out', out]);
  expect([code, json.code]).toEqual([1, 'FILE_EXISTS']);
  expect(readFileSync(out, 'utf8')).toBe('mine');
});
