import { boundedDoubts } from '../bank/breaker.ts';
import type { Pace } from '../bank/pace.ts';
import { consoleStart } from '../cli/console-command.ts';
import { createExports } from '../http/export/exports.ts';
import { createRateLimit, type Gate } from '../http/gate.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createBackground, openPace } from '../jobs/background.ts';
import type { InBackground } from '../jobs/loop.ts';
import type { Schedule } from '../jobs/schedule.ts';
import { createApprovalTries } from '../money/guard/approvals.ts';
import { createMoneyLock } from '../money/journal/money-request.ts';
import { READS } from '../money/reads.ts';
import { createPrinter } from '../money/receipt/printer.ts';
import { createKeyedQueue } from '../platform/async.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import { createBackups } from '../safekeeping/backups/create.ts';
import { createCopies } from '../safekeeping/copies/copies.ts';
import { createDiskWatch } from '../safekeeping/disk-space.ts';
import type { Installation, Ports } from '../safekeeping/installation.ts';
import { systemState } from '../safekeeping/system.ts';
import { createUploads } from '../safekeeping/uploads.ts';
import { createSessions } from '../shop/accounts/sessions.ts';
import { noteQuery } from '../shop/actions/record.ts';
import { createCustomerScreens } from '../shop/customer-screen/customer-screens.ts';
import { createEventFeed } from '../shop/events.ts';
import { backupFolder, timeZone } from '../shop/settings.ts';
import { createTableParser } from '../shop/tables/parser.ts';
import { getSetting } from '../store/settings.ts';
import { createReader } from '../store/threads/reader.ts';

/** Tests replace these. */
export interface AppPorts extends Ports {
  /** The timer of the jobs. */
  schedule?: Schedule;
  /** Carries out the work that no request awaits. */
  inBackground?: InBackground;
  /** When the jobs that are due at the start run, milliseconds after it. */
  startDelayMs?: number;
}

/** What a request that moves money needs. */
const moneyContext = (installation: Installation, log: Log, pace: Pace) => ({
  ...installation,
  log,
  exclusive: createKeyedQueue(),
  lock: createMoneyLock(),
  bank: boundedDoubts(pace.observed(installation.bank)),
  approvalTries: createApprovalTries(),
});

/** Everything that the interface, the jobs and the window work with; nothing runs yet. */
export const createServices = (config: Config, ports: AppPorts, installation: Installation) => {
  const { log } = ports;
  const { db, vault, now } = installation;
  const { dataDir } = config;
  const file = databaseFile(dataDir);
  const pace = openPace(db, now, log, () => background.wake());
  const backups = createBackups({ ...installation, dataDir, log });
  const copies = createCopies({ ...installation, dataDir, log, backups });
  const safekeeping = { backups, copies, uploads: createUploads(dataDir) };
  const printer = createPrinter({ ...installation, log, timeZone: timeZone(db) });
  const reader = createReader({ db, file, reads: READS, log });
  const background = createBackground({
    ...ports,
    installation,
    pace,
    backups,
    copies,
    printer,
    reader,
    file,
  });
  const sessions = createSessions(db, vault, now);
  const feed = createEventFeed(db);
  const context = moneyContext(installation, log, pace);
  const gate: Gate = {
    sessions,
    rateLimit: createRateLimit(),
    idempotency: createIdempotency(installation),
    noteAction: (code, query) => noteQuery(db, now(), code, query),
    limits: { user: config.rateLimitUser, anonymous: config.rateLimitAnonymous },
  };
  const diskWatch = createDiskWatch(dataDir, () => backupFolder(db, dataDir));
  return {
    handle: { ...context, ...safekeeping, sessions, feed, printer, timeZone: background.timeZone },
    screens: createCustomerScreens(db, feed),
    context,
    ...safekeeping,
    background,
    feed,
    printer,
    timeZone: background.timeZone,
    sessions,
    gate,
    file,
    exports: createExports({ file, timeZone: background.timeZone, now }),
    tables: createTableParser({ log }),
    requests: createRequestLog(now, {
      secrets: log.secrets,
      isPractice: getSetting(db, 'demo') !== undefined,
    }),
    state: () => systemState({ ...installation, pace, backups, copies, diskSpaces: diskWatch }),
    console: consoleStart(dataDir),
    reader,
  };
};

export type Services = ReturnType<typeof createServices>;
