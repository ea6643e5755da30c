import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop } from '../../main/demo/make.ts';
import { createProgress, type MakingStep } from '../../main/demo/progress.ts';
import { type DemoSize, readYears, sizeOfYears } from '../../main/demo/size.ts';
import { readConfig, UsageError } from '../../main/platform/config.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { readCommand } from '../../main/start/start-command.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { differencesOfSums, searchAgrees } from '../../main/store/invoices/rollups/check.ts';
import { inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const NOW = Date.parse('2026-11-21T15:10:00+02:00');
/** As busy as the shop of `--years`, but of some weeks. */
const SIZE: DemoSize = { ...sizeOfYears(1), days: 12, bankDays: 5 };

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
  const steps: MakingStep[] = [];
  const onStep = (step: MakingStep) => void steps.push(step);
  await makeShop(config, bank, { log: createLog({ level: 'error' }), now: NOW, size: SIZE, onStep, signal });
  return { bank, file: databaseFile(dataDir), steps };
};

/** The history, but for the addresses, which have the bank's port; the open invoices get their ids from the bank. */
const salesIn = (file: string) =>
  [
    'select * from invoices where id not in (select invoice_id from attempts) order by id',
    'select * from invoice_items order by id',
    'select * from refunds order by id',
  ].map((query) => inFile<Record<string, unknown>>(file, query).map(({ page_url: _, ...row }) => row));

const schemaOf = (file: string) =>
  inFile<{ type: string; name: string; sql: string | null }>(
    file,
    "select type, name, sql from sqlite_schema where name not like 'sqlite_%' order by type, name",
  );

describe('a demo of years', () => {
  let made: Awaited<ReturnType<typeof make>>;
  beforeAll(async () => {
    made = await make('first');
  }, 60_000);

  test('has the schema that the migrations make', () => {
    const fresh = join(folder.path, 'fresh.db');
    openDatabase(fresh).close();
    expect(schemaOf(made.file)).toEqual(schemaOf(fresh));
    expect(inFile(made.file, 'pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });

  test('holds every constraint, and the sums and the search index of its invoices', () => {
    expect(inFile(made.file, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(inFile(made.file, 'pragma foreign_key_check')).toEqual([]);
    const db = openDatabase(made.file);
    expect(differencesOfSums(db)).toEqual([]);
    expect(searchAgrees(db)).toBe(true);
    db.close();
    const [{ count = 0, total = -1 } = {}] = inFile<{ count: number; total: number }>(
      made.file,
      'select count(*) as count, (select sum(count) from invoice_totals) as total from invoices',
    );
    expect(count).toBeGreaterThan(12 * 300);
    expect(total).toBe(count);
  });

  test('each invoice with items costs their sum, and final_amount is what the refunds leave', () => {
    const faults = inFile(
      made.file,
      `select id from invoices where
        amount <> coalesce((select sum(amount) from invoice_items where invoice_id = invoices.id), amount)
        or coalesce(final_amount, amount) <>
          amount - coalesce((select sum(amount) from refunds where invoice_id = invoices.id), 0)`,
    );
    expect(faults).toEqual([]);
  });

  test('the practice bank holds the last days alone', () => {
    const [oldest] = made.bank
      .invoices()
      .map(({ createdAt }) => createdAt)
      .toSorted((a, b) => a - b);
    expect(oldest).toBeLessThan(NOW - 5 * 86_400_000);
    expect(oldest).toBeGreaterThan(NOW - 7 * 86_400_000);
  });

  test('reports each of its parts', () => {
    expect(new Set(made.steps.map(({ name }) => name))).toEqual(
      new Set(['invoices', 'indexes', 'sums', 'search']),
    );
  });

  test('is the same whenever it is made', async () => {
    const again = await make('second');
    expect(salesIn(again.file)).toEqual(salesIn(made.file));
  }, 60_000);
});

test('an aborted making leaves nothing', async () => {
  const stopping = new AbortController();
  const making = make('aborted', stopping.signal);
  stopping.abort(new Error('Ctrl+C'));
  await expect(making).rejects.toThrow('Ctrl+C');
  const dataDir = join(folder.path, 'aborted');
  expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
}, 60_000);

test('progress is a line at most every five seconds', () => {
  const lines: string[] = [];
  let now = 0;
  const report = createProgress(
    (line) => lines.push(line.trim()),
    () => now,
  );
  const at = (ms: number, step: MakingStep) => {
    now = ms;
    report(step);
  };
  at(4999, { name: 'invoices', done: 10_000 });
  at(5000, { name: 'invoices', done: 12_000 });
  at(6000, { name: 'indexes', done: 3, of: 15 });
  at(10_000, { name: 'indexes', done: 4, of: 15 });
  at(15_000, { name: 'sums' });
  at(20_000, { name: 'search', upTo: 2_000_000 });
  expect(lines).toEqual([
    '12,000 invoices are written.',
    'The indexes are made: 4 of 15.',
    'The sums are added up.',
    'The search index is made: up to invoice 2,000,000.',
  ]);
});

describe('--years', () => {
  test.each(['1', '2', '10'])('takes %s', (years) => {
    expect(readYears(years)).toBe(Number(years));
    expect(readCommand(['--demo', '--years', years])).toMatchObject({ demo: true, flags: { years } });
  });
  test.each(['0', '11', '-1', '1.5', '', 'ten', '1e1'])('refuses %s', (years) => {
    expect(() => readYears(years)).toThrow(UsageError);
  });
  test('stands together with --demo alone', () => {
    expect(() => readCommand(['--years', '2'])).toThrow('--years: only together with --demo');
  });
});
