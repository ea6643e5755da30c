import { version } from '../../shared/version.ts';
import { createBackground, openPace } from '../background/background.ts';
import type { Schedule } from '../background/schedule.ts';
import { createSessions } from '../domain/accounts/sessions.ts';
import { createBackups } from '../domain/backups/create.ts';
import { prepareShopFolder } from '../domain/backups/lost-database.ts';
import { createDiskWatch, diskSpaces } from '../domain/disk-space.ts';
import { createEventFeed } from '../domain/events.ts';
import {
  type Installation,
  openInstallation,
  type Ports,
  type RunningService,
} from '../domain/installation.ts';
import { doubtPendingAttempts } from '../domain/invoices/attempts.ts';
import { READS } from '../domain/reads.ts';
import { backupFolder } from '../domain/settings.ts';
import { systemState } from '../domain/system.ts';
import { createTableParser } from '../domain/tables/parser.ts';
import { createWebhook } from '../domain/webhooks/receive.ts';
import { docs } from '../http/docs.ts';
import { createEventStream } from '../http/event-stream.ts';
import { createExports } from '../http/export/exports.ts';
import type { Gate } from '../http/gate.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { withDescription } from '../http/openapi.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createRequestLog } from '../http/request-log.ts';
import type { Route } from '../http/route.ts';
import { accountRoutes } from '../http/routes/account.ts';
import { authRoutes } from '../http/routes/auth.ts';
import { cashRegisterRoutes } from '../http/routes/cash-registers.ts';
import { catalogRoutes } from '../http/routes/catalog.ts';
import { catalogFileRoutes } from '../http/routes/catalog-files.ts';
import { dayCloseRoutes } from '../http/routes/day-close.ts';
import { declineRoutes } from '../http/routes/declines.ts';
import { employeeRoutes } from '../http/routes/employees.ts';
import { eventRoutes } from '../http/routes/events.ts';
import { fiscalCheckRoutes } from '../http/routes/fiscal-checks.ts';
import { invoiceExtraRoutes } from '../http/routes/invoice-extras.ts';
import { invoiceRoutes } from '../http/routes/invoices.ts';
import { jobRoutes } from '../http/routes/jobs.ts';
import { reconciliationRoutes } from '../http/routes/reconciliation.ts';
import { refundRoutes } from '../http/routes/refunds.ts';
import { registerStateRoutes } from '../http/routes/register-state.ts';
import { requestRoutes } from '../http/routes/requests.ts';
import { seriesRoutes } from '../http/routes/series.ts';
import { statsRoutes } from '../http/routes/stats.ts';
import { systemRoutes } from '../http/routes/system.ts';
import { terminalRoutes } from '../http/routes/terminals.ts';
import { screens } from '../http/screens.ts';
import { BASE_PATH, createKoa, listen } from '../http/server.ts';
import { webhook } from '../http/webhook.ts';
import { createKeyedQueue } from '../platform/async.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile, removeEndpoint, writeEndpoint } from '../platform/data-folder.ts';
import { explainFiles } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import { docsFolder, SCREENS } from '../platform/places-on-disk.ts';
import { findAccountByUsername } from '../store/accounts.ts';
import { lockDataFolder } from '../store/db/lock.ts';
import { allTerminals } from '../store/terminals.ts';
import { createReader } from '../store/threads/reader.ts';

/** Beyond the bank's time limit: a request that waits for the bank is answered before the server goes. */
const STOP_GRACE_MS = 1000;

/** What takes the place of the real thing in tests. */
export interface AppPorts extends Ports {
  /** What wakes the jobs up. */
  schedule?: Schedule;
}

export interface App {
  /** Opens everything in order; what was opened is closed again when a step fails. @throws OwnerError */
  start(): Promise<RunningService>;
  /** Closes in reverse order; requests under way are answered first. */
  stop(): Promise<void>;
  /** The PC has woken up: whatever is due is done. */
  wake(): void;
}

/** What closes again what was opened, in the order of opening. */
type Closing = (() => void | Promise<void>)[];

