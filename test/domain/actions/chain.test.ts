import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFailedSignIns } from '../../../main/domain/actions/failed-sign-ins.ts';
import { actingAs } from '../../../main/domain/actions/origin.ts';
import { recordAction } from '../../../main/domain/actions/record.ts';
import { forgetActions, needsSeal, sealActions, verifyActions } from '../../../main/domain/actions/verify.ts';
import { type ActionRow, actionHash } from '../../../main/store/actions.ts';
import { type Db, openDatabase } from '../../../main/store/db/connection.ts';
import { plainSql } from '../../../main/store/db/query-cache.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { temporaryFolder } from '../../helpers/shop.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const mac = (text: string) => `ours ${text}`;

let folder: ReturnType<typeof temporaryFolder>;
let db: Db;
beforeEach(() => {
  folder = temporaryFolder();
  db = openDatabase(join(folder.path, 'kramar.db'));
});
afterEach(() => {
  db.close();
  folder.remove();
});

const sql = (text: string) => db.run(plainSql(text));
const rows = () => db.all(plainSql<ActionRow>('select * from actions order by number'));
const record = (count: number, from = NOW) => {
  for (let index = 0; index < count; index += 1)
    recordAction(db, from + index, { code: 'setting_changed', facts: { index } });
};
/** Somebody with the file and a program for SQLite. */
const withoutTriggers = () => {
  for (const name of ['actions_not_changed', 'actions_only_pruned', 'actions_start_forward'])
    sql(`drop trigger ${name}`);
};

test('each action follows the one before, and says who acted and by which way', () => {
  actingAs({ source: 'command_line' }, () => record(2));
  record(1);
  const [first, second, third] = rows();
  expect(first).toMatchObject({
    number: 1,
    previous_hash: '',
    actor: 'command_line',
    source: 'command_line',
  });
  expect(second?.previous_hash).toBe(first?.hash);
  expect(third).toMatchObject({ number: 3, previous_hash: second?.hash, actor: 'system', source: 'job' });
  expect(verifyActions(db, mac)).toEqual({ rows: 3 });
});

test('a card number that somebody typed is not kept', () => {
  recordAction(db, NOW, {
    code: 'product_changed',
    object: { kind: 'product', id: 1, label: 'Чай 4111 1111 1111 1111' },
    facts: { search: '4111111111111111', list: ['380501234567'] },
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
  expect(() => sql('update actions_start set number = 2')).toThrow('begins at a row');
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
  expect(verifyActions(db, mac)).toEqual({ rows: 2 });
});

test.each([
  ['a changed row', 'update actions set at = at - 1 where number = 5', { fault: 'changed', number: 5 }],
  ['a changed hash', "update actions set hash = 'x' where number = 5", { fault: 'changed', number: 5 }],
  ['a row deleted in the middle', 'delete from actions where number = 5', { fault: 'missing', number: 5 }],
  ['the first row deleted', 'delete from actions where number = 1', { fault: 'missing', number: 1 }],
  ['rows cut off at the end', 'delete from actions where number > 7', { fault: 'cut_off', number: 8 }],
  ['all rows deleted', 'delete from actions', { fault: 'cut_off', number: 1 }],
])('%s is found', (_, change, broken) => {
  record(10);
  sealActions(db, NOW, mac);
  withoutTriggers();
  sql(change);
  expect(verifyActions(db, mac).broken).toEqual(broken);
});

test('two swapped rows are found', () => {
  record(10);
  withoutTriggers();
  for (const statement of [
    'update actions set number = -1 where number = 4',
    'update actions set number = 4 where number = 6',
    'update actions set number = 6 where number = -1',
  ])
    sql(statement);
  expect(verifyActions(db, mac).broken).toEqual({ fault: 'changed', number: 4 });
});

test('rows cut off with their counter are found by the seal', () => {
  record(10);
  sealActions(db, NOW, mac);
  withoutTriggers();
  sql('delete from actions where number > 7');
  sql("update counters set value = 7 where name = 'action'");
  expect(verifyActions(db, mac).broken).toEqual({ fault: 'cut_off', number: 8 });
});

/** Computes the chain anew from a number on, as somebody who knows the hash would. */
const computeAnew = (from: number) => {
  let previous_hash = rows().find(({ number }) => number === from - 1)?.hash ?? '';
  for (const { hash: _, ...row } of rows().filter(({ number }) => number >= from)) {
    const hash = actionHash({ ...row, previous_hash });
    sql(
      `update actions set previous_hash = '${previous_hash}', hash = '${hash}' where number = ${row.number}`,
    );
    previous_hash = hash;
  }
};

test('a chain computed anew is found by the seal, and no new seal hides it', () => {
  record(10);
  sealActions(db, NOW, mac);
  withoutTriggers();
  sql("update actions set actor_name = 'another' where number = 3");
  computeAnew(3);
  expect(verifyActions(db, mac).broken).toEqual({ fault: 'seal', number: 10 });
  record(1);
  expect(sealActions(db, NOW, mac)).toBe(false);
  // A seal that was made up without the key.
  const forged = rows().at(-1);
  sql(`update actions_seal set number = ${forged?.number}, hash = '${forged?.hash}'`);
  expect(verifyActions(db, mac).broken).toEqual({ fault: 'seal', number: 11 });
});

test('a seal of another key proves nothing; the next one is an action', () => {
  record(2);
  sealActions(db, NOW, mac);
  const other = (text: string) => `other ${text}`;
  expect(verifyActions(db, other)).toEqual({ rows: 2 });
  record(1);
  expect(sealActions(db, NOW, other)).toBe(true);
  expect(rows().at(-1)?.code).toBe('seal_renewed');
  expect(verifyActions(db, other)).toEqual({ rows: 4 });
});

test('while the keychain is locked nothing is sealed', () => {
  record(1);
  expect(sealActions(db, NOW, () => undefined)).toBe(false);
  expect(needsSeal(db)).toBe(true);
  sealActions(db, NOW, mac);
  expect(needsSeal(db)).toBe(false);
});

test('pruned actions leave a chain that still verifies', async () => {
  record(2500, NOW - 10 * DAY_MS);
  record(3, NOW);
  expect(await forgetActions(db, NOW - DAY_MS, () => NOW)).toBe(2500);
  expect(rows()[0]).toMatchObject({ number: 2501 });
  expect(verifyActions(db, mac).broken).toBeUndefined();
  expect(rows().filter(({ code }) => code === 'actions_pruned').length).toBeGreaterThan(0);
  expect(await forgetActions(db, NOW - DAY_MS, () => NOW)).toBe(0);
});

test('a beginning cut off by hand is found: no action tells of it', () => {
  record(10);
  withoutTriggers();
  sql('update actions_start set number = 4, hash = (select hash from actions where number = 4)');
  sql('delete from actions where number <= 4');
  expect(verifyActions(db, mac).broken).toEqual({ fault: 'missing', number: 4 });
});
