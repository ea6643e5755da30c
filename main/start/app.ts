import { version } from '../../shared/version.ts';
import { createBackground, openPace } from '../background/background.ts';
import type { Schedule } from '../background/schedule.ts';
import { consoleStart, IS_INSTALLED } from '../cli/console-command.ts';
import { createSessions } from '../domain/accounts/sessions.ts';
import { actingAs } from '../domain/actions/origin.ts';
import { noteQuery } from '../domain/actions/record.ts';
import { createBackups } from '../domain/backups/create.ts';
import { removeScratches } from '../domain/backups/list.ts';
import { prepareShopFolder } from '../domain/backups/lost-database.ts';
import { COPY_SCRATCH, createCopies } from '../domain/copies/copies.ts';
import { createCustomerScreens } from '../domain/customer-screen/customer-screens.ts';
import { createDiskWatch, diskSpaces } from '../domain/disk-space.ts';
import { createEventFeed } from '../domain/events.ts';
import {
  type Installation,
  openInstallation,
  type Ports,
  type RunningService,
} from '../domain/installation.ts';
import { doubtPendingAttempts } from '../domain/invoices/attempts.ts';
import { createApprovalTries } from '../domain/invoices/refund-approvals.ts';
import { createPrinter } from '../domain/printing/printer.ts';
import { READS } from '../domain/reads.ts';
import { allowedOrigins, backupFolder, timeZone } from '../domain/settings.ts';
import { systemState } from '../domain/system.ts';
import { createTableParser } from '../domain/tables/parser.ts';
import { createWebhook } from '../domain/webhooks/receive.ts';
import { docs } from '../http/docs.ts';
import { createExports } from '../http/export/exports.ts';
import type { Gate } from '../http/gate.ts';
import { guides } from '../http/guides.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { withDescription } from '../http/openapi.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createRequestLog } from '../http/request-log.ts';
import type { Route } from '../http/route.ts';
import { accountRoutes } from '../http/routes/account.ts';
import { actionRoutes } from '../http/routes/actions.ts';
import { authRoutes } from '../http/routes/auth.ts';
import { cartRoutes } from '../http/routes/carts.ts';
import { cashRegisterRoutes } from '../http/routes/cash-registers.ts';
import { cashSaleRoutes } from '../http/routes/cash-sales.ts';
import { catalogRoutes } from '../http/routes/catalog.ts';
import { catalogFileRoutes } from '../http/routes/catalog-files.ts';
import { customerScreenRoutes } from '../http/routes/customer-screen.ts';
import { dayCloseRoutes } from '../http/routes/day-close.ts';
import { declineRoutes } from '../http/routes/declines.ts';
import { employeeRoutes } from '../http/routes/employees.ts';
import { eventRoutes } from '../http/routes/events.ts';
import { fiscalRoutes } from '../http/routes/fiscal.ts';
import { holdRoutes } from '../http/routes/holds.ts';
import { incomeBookRoutes } from '../http/routes/income-book.ts';
import { incomeEntryRoutes } from '../http/routes/income-entries.ts';
import { invoiceExtraRoutes } from '../http/routes/invoice-extras.ts';
import { invoiceListRoutes } from '../http/routes/invoice-lists.ts';
import { invoiceRoutes } from '../http/routes/invoices.ts';
import { jobRoutes } from '../http/routes/jobs.ts';
import { logoRoutes } from '../http/routes/logo.ts';
import { monthRoutes } from '../http/routes/month.ts';
import { printingRoutes } from '../http/routes/printing.ts';
import { productShopRoutes } from '../http/routes/product-shop.ts';
import { reconciliationRoutes } from '../http/routes/reconciliation.ts';
import { refundRoutes } from '../http/routes/refunds.ts';
import { registerStateRoutes } from '../http/routes/register-state.ts';
import { requestRoutes } from '../http/routes/requests.ts';
import { seriesRoutes } from '../http/routes/series.ts';
import { shiftRoutes } from '../http/routes/shifts.ts';
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
import { docsFolder, GUIDES, SCREENS } from '../platform/places-on-disk.ts';
import { findAccountByUsername, findOwner } from '../store/accounts.ts';
import { lockDataFolder } from '../store/db/lock.ts';
import { allTerminals } from '../store/terminals.ts';
import { createReader } from '../store/threads/reader.ts';

