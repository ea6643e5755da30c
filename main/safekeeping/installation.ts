import { join } from 'node:path';
import { version } from '../../shared/version.ts';
import { type Bank, createBank } from '../bank/client.ts';
import { createBankClock } from '../bank/clock.ts';
import type { ApprovalTries } from '../money/guard/approvals.ts';
import type { Printer } from '../money/receipt/printer.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile, masterKeyFile } from '../platform/data-folder.ts';
import { type Keychain, keyFile, osKeychain } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import type { OwnerError } from '../platform/owner-error.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import type { Sessions } from '../shop/accounts/sessions.ts';
import type { EventFeed } from '../shop/events.ts';
import { createOpenToken, type OpenToken } from '../shop/terminals/open-token.ts';
import { type Db, openDatabase } from '../store/db/connection.ts';
import { withKeysLock } from '../store/db/lock.ts';
import { installationId } from '../store/settings.ts';
import type { Backups } from './backups/create.ts';
import { prepareShopFolder } from './backups/lost-database.ts';
import type { Copies } from './copies/copies.ts';
import { isMovedAway, refusingWhenMoved } from './moving/mark.ts';
import type { Uploads } from './uploads.ts';

/** Replacements for tests. */
export interface Ports {
  log: Log;
  /** Milliseconds UTC. */
  now?: () => number;
  keychain?: Keychain;
  /** Carries the requests to the bank; undefined: Node's own client. */
  fetch?: typeof fetch;
}

/** One data folder with its database, its keys and its bank client. */
export interface Installation {
  db: Db;
  vault: Vault;
  bank: Bank;
  openToken: OpenToken;
  now: () => number;
  /** Milliseconds UTC by the bank's clock; undefined while it is not known. */
  bankNow: () => number | undefined;
  close(): void;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT/api/v1/` */
  baseUrl: string;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** The wished port, and why another one is in use (PORT_TAKEN, PORT_REFUSED); undefined: it is the wished one. */
  replaced: { wished: number; error: OwnerError } | undefined;
  handle: ServiceHandle;
}

/** The service as the surrounding program in the same process uses it (window's bridge, tray); never a route. */
export interface ServiceHandle
  extends Pick<Installation, 'db' | 'vault' | 'bank' | 'openToken' | 'now' | 'bankNow'> {
  sessions: Sessions;
  approvalTries: ApprovalTries;
  backups: Backups;
  copies: Copies;
  uploads: Uploads;
  feed: EventFeed;
  printer: Printer;
  /** IANA; the shop's. */
  timeZone: string;
}

const IGNORED_FIELD =
  'A field of the bank’s answer that only informs could not be read; it counts as absent.';

export const logFolder = (dataDir: string): string => join(dataDir, 'logs');

/**
 * Opens a data folder and creates missing parts. The service and the command line may have it open together: work that
 * needs exclusive access takes the lock first (store/db/lock.ts).
 * @throws OwnerError
 */
export const openInstallation = async (config: Config, ports: Ports): Promise<Installation> => {
  prepareShopFolder(config.dataDir);
  const db = openDatabase(databaseFile(config.dataDir), { report: ports.log.info });
  try {
    const vault = await openVaultOf(config, ports, db);
    const clock = createBankClock();
    const { bankUrl: baseUrl, bankTimeoutMs: timeoutMs } = config;
    const bank = refusingWhenMoved(
      db,
      createBank({
        baseUrl,
        timeoutMs,
        version,
        clock,
        fetch: ports.fetch,
        onIgnored: ({ isKnown, ...field }) => ports.log[isKnown ? 'debug' : 'warn'](IGNORED_FIELD, field),
      }),
    );
    return {
      db,
      vault,
      bank,
      openToken: createOpenToken(vault, () => isMovedAway(db)),
      now: ports.now ?? Date.now,
      bankNow: clock.now,
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
};

/** The vault of a database, which may not be in its place yet. */
export const openVaultOf = (
  config: Config,
  { keychain, log }: Pick<Ports, 'keychain' | 'log'>,
  db: Db,
): Promise<Vault> =>
  withKeysLock(config.dataDir, () => openVault(keychain ?? chooseKeychain(config, db), log));

/** The keychain's entry is named after the installation, so that two data folders do not share a key. */
const chooseKeychain = ({ keychain, dataDir }: Config, db: Db): Keychain =>
  keychain === 'os' ? osKeychain(installationId(db)) : keyFile(masterKeyFile(dataDir));
