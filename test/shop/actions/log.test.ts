import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createFailedSignIns } from '../../../main/shop/actions/failed-sign-ins.ts';
import { forgetActions } from '../../../main/shop/actions/keep.ts';
import { actingAs } from '../../../main/shop/actions/origin.ts';
import { recordAction } from '../../../main/shop/actions/record.ts';
import type { ActionRow } from '../../../main/store/actions.ts';
import { compareActions } from '../../../main/store/backup/compare-actions.ts';
import type { Db } from '../../../main/store/db/connection.ts';
import { plainSql } from '../../../main/store/db/query-cache.ts';
import { ACTION_CODES, ACTIONS } from '../../../shared/actions.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { addPerson } from '../../helpers/people.ts';

const NOW = Date.UTC(2026, 10, 21, 9);

let folder: string;
let db: Db;
beforeEach(() => {
  ({ db, folder } = emptyDatabase());
});

const sql = (text: string) => db.run(plainSql(text));
const rows = () => db.all(plainSql<ActionRow>('select * from actions order by number'));
const record = (count: number, from = NOW) => {
  for (let index = 0; index < count; index += 1)
    recordAction(db, from + index, { code: 'setting_changed', facts: { count: index } });
};
test('an action says who acted and by which way', () => {
  actingAs({ source: 'command_line' }, () => record(2));
  record(1);
  const [first, second, third] = rows();
  for (const [index, row] of [first, second].entries())
    expect(row).toMatchObject({ number: index + 1, actor: 'command_line', source: 'command_line' });
  expect(third).toMatchObject({ number: 3, actor: 'system', source: 'job' });
});

test('a card number that somebody typed is not kept', () => {
  recordAction(db, NOW, {
    code: 'product_changed',
    object: { kind: 'product', id: 1, label: 'Чай 4111 1111 1111 1111' },
    facts: { name: '4111111111111111', changed: ['380501234567'] },
  });
  const [row] = rows();
  expect(row?.object_label).toBe('Чай ••••1111');
  expect(row?.facts).not.toContain('41111111');
});

test('who guesses passwords does not fill the disk: the rest of an hour is counted', () => {
  let now = NOW;
  const noteFailure = createFailedSignIns(db, () => now);
  for (let attempt = 0; attempt < 100; attempt += 1) noteFailure(undefined);
  expect(rows()).toHaveLength(30);
  now += HOUR_MS;
  noteFailure(undefined, 'pin');
  expect(rows().at(-1)).toMatchObject({ code: 'pin_failed', facts: '{"not_recorded":70}' });
  expect(rows()).toHaveLength(31);
});

test('no statement changes or deletes an action', () => {
  record(3);
  const before = rows();
  expect(() => sql("update actions set actor_name = 'x' where number = 2")).toThrow('never changed');
  expect(() => sql('delete from actions where number = 2')).toThrow('only pruned');
  expect(() => sql('delete from actions_start')).toThrow('has a start');
  expect(rows()).toEqual(before);
});

test('a rolled back act leaves no action', () => {
  record(1);
  const fail = () =>
    db.transaction(() => {
      record(1);
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  record(1);
  expect(rows().map(({ number }) => number)).toEqual([1, 2]);
});

test('pruned actions leave a log that goes on', async () => {
  record(2500, NOW - 10 * DAY_MS);
  record(3, NOW);
  expect(await forgetActions(db, NOW - DAY_MS, () => NOW)).toBe(2500);
  expect(rows()[0]).toMatchObject({ number: 2501 });
  expect(rows().filter(({ code }) => code === 'actions_pruned').length).toBeGreaterThan(0);
  expect(await forgetActions(db, NOW - DAY_MS, () => NOW)).toBe(0);
});

/** The log of now, in a file of its own. */
const copied = (name: string): string => {
  const path = join(folder, name);
  sql(`vacuum into '${path}'`);
  return path;
};
/** Compares the log after `change` with the log before it. */
const comparedAfter = (change: () => void, keptSince = 0) => {
  const before = copied('before.db');
  change();
  return compareActions(copied('after.db'), before, keptSince);
};
const withoutTriggers = (...statements: string[]) => {
  for (const name of ['actions_not_changed', 'actions_only_pruned']) sql(`drop trigger ${name}`);
  statements.forEach(sql);
};

test.each([
  ['a changed action', 'update actions set at = at - 1 where number = 5', 'changed', 5],
  ['a cleared id', 'update actions set actor_id = null where number = 5', 'changed', 5],
  ['an action deleted in the middle', 'delete from actions where number = 5', 'missing', 5],
  ['actions cut off at the end', 'delete from actions where number > 7', 'missing', 8],
  ['all actions deleted', 'delete from actions', 'missing', 1],
])('%s: the comparison names the first', (_, change, fault, number) => {
  const owner = addPerson(db, NOW, { role: 'owner', username: 'owner', password: 'чотири-слова-і-крапка.' });
  for (let index = 0; index < 10; index += 1)
    recordAction(db, NOW + index, { code: 'setting_changed', by: owner.id, facts: { count: index } });
  const rowsBefore = rows().length;
  expect(comparedAfter(() => withoutTriggers(change))).toEqual({ rows: rowsBefore, fault, number });
});

test('actions that were added, and those that were pruned, are no fault', async () => {
  record(5, NOW - 10 * DAY_MS);
  record(3);
  const before = copied('pruned-before.db');
  await forgetActions(db, NOW - DAY_MS, () => NOW);
  record(2);
  const after = copied('pruned-after.db');
  expect(compareActions(after, before, NOW - DAY_MS)).toEqual({ rows: 3, fault: '', number: null });
  expect(compareActions(after, before, 0)).toEqual({ rows: 8, fault: 'missing', number: 1 });
});

test('every action has a name in both languages', () => {
  for (const code of ACTION_CODES)
    for (const text of [ACTIONS[code].uk, ACTIONS[code].en]) expect(text).toMatch(/\S/);
});
