import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { build, type Db } from '../../../main/store/db/connection.ts';
import { createReader } from '../../../main/store/threads/reader.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { TEST_READS } from './test-reads.ts';

const path = fileURLToPath(new URL('read-worker.ts', import.meta.url));
/** Minutes of counting. */
const LONG = 10_000_000_000;

let file: string;
let db: Db;
let reader: ReturnType<typeof open>;
const error = vi.fn();

const open = (options: { threadsFrom?: number; idleMs?: number } = {}) =>
  createReader({ db, file, reads: TEST_READS, log: { error }, path, threadsFrom: 0, ...options });

beforeEach(() => {
  ({ db, file } = emptyDatabase());
  error.mockClear();
  reader = open();
});

afterEach(() => reader.close());

const remember = (key: string, value: string) => db.run(build.insertInto('settings').values({ key, value }));

test('with few invoices it reads at once, without a thread', async () => {
  reader = open({ threadsFrom: 20_000 });
  expect(await reader.run('thread', [])).toBe(threadId);
});

test('a thread reads what was committed before the request', async () => {
  expect(await reader.run('thread', [])).not.toBe(threadId);
  for (const value of ['1', '2', '3']) {
    remember(`test${value}`, value);
    expect((await reader.run('settings', [])).at(-1)).toBe(value);
  }
});

test('a quick read does not wait for a long one, and neither delays the others', async () => {
  const gone = new AbortController();
  const long = reader.run('count', [LONG], gone.signal).catch((reason: unknown) => reason);
  const first = await reader.run('thread', []);
  expect(await reader.run('thread', [])).toBe(first);
  gone.abort('gone');
  expect(await long).toBe('gone');
});

test('a read whose client has gone is broken off, or not begun', async () => {
  const gone = new AbortController();
  const reads = Array.from({ length: 5 }, () => reader.run('count', [LONG], gone.signal));
  const ends = Promise.allSettled(reads);
  await after(100);
  gone.abort(new Error('gone'));
  const reason = expect.objectContaining({ message: 'gone' });
  expect(await ends).toEqual(reads.map(() => ({ status: 'rejected', reason })));
  // Both threads are free again.
  expect(await Promise.all([reader.run('count', [10]), reader.run('count', [20])])).toEqual([10, 20]);
  await expect(reader.run('count', [10], gone.signal)).rejects.toThrow('gone');
});

test('a failure reaches its caller; the thread reads on', async () => {
  const thread = await reader.run('thread', []);
  await expect(reader.run('fail', [])).rejects.toThrow('So it goes.');
  expect(await reader.run('thread', [])).toBe(thread);
  expect(error).not.toHaveBeenCalled();
});

test('when a thread dies, its caller gets the failure, the log too, and another takes its place', async () => {
  await expect(reader.run('die', [])).rejects.toThrow('ended in the middle (exit code 3)');
  expect(error).toHaveBeenCalledTimes(1);
  expect(await reader.run('count', [10])).toBe(10);
});

test('a thread without work ends', async () => {
  reader = open({ idleMs: 50 });
  const thread = await reader.run('thread', []);
  await after(200);
  expect(await reader.run('thread', [])).not.toBe(thread);
});

test('closing breaks off the reads under way', async () => {
  const reads = Array.from({ length: 3 }, () => reader.run('count', [LONG]));
  const ends = Promise.allSettled(reads);
  await after(100);
  await reader.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(reader.run('thread', [])).rejects.toThrow('stopping');
  expect(error).not.toHaveBeenCalled();
});
