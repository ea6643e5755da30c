import { version } from '../../shared/version.ts';
import { createTabSurface } from '../bridge/tab.ts';
import { IS_INSTALLED } from '../cli/console-command.ts';
import { docs } from '../http/docs.ts';
import { guides } from '../http/guides.ts';
import { withDescription } from '../http/openapi.ts';
import { screens } from '../http/screens.ts';
import { answerRoutes, BASE_PATH, createKoa, listen } from '../http/server.ts';
import { createTabOutcomes, type TabOutcomes, tab } from '../http/tab.ts';
import { webhook } from '../http/webhook.ts';
import { createWebhook } from '../money/bank-state/receive-webhook.ts';
import { doubtPendingAttempts } from '../money/journal/attempts.ts';
import type { StoppingHost } from '../operations/operation.ts';
import type { Config } from '../platform/config.ts';
import { removeEndpoint, writeEndpoint } from '../platform/data-folder.ts';
import { explainFiles } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import { docsFolder, GUIDES, SCREENS } from '../platform/places-on-disk.ts';
import { forgetTabCode, takeTabCode } from '../platform/tab-code.ts';
import { removeScratches } from '../safekeeping/backups/list.ts';
import { prepareShopFolder } from '../safekeeping/backups/lost-database.ts';
import { COPY_SCRATCH } from '../safekeeping/copies/copies.ts';
import { DOWNLOAD_SCRATCH } from '../safekeeping/downloads.ts';
import { type Installation, openInstallation, type RunningService } from '../safekeeping/installation.ts';
import { UPLOAD_SCRATCH } from '../safekeeping/uploads.ts';
import { actingAs } from '../shop/actions/origin.ts';
import { allowedOrigins, ownPort } from '../shop/settings.ts';
import { findOwner } from '../store/accounts.ts';
import { lockDataFolder } from '../store/db/lock.ts';
import { allTerminals } from '../store/terminals.ts';
import { portsFor } from './ports.ts';
import { routesOf } from './routes.ts';
import { type AppPorts, createServices, type Services } from './services.ts';

/** Beyond the bank's time limit: a request that waits for the bank is answered before the server stops. */
const STOP_GRACE_MS = 1000;

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

/** The program around the service. */
export interface AppHost extends StoppingHost {
  outcomes: TabOutcomes;
  /** The port that the service had before it stopped for a restore; the pages wait for it there. */
  port: number | undefined;
}

/** Closers of what was opened, in the order of opening. */
type Closers = (() => void | Promise<void>)[];

/** A service that is alone in its program. */
const ALONE: AppHost = {
  whileRestoring: () => Promise.reject(new Error('Nothing around this service can start it again.')),
  openVault: () => Promise.reject(new Error('Nothing around this service opens a vault.')),
  outcomes: createTabOutcomes(),
  port: undefined,
};

/** The composition root: starts all parts in order. */
export const createApp = (config: Config, ports: AppPorts, host = ALONE): App => {
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
      api: answerRoutes(withDescription(routesOf(services, config.dataDir)), gate),
      limits: gate,
      allowedOrigins: () => allowedOrigins(context.db),
      nonApiMiddleware: outsideInterface(services, config.dataDir, host, log),
      log,
      requests,
    });
    const server = await listenForShop(koa, portsFor(config, ownPort(context.db), host.port), log);
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

    // One that another program at this port could have read while the service was down opens nothing.
    forgetTabCode(config.dataDir);
    closers.push(() => forgetTabCode(config.dataDir));
    const baseUrl = server.origin + BASE_PATH;
    writeEndpoint(config.dataDir, { base_url: baseUrl, pid: process.pid, version });
    closers.push(() => removeEndpoint(config.dataDir));
    files.push(() => removeEndpoint(config.dataDir));
    log.info('Kramar is serving.', { base_url: baseUrl, version });
    return { baseUrl, origin: server.origin, replaced: server.replaced, handle };
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

/** Listens on the first port that can be had. @throws OwnerError PORT_TAKEN, PORT_REFUSED */
const listenForShop = async (koa: Parameters<typeof listen>[0], ports: [number, ...number[]], log: Log) => {
  const server = await listen(koa, ports);
  const { refused, withoutIpv6 } = server;
  if (refused) log.warn(`Kramar uses port ${server.port}: the wished one cannot be had.`, { error: refused });
  if (withoutIpv6)
    log.info('Kramar serves on 127.0.0.1 alone: ::1 could not be opened.', { error: withoutIpv6 });
  return { ...server, replaced: refused && { wished: ports[0], error: refused } };
};

/** Handlers outside `/api/v1/`: API reference, guides, the bank's webhook, the owner's browser tab and the screens. */
const outsideInterface = (services: Services, dataDir: string, host: AppHost, log: Log) => {
  const { context, background, console, handle } = services;
  const webhooks = createWebhook(context, { log, onUnknown: () => background.lookForUnknown() });
  const firstRun = () => (findOwner(context.db) ? undefined : { console, hasWindow: IS_INSTALLED });
  const { now } = context;
  const ownersTab = tab({
    ...createTabSurface({ handle, dataDir, log, host, wake: background.wake }),
    outcomes: host.outcomes,
    takeCode: (code) => takeTabCode(dataDir, code, now()),
    log,
    now,
  });
  return [docs(docsFolder()), guides(GUIDES), webhook(webhooks), ownersTab, screens(SCREENS, firstRun)];
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
  // An opened copy that a crash left is in the clear; a file that was sent or fetched was given up.
  for (const left of [COPY_SCRATCH, UPLOAD_SCRATCH, DOWNLOAD_SCRATCH])
    await removeScratches(config.dataDir, left);
  return installation;
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
