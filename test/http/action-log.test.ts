import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { checkActionLog } from '../../main/cli/doctor.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { readCheck } from '../../main/store/actions.ts';
import type { Action, ActionLogState } from '../../shared/api/actions.ts';
import type { Page } from '../../shared/api/pages.ts';
import { openWindow } from '../bridge/stage.ts';
import { runJob } from '../helpers/jobs.ts';
import { openShop } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

/** The log of actions is checked at every backup against the one before. */

const shop = await shopOfFile();
for (const name of ['a', 'b', 'c', 'd']) await shop.owner.post('catalog/products/', { name, price: 1 });

describe('somebody changes the file past Kramar', () => {
  const inFile = (...statements: string[]) => {
    const file = new Database(databaseFile(shop.folder));
    for (const name of ['actions_not_changed', 'actions_only_pruned'])
      file.exec(`drop trigger if exists ${name}`);
    for (const statement of statements) file.exec(statement);
    file.close();
  };
  /** After a backup: what the interface says, and doctor. */
  const found = async () => {
    await runJob(shop, 'back-up');
    const { body } = await shop.owner.get<ActionLogState>('actions/state/');
    const check = readCheck(shop.console.db);
    return { ...body, doctor: checkActionLog(check) };
  };

  test('a backup finds the log of the one before unchanged', async () => {
    const first = await found();
    const second = await found();
    expect(second).toMatchObject({ fault: null, fault_number: null, doctor: { status: 'ok' } });
    // The last action of then is that of the first backup itself.
    expect(second.checked).toBe(first.last_number - 1);
  });

  test('a changed action is named, and stays named at the next backups', async () => {
    inFile("update actions set actor_name = 'ніхто' where number = 4");
    const named = { fault: 'changed', fault_number: 4 };
    expect(await found()).toMatchObject({
      ...named,
      doctor: { status: 'problem', detail: expect.stringContaining('Action 4 was changed') },
    });
    expect(await found()).toMatchObject(named);
  });

  test('a missing action is named', async () => {
    inFile('delete from actions where number = 2');
    expect(await found()).toMatchObject({
      fault: 'missing',
      fault_number: 2,
      doctor: { status: 'problem', detail: expect.stringContaining('Action 2 is missing') },
    });
  });
});

test('the log of a restored backup goes on, and says so', async () => {
  const other = await openShop();
  try {
    const window = openWindow(other);
    await window.signIn();
    const { backup } = await window.ask('backups.create', {});
    await window.ask('terminals.token', { id: other.terminal.id, token: other.merchant.token });
    for (const name of ['a', 'b', 'c']) await other.owner.post('catalog/products/', { name, price: 1 });
    // Nobody else may have the file open.
    other.console.close();
    await window.ask('backups.restore', { name: backup.name });
    await other.signInAgain();
    const { results } = (await other.owner.get<Page<Action>>('actions/?page_size=200')).body;
    const restored = results.find(({ code }) => code === 'backup_restored');
    expect(restored).toMatchObject({ actor: 'owner', source: 'window', object_label: backup.name });
    // The numbers of the replaced database are not used again.
    const before = results.find(({ number }) => number < (restored?.number ?? 0));
    expect((restored?.number ?? 0) - (before?.number ?? 0)).toBeGreaterThan(3);
    // The backups of before hold the log of the replaced database.
    for (let count = 0; count < 2; count += 1) await runJob(other, 'back-up');
    expect((await other.owner.get<ActionLogState>('actions/state/')).body).toMatchObject({
      fault: null,
      checked_at: expect.any(String),
    });
  } finally {
    await other.close();
  }
});