/** Beyond the bank's time limit: a request that waits for the bank is answered before the server stops. */
const STOP_GRACE_MS = 1000;

/** Tests replace these. */
export interface AppPorts extends Ports {
  /** The timer of the jobs. */
  schedule?: Schedule;
}

export interface App {
  /** Opens everything in order; a failed step closes what was opened. @throws OwnerError */
  start(): Promise<RunningService>;
  /** Closes in reverse order; requests under way are answered first. */
  stop(): Promise<void>;
  /** Closes at once what another start must find whole: endpoint.json, the database, the lock of the folder. */
  stopNow(): void;
  /** Called after the PC's sleep: runs all due jobs. */
  wake(): void;
}

/** Closers of what was opened, in the order of opening. */
type Closers = (() => void | Promise<void>)[];

/** The composition root: starts all parts in order. */
export const createApp = (config: Config, ports: AppPorts): App => {
  const { log } = ports;
  const closers: Closers = [];
  /** Close files synchronously, so that another start finds them complete; each may run twice. */
  const files: (() => void)[] = [];
  let wakeUp = (): void => undefined;

  const start = async (): Promise<RunningService> => {
    const installation = await openShop(config, ports, closers, files);
    const services = createServices(config, ports, installation);
    const { background, backups, context, copies, exports, feed, gate, handle, reader, requests } = services;
    wakeUp = background.wake;
    // After the server, whose requests wait for it; before the database, which then truncates its log.
    closers.push(() => reader.close());

    const koa = createKoa({
      routes: withDescription(routesOf(services)),
      gate,
      allowedOrigins: () => allowedOrigins(context.db),
      nonApiMiddleware: outsideInterface(services, log),
      log,
      requests,
    });
    const server = await listen(koa, config.port);
    closers.push(() => server.stop(config.bankTimeoutMs + STOP_GRACE_MS));

    // Before the server: it waits for its streams.
    closers.push(() => feed.close());
    closers.push(() => exports.close());

    background.start();
    closers.push(() => background.stop());
    // Whatever is under way then finds the database closed.
    files.push(() => void background.stop().catch(() => undefined));
    // Before the jobs: stopping them would wait for the whole backup.
    closers.push(() => backups.stop());
    closers.push(() => copies.stop());

    const baseUrl = server.origin + BASE_PATH;
    writeEndpoint(config.dataDir, { base_url: baseUrl, pid: process.pid, version });
    closers.push(() => removeEndpoint(config.dataDir));
    files.push(() => removeEndpoint(config.dataDir));
    log.info('Kramar is serving.', { base_url: baseUrl, version });
    return { baseUrl, origin: server.origin, handle };
  };

  const stop = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      // A failing closer must not keep the others open.
      await Promise.resolve()
        .then(close)
        .catch((error: unknown) => log.error('Something did not close.', { error }));
    }
  };

  return {
    start: async () => {
      try {
        // Timers and connections inherit it: the one who had the service started does not act in them.
        return await actingAs({ source: 'job' }, start);
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    stopNow: () => {
      for (const close of files.splice(0).reverse()) close();
    },
    wake: () => wakeUp(),
  };
};

/** Handlers outside `/api/v1/`: API reference, guides, the bank's webhook and the screens. */
const outsideInterface = (services: ReturnType<typeof createServices>, log: Log) => {
  const { context, background, console } = services;
  const webhooks = createWebhook(context, { log, onUnknown: () => background.lookForUnknown() });
  const firstRun = () => (findOwner(context.db) ? undefined : { console, hasWindow: IS_INSTALLED });
  return [docs(docsFolder()), guides(GUIDES), webhook(webhooks), screens(SCREENS, firstRun)];
};

/** Opens the data folder, locked, and its contents. */
const openShop = async (
  config: Config,
  ports: AppPorts,
  closers: Closers,
  files: (() => void)[],
): Promise<Installation> => {
  prepareShopFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  closers.push(() => lock.release());
  files.push(() => lock.release());
  const installation = await openInstallation(config, ports);
  closers.push(() => installation.close());
  files.push(() => installation.close());
  recover(installation, ports.log);
  // An opened copy that a crash left is in the clear.
  await removeScratches(config.dataDir, COPY_SCRATCH);
  return installation;
};

const createServices = (config: Config, { log, schedule }: AppPorts, installation: Installation) => {
  const { db, vault, now } = installation;
  const { dataDir } = config;
  const file = databaseFile(dataDir);
  const pace = openPace(db, now, log, () => background.wake());
  const exclusive = createKeyedQueue();
  const backups = createBackups({ ...installation, dataDir, log });
  const copies = createCopies({ ...installation, dataDir, log, backups });
  const printer = createPrinter({ ...installation, log, timeZone: timeZone(db) });
  const background = createBackground({
    installation: { ...installation, exclusive },
    ...{ pace, backups, copies, printer, log, schedule },
  });
  const { timeZone: zone } = background;
  const sessions = createSessions(db, vault, now);
  const feed = createEventFeed(db);
  const context = {
    ...{ ...installation, log, exclusive },
    bank: pace.observed(installation.bank),
    approvalTries: createApprovalTries(),
  };
  const gate: Gate = {
    sessions,
    rateLimit: createRateLimit(),
    idempotency: createIdempotency(installation),
    noteAction: (code, query) => noteQuery(db, now(), code, query),
    limits: { user: config.rateLimitUser, anonymous: config.rateLimitAnonymous },
  };
  const diskWatch = createDiskWatch(() => diskSpaces(dataDir, backupFolder(db, dataDir)));
  return {
    handle: { ...context, sessions, backups, copies, feed, printer, timeZone: zone },
    screens: createCustomerScreens(db, feed),
    ...{ context, backups, copies, background, feed, printer, timeZone: zone, sessions, gate, file },
    exports: createExports({ file, timeZone: zone, now }),
    tables: createTableParser({ log }),
    requests: createRequestLog(now, {
      secrets: log.secrets,
      isUsername: (name) => findAccountByUsername(db, name) !== undefined,
    }),
    state: () => systemState({ ...installation, pace, backups, copies, diskSpaces: diskWatch }),
    console: consoleStart(dataDir),
    reader: createReader({ db, file, reads: READS, log }),
  };
};

const routesOf = (services: ReturnType<typeof createServices>): Route[] => {
  const { context, reader, timeZone, exports, tables, background, printer, sessions } = services;
  const { db } = context;
  return [
    ...authRoutes(sessions),
    ...terminalRoutes(context, background.readHistories),
    ...cashRegisterRoutes(db),
    ...registerStateRoutes(context),
    ...reconciliationRoutes({ ...context, tables }),
    ...invoiceRoutes(context, reader, timeZone),
    ...invoiceExtraRoutes(context, exports),
    ...invoiceListRoutes(db, reader, timeZone),
    ...printingRoutes({ ...context, printer }),
    ...logoRoutes(context.db),
    ...customerScreenRoutes({ ...context, ...services }),
    ...refundRoutes({ ...context, sessions }),
    ...fiscalRoutes(context, timeZone),
    ...holdRoutes(context),
    ...declineRoutes(db),
    ...catalogRoutes(context),
    ...productShopRoutes(context),
    ...cartRoutes(context),
    ...catalogFileRoutes({ ...context, file: services.file, tables }, exports),
    ...employeeRoutes(db),
    ...accountRoutes(db),
    ...actionRoutes(context, exports),
    ...statsRoutes(db),
    ...seriesRoutes(reader, timeZone),
    ...dayCloseRoutes(reader, context.now, timeZone),
    ...monthRoutes(reader, exports, context.now, timeZone),
    ...shiftRoutes(context, timeZone),
    ...cashSaleRoutes(context),
    ...incomeBookRoutes({ ...context, timeZone }, reader),
    ...incomeEntryRoutes({ ...context, timeZone }),
    ...eventRoutes(db, services.feed),
    ...jobRoutes(background.runner, background),
    ...requestRoutes(services.requests),
    ...systemRoutes(services.state, { timeZone, console: services.console, hasWindow: IS_INSTALLED }),
  ];
};

/** Repairs what a crash or a lost keychain left behind, and logs it. */
const recover = ({ db, vault, now }: Installation, log: Log): void => {
  const inDoubt = doubtPendingAttempts(db, now());
  if (inDoubt > 0)
    log.warn('Kramar was cut off during a bank request; whether the bank acted is unknown.', {
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
