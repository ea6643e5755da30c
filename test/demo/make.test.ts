import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeShop } from '../../main/demo/make.ts';
import { readConfig } from '../../main/platform/config.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { differencesOfSums, searchAgrees } from '../../main/store/invoices/rollups/check.ts';
import { inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const NOW = Date.parse('2026-11-21T15:10:00+02:00');

const folder = temporaryFolder();
const banks: PracticeBank[] = [];
afterAll(async () => {
  await Promise.all(banks.map((bank) => bank.stop()));
  folder.remove();
});

const make = async (name: string, signal?: AbortSignal) => {
  const bank = await startPracticeBank({ now: () => NOW });
  banks.push(bank);
  const dataDir = join(folder.path, name);
  const config = readConfig({ dataDir, port: '0', bankUrl: bank.url, keychain: 'file' }, {});
  await makeShop(config, bank, { log: createLog({ level: 'error' }), now: NOW, signal });
  return databaseFile(dataDir);
};

test('holds every constraint, and the sums and the search index of its invoices', async () => {
  const file = await make('sound');
  expect(inFile(file, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(inFile(file, 'pragma foreign_key_check')).toEqual([]);
  const db = openDatabase(file);
  expect([differencesOfSums(db), searchAgrees(db)]).toEqual([[], true]);
  db.close();
  const faults = inFile(
    file,
    `select id from invoices where
      amount <> coalesce((select sum(amount) from invoice_items where invoice_id = invoices.id), amount)
      or coalesce(final_amount, amount) <>
        amount - coalesce((select sum(amount) from refunds where invoice_id = invoices.id), 0)`,
  );
  expect(faults).toEqual([]);
});

test('an aborted making leaves nothing', async () => {
  const stopping = new AbortController();
  const making = make('aborted', stopping.signal);
  stopping.abort(new Error('Ctrl+C'));
  await expect(making).rejects.toThrow('Ctrl+C');
  const dataDir = join(folder.path, 'aborted');
  expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
});