/** The composition root: everything that runs, in the order in which it starts. */
export const createApp = (config: Config, ports: AppPorts): App => {
  const { log } = ports;
  const closing: Closing = [];
  let wakeUp = (): void => undefined;

  const start = async (): Promise<RunningService> => {
    const installation = await openShop(config, ports, closing);
    const services = createServices(config, ports, installation);
    const { background, backups, context, exports, feed, gate, reader, requests, sessions, timeZone } =
      services;
    wakeUp = background.wake;
    // After the server, whose requests wait for it; before the database, which then clears up its log.
    closing.push(() => reader.close());

    const webhooks = createWebhook(context, { log, onUnknown: () => background.lookForUnknown() });
    const outside = [docs(docsFolder()), webhook(webhooks), screens(SCREENS)];
    const koa = createKoa({ routes: withDescription(routesOf(services)), gate, outside, log, requests });
    const server = await listen(koa, config.port);
    closing.push(() => server.stop(config.bankTimeoutMs + STOP_GRACE_MS));

    // Before the server: it waits for its streams.
    closing.push(() => feed.close());
    closing.push(() => exports.close());

    background.start();
    closing.push(() => background.stop());
    // Before the jobs: the one that backs up would be waited for to its end.
    closing.push(() => backups.stop());

    const baseUrl = server.origin + BASE_PATH;
    writeEndpoint(config.dataDir, { base_url: baseUrl, pid: process.pid, version });
    closing.push(() => removeEndpoint(config.dataDir));
    log.info('Kramar is serving.', { base_url: baseUrl, version });
    return { baseUrl, origin: server.origin, handle: { ...context, sessions, backups, feed, timeZone } };
  };

  const stop = async (): Promise<void> => {
    for (let close = closing.pop(); close !== undefined; close = closing.pop()) {
      // One that fails must not keep the others open.
      await Promise.resolve()
        .then(close)
        .catch((error: unknown) => log.error('Something did not close.', { error }));
    }
  };

  return {
    start: async () => {
      try {
        return await start();
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    wake: () => wakeUp(),
  };
};

/** The data folder, locked, and what is in it. */
const openShop = async (config: Config, ports: AppPorts, closing: Closing): Promise<Installation> => {
  prepareShopFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  closing.push(() => lock.release());
  const installation = await openInstallation(config, ports);
  closing.push(() => installation.close());
  recover(installation, ports.log);
  return installation;
};

const createServices = (config: Config, { log, schedule }: AppPorts, installation: Installation) => {
  const { db, vault, now } = installation;
  const { dataDir } = config;
  const file = databaseFile(dataDir);
  const pace = openPace(db, now, log, () => background.wake());
  const exclusive = createKeyedQueue();
  const backups = createBackups({ ...installation, dataDir, log });
  const background = createBackground({
    installation: { ...installation, exclusive },
    ...{ pace, backups, log, schedule },
  });
  const { timeZone } = background;
  const sessions = createSessions(db, vault, now);
  const gate: Gate = {
    sessions,
    rateLimit: createRateLimit(),
    idempotency: createIdempotency(installation),
    limits: { user: config.rateLimitUser, anonymous: config.rateLimitAnonymous },
  };
  const diskWatch = createDiskWatch(() => diskSpaces(dataDir, backupFolder(db, dataDir)));
  return {
    context: { ...installation, log, bank: pace.observed(installation.bank), exclusive },
    ...{ backups, background, timeZone, sessions, gate, file },
    feed: createEventFeed(db),
    exports: createExports({ file, timeZone, now }),
    tables: createTableParser({ log }),
    requests: createRequestLog(now, {
      secrets: log.secrets,
      isUsername: (name) => findAccountByUsername(db, name) !== undefined,
    }),
    state: () => systemState({ ...installation, pace, backups, diskSpaces: diskWatch }),
    reader: createReader({ db, file, reads: READS, log }),
  };
};

const routesOf = (services: ReturnType<typeof createServices>): Route[] => {
  const { context, reader, timeZone, exports, tables, background } = services;
  const { db } = context;
  return [
    ...authRoutes(services.sessions),
    ...terminalRoutes(context),
    ...cashRegisterRoutes(db),
    ...registerStateRoutes(context),
    ...reconciliationRoutes({ ...context, tables }),
    ...invoiceRoutes(context, reader, timeZone),
    ...invoiceExtraRoutes(context, exports),
    ...refundRoutes(db),
    ...fiscalCheckRoutes(context),
    ...declineRoutes(db),
    ...catalogRoutes(context),
    ...catalogFileRoutes({ ...context, file: services.file, tables }, exports),
    ...employeeRoutes(db),
    ...accountRoutes(db),
    ...statsRoutes(db),
    ...seriesRoutes(reader, timeZone),
    ...dayCloseRoutes(reader, context.now, timeZone),
    ...eventRoutes(db, createEventStream(db, services.feed)),
    ...jobRoutes(background.runner, background),
    ...requestRoutes(services.requests),
    ...systemRoutes(services.state, timeZone),
  ];
};

/** Puts right what a crash or a lost keychain left behind, and says so. */
const recover = ({ db, vault, now }: Installation, log: Log): void => {
  const inDoubt = doubtPendingAttempts(db, now());
  if (inDoubt > 0)
    log.warn('Kramar was cut off while it asked the bank; whether the bank acted is open.', {
      attempts: inDoubt,
    });
  if (vault.problem()) return;
  const lost = allTerminals(db).filter(
    ({ id, sealed_token }) => sealed_token !== null && vault.openToken(id, sealed_token) === undefined,
  );
  for (const { id, name } of lost)
    log.warn(
      `The bank token of terminal ${id} "${name}" cannot be opened: the keychain holds another key than the one it ` +
        `was stored under. Everything else is safe: ${explainFiles('the keychain, or master.key in the data folder,')} Enter the token again.`,
    );
};
