import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BusyError, ValidationError } from '../../../main/shop/errors.ts';
import { createTableParser } from '../../../main/shop/tables/parser.ts';

const path = fileURLToPath(new URL('table-threads.ts', import.meta.url));
const signal = new AbortController().signal;

const openParser = (seconds = 60) => {
  const logged: string[] = [];
  const log = { error: (message: string) => logged.push(message) };
  const parser = createTableParser({ log, path, limits: { heapMegabytes: 64, seconds } });
  return {
    parser,
    logged,
    parse: (file: string) => parser.parse('products', Buffer.from(file), {}, { signal }),
  };
};

const refusalOf = async (parsing: Promise<unknown>): Promise<string> => {
  const error = await parsing.catch((reason: unknown) => reason);
  if (!(error instanceof ValidationError)) throw new Error(`No refusal: ${error}`);
  return String(error.errors.file);
};

describe('a thread that dies is a refusal for that one file', () => {
  test.each([
    ['exits', 60, 1, /^Reading the file failed/],
    ['throws', 60, 1, /^Reading the file failed/],
    ['says nothing', 60, 1, /^Reading the file failed/],
    // On a busy machine a thread begins late: the sound file after it must be read within them too.
    ['runs on', 6, 0, /takes longer than \d+ seconds/],
  ])('%s', async (file, seconds, logged, words) => {
    const { parse, ...opened } = openParser(seconds);
    expect(await refusalOf(parse(file))).toMatch(words);
    expect(opened.logged).toHaveLength(logged);
    expect(await parse('sound')).toEqual({ head: 'read', rows: [] });
  });

  test('out of memory', async () => {
    const limits = { heapMegabytes: 12, seconds: 60 };
    const parser = createTableParser({ log: { error: () => undefined }, limits });
    const file = Buffer.from(`Назва;Ціна\n${'Товар;1\n'.repeat(49_000)}`);
    const words = await refusalOf(parser.parse('products', file, {}, { signal }));
    expect(words).toMatch(/takes more than \d+ MB of memory/);
  });
});

/** A file that is read until the test aborts. */
const beginReading = async (parser: ReturnType<typeof openParser>['parser']) => {
  const gone = new AbortController();
  let reading: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    const run = { signal: gone.signal, onProgress: () => resolve() };
    reading = parser.parse('products', Buffer.from('runs on'), {}, run);
    reading.catch(() => undefined);
  });
  return { giveUp: () => gone.abort(new Error('gone')), reading };
};

test('a client that hangs up half-way ends the thread', async () => {
  const { parser, parse } = openParser();
  const { giveUp, reading } = await beginReading(parser);
  giveUp();
  await expect(reading).rejects.toThrow('gone');
  expect(await parse('sound')).toEqual({ head: 'read', rows: [] });
});

test('one file is read at a time, eight wait, more are refused; a waiting file whose client hangs up is not read', async () => {
  const { parser, parse } = openParser();
  const { giveUp, reading } = await beginReading(parser);
  const ended: number[] = [];
  const waiting = Array.from({ length: 7 }, async (_, index) => {
    await parse('sound');
    ended.push(index);
  });
  const gone = new AbortController();
  const givenUp = parser.parse('products', Buffer.from('exits'), {}, { signal: gone.signal });
  const refused = await parse('sound').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BusyError);
  expect(ended).toEqual([]);
  gone.abort(new Error('gone as well'));
  giveUp();
  await expect(givenUp).rejects.toThrow('gone as well');
  await expect(reading).rejects.toThrow('gone');
  await Promise.all(waiting);
  expect(ended).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
