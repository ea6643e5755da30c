import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { databaseFile, prepareDataFolder } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { PRACTICE_CARD } from '../practice-bank/cards.ts';
import type { PracticeBank } from '../practice-bank/practice-bank.ts';
import { urlsUnder } from '../practice-bank/present.ts';
import { startPracticeBank } from '../practice-bank/server.ts';
import { refuseLostDatabase } from '../safekeeping/backups/lost-database.ts';
import { type Db, openDatabase } from '../store/db/connection.ts';
import { lockDataFolder } from '../store/db/lock.ts';
import { updateInvoice } from '../store/invoices/invoices.ts';
import { listInvoices } from '../store/invoices/list/list.ts';
import { getSetting, setSetting } from '../store/settings.ts';
import { bankFolder, notADemo } from './folder.ts';
import { makeShop } from './make.ts';
import { OWNER, PASSWORD, STAFF } from './shop.ts';

/** A shop for practice: the real service, a practice bank beside it in this process, and a history. */
export interface Demo {
  /** The config of the service, with the practice bank as its bank. */
  config: Config;
  /** Instructions for a new user, one per line. */
  guide(): string[];
  stop(): Promise<void>;
}

const BANK_PORT = 7481;

/** @throws OwnerError */
export const openDemo = async (
  config: Config,
  log: Log,
  printMessage: (text: string) => void,
  signal?: AbortSignal,
): Promise<Demo> => {
  const { dataDir } = config;
  const folder = bankFolder(dataDir);
  refuseLostDatabase(dataDir);
  prepareDataFolder(folder);
  // Held while the practice bank runs: two would corrupt each other's journal.
  const lock = lockBank(folder, dataDir);
  let bank: PracticeBank | undefined;
  const stop = async () => {
    await bank?.stop();
    lock.release();
  };
  try {
    const isMade = existsSync(databaseFile(dataDir));
    const journalFile = join(folder, 'journal.jsonl');
    if (!isMade) rmSync(journalFile, { force: true });
    const lastPort = isMade ? withDatabase(dataDir, (db) => portOf(db, dataDir)) : BANK_PORT;
    // Not Kramar's own port; 0 is any free one.
    const ports = [lastPort, BANK_PORT].filter((port) => port !== config.port);
    bank = await startBank([...ports, 0], journalFile);
    const demoConfig = { ...config, bankUrl: bank.url };
    if (!isMade) {
      printMessage(
        'Making the demo shop: goods, cashiers and two years of sales. This takes a few seconds, once.',
      );
      await makeShop(demoConfig, bank, { log, now: Date.now(), signal });
    }
    const { url } = bank;
    withDatabase(dataDir, (db) => moveBank(db, url));
    return { config: demoConfig, guide: () => guide(url, dataDir), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const lockBank = (folder: string, dataDir: string) =>
  lockDataFolder(
    folder,
    `The demo is already running with the data folder ${dataDir}. Nothing was changed. Use the one that runs, or stop it first.`,
  );

const withDatabase = <Result>(dataDir: string, work: (db: Db) => Result): Result => {
  const db = openDatabase(databaseFile(dataDir));
  try {
    return work(db);
  } finally {
    db.close();
  }
};

/** The practice bank's last port. */
const portOf = (db: Db, dataDir: string): number => {
  const marker = getSetting(db, 'demo');
  if (marker === undefined) throw notADemo(dataDir);
  return Number(new URL(marker).port);
};

/** Starts on the first available port. */
const startBank = async (
  [port = 0, ...others]: readonly number[],
  journalFile: string,
): Promise<PracticeBank> => {
  try {
    return await startPracticeBank({ port, journalFile });
  } catch (error) {
    const { fault, why } = reasonOf(error);
    const isRefused = fault === 'port_taken' || fault === 'no_right';
    if (isRefused && others.length > 0) return startBank(others, journalFile);
    throw new OwnerError(
      'DEMO_BANK_FAILED',
      `The demo's practice bank could not start: ${why}. Nothing in the demo's folder is real: delete that folder and start again.`,
      { cause: error },
    );
  }
};

/** When the practice bank's port changes, updates the addresses of the pages of unpaid invoices. */
const moveBank = (db: Db, url: string): void =>
  db.transaction(() => {
    if (getSetting(db, 'demo') === url) return;
    const pages = urlsUnder(url);
    for (const status of ['created', 'processing', 'failure'] as const) {
      const { rows } = listInvoices(db, { status }, { limit: 100_000, offset: 0 });
      for (const row of rows)
        if (row.page_url !== '') updateInvoice(db, row, { page_url: pages.invoice(row.invoice_id) });
    }
    setSetting(db, 'demo', url);
  });

const guide = (bankUrl: string, dataDir: string): string[] => [
  'This is a demo: people, goods and sales are made up, and no money moves.',
  `  Sign in:            ${OWNER}, password ${PASSWORD}`,
  `  Cashiers:           ${STAFF.map(({ username, duties }) => `${username} (${duties})`).join(', ')}; same password`,
  `  To pay an invoice:  open its payment page; card ${PRACTICE_CARD.pan}, any date ahead, any CVV`,
  `  Practice bank:      ${bankUrl} (it has payment pages only)`,
  `  To begin anew:      stop Kramar and delete the folder ${dataDir}`,
];
