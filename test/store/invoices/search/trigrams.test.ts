import { expect, test, vi } from 'vitest';
import { createMemory } from '../../../../main/store/db/memory.ts';
import { LIMITS, measureOf } from '../../../../main/store/invoices/search/trigrams.ts';

const database = () => ({
  memory: createMemory(),
  get: vi.fn(() => ({ count: 7 })),
  all: vi.fn(() => [{ search_text: 'кава' }]),
});
const measure = (db: ReturnType<typeof database>, size: number) => measureOf(db as never, size, LIMITS);

test('a trigram is counted once, however often it is searched for', () => {
  const db = database();
  for (const size of [1000, 1000, 1100]) {
    expect(measure(db, size).count('кав', 256)).toBe(7);
    expect(measure(db, size).sample()).toEqual(['кава']);
  }
  expect(db.get).toHaveBeenCalledTimes(1);
  expect(db.all).toHaveBeenCalledTimes(1);
  // Counted further, it is another number.
  measure(db, 1100).count('кав', 8192);
  measure(db, 1100).count('ава', 256);
  expect(db.get).toHaveBeenCalledTimes(3);
});

test.each([
  ['there are a tenth more', 1101],
  ['there are fewer, as after a restore', 999],
])('and again once %s', (_name, size) => {
  const db = database();
  measure(db, 1000).count('кав', 256);
  measure(db, 1000).sample();
  measure(db, size).count('кав', 256);
  measure(db, size).sample();
  expect(db.get).toHaveBeenCalledTimes(2);
  expect(db.all).toHaveBeenCalledTimes(2);
});

test('another connection counts by itself, and not more is remembered than a day of typing', () => {
  const [one, other] = [database(), database()];
  measure(one, 1000).count('кав', 256);
  measure(other, 1000).count('кав', 256);
  expect(other.get).toHaveBeenCalledTimes(1);
  for (let at = 0; at < 1000; at += 1) measure(one, 1000).count(`т${at}`, 256);
  one.get.mockClear();
  measure(one, 1000).count('кав', 256);
  expect(one.get).toHaveBeenCalledTimes(1);
});
