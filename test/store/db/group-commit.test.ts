import { AsyncLocalStorage } from 'node:async_hooks';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { deferWrite, flushDeferred } from '../../../main/money/journal/attempts.ts';
import { groupCommit } from '../../../main/store/db/group-commit.ts';
import { getSetting, setSetting } from '../../../main/store/settings.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';

const { db } = emptyDatabase(afterAll);
let commits = 0;
db.onCommit(() => {
  commits += 1;
});

const name = (value: string) => () => {
  setSetting(db, 'shop_name', value);
  return value;
};
const failing = (error: Error) => () => {
  setSetting(db, 'default_destination', 'not kept');
  throw error;
};
const settled = async (works: Promise<unknown>[]) => {
  commits = 0;
  return (await Promise.allSettled(works)).map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason.message,
  );
};

test('writes that wait at the same moment are committed once, in their order', async () => {
  const names = ['one', 'two', 'three'];
  expect(await settled(names.map((value) => groupCommit(db, name(value))))).toEqual(names);
  expect(commits).toBe(1);
  expect(getSetting(db, 'shop_name')).toBe('three');
});

test('a refused write rolls back its own changes, and nothing of the others', async () => {
  const works = [name('before'), failing(new Error('refused')), name('after')];
  expect(await settled(works.map((work) => groupCommit(db, work)))).toEqual(['before', 'refused', 'after']);
  expect(commits).toBe(1);
  expect(getSetting(db, 'default_destination')).toBeUndefined();
  expect(getSetting(db, 'shop_name')).toBe('after');
});

test('when the whole transaction fails, each is tried by itself', async () => {
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  const works = [name('saved'), failing(full)];
  expect(await settled(works.map((work) => groupCommit(db, work)))).toEqual(['saved', full.message]);
  expect(getSetting(db, 'default_destination')).toBeUndefined();
  expect(getSetting(db, 'shop_name')).toBe('saved');
});

test('a patient write joins the next one that is not, or goes by itself', async () => {
  const patient = groupCommit(db, name('patient'), 3_600_000);
  expect(await settled([patient, groupCommit(db, name('hurried'))])).toEqual(['patient', 'hurried']);
  expect(commits).toBe(1);
  expect(await settled([groupCommit(db, name('alone'), 1)])).toEqual(['alone']);
});

test('each write runs in the asynchronous context of its own caller, also one that is written later', async () => {
  const callers = new AsyncLocalStorage<string>();
  const names = ['one', 'two', 'three'];
  const commit = (caller: string) => callers.run(caller, () => groupCommit(db, () => callers.getStore()));
  expect(await settled(names.map(commit))).toEqual(names);
  expect(commits).toBe(1);
  const written: unknown[] = [];
  callers.run('first', () => deferWrite(db, 1, () => void written.push(callers.getStore())));
  callers.run('another', () => flushDeferred(db));
  expect(written).toEqual(['first']);
});
