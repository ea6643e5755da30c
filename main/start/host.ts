import type { Demo } from '../demo/demo.ts';
import { createTabOutcomes } from '../http/tab.ts';
import type { StoppingHost } from '../operations/operation.ts';
import { createQueue } from '../platform/async.ts';
import type { Config } from '../platform/config.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { openVaultOf, type RunningService } from '../safekeeping/installation.ts';
import type { Db } from '../store/db/connection.ts';
import { type App, type AppHost, createApp } from './app.ts';
import { serveWhileRestoring } from './lost-service.ts';
import type { AppPorts } from './services.ts';

/** The service in a program that can stop and restart it, and switch to the practice shop. */
export interface Host extends StoppingHost {
  /** Gives the running service if there is one. @throws OwnerError */
  start(): Promise<Started>;
  /** Finishes work under way first. */
  stop(): Promise<void>;
  /** Closes at once what the next start must find whole: the system ends this process next. */
  stopNow(): void;
  /** The running service; undefined without one. */
  started(): Started | undefined;
  /** Called after the PC's sleep: runs all due jobs. */
  wake(): void;
  /** The config of the selected shop, running or not. */
  config(): Config;
  isPractice(): boolean;
  /**
   * Stops the service, runs the work, and starts the service again, even when the work fails. One call at a time.
   * @throws what `work` throws, once the service runs again; OwnerError when it does not start again
   */
  whileStopped<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Starts on the other shop's data folder; after a failure on this one's again. @throws OwnerError */
  switchTo(practice: boolean): Promise<void>;
  /** Calls the listener after each start, and now if the service runs. Gives a function that unsubscribes it. */
  onStarted(listener: (started: Started) => void): () => void;
}

export interface Started {
  running: RunningService;
  /** Instructions for the practice shop, one per line. */
  guide: string[] | undefined;
}

interface HostOptions {
  configOf(practice: boolean): Config;
  isPractice: boolean;
  ports: AppPorts;
  /** Aborted: a practice shop that is being made is given up. */
  signal?: AbortSignal;
  /** Reports slow steps to the user. */
  printMessage(text: string): void;
}

export const createHost = (options: HostOptions): Host => {
  /** In sequence: a stop in the middle of a start would find half of it. */
  const queue = createQueue();
  const { log } = options.ports;
  let isRestoring = false;
  const whileStopped = <Result>(work: () => Promise<Result>, port?: number): Promise<Result> =>
    queue(async () => {
      await stop();
      const [outcome] = await Promise.allSettled([work()]);
      await start(port);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  const whileRestoring: StoppingHost['whileRestoring'] = async (of, work, onStopping) => {
    const { running } = shop.started() ?? {};
    if (isRestoring || running?.handle !== of)
      throw new OwnerError(
        'UNAVAILABLE',
        'Kramar is starting again. What was stored is safe. Try again in a few seconds.',
      );
    isRestoring = true;
    onStopping?.();
    const port = Number(new URL(running.origin).port);
    try {
      return await whileStopped(() => serveWhileRestoring({ ...shop.config(), port }, log, work), port);
    } finally {
      isRestoring = false;
    }
  };
  const { start, stop, become, ...shop } = createShop(options, whileRestoring);

  return {
    ...shop,
    start: () => queue(() => start()),
    stop: () => queue(stop),
    whileStopped: (work) => whileStopped(work),
    whileRestoring,
    switchTo: (next) =>
      queue(async () => {
        const before = shop.isPractice();
        // Rejects a folder that cannot be the other shop's before anything is stopped.
        options.configOf(next);
        await stop();
        try {
          become(next);
          await start();
        } catch (error) {
          become(before);
          await start();
          throw error;
        }
      }),
  };
};

/** The selected shop's service. Its calls must not overlap. */
const createShop = (
  { configOf, isPractice, ports, printMessage, signal }: HostOptions,
  whileRestoring: StoppingHost['whileRestoring'],
) => {
  let practice = isPractice;
  let config = configOf(practice);
  let app: App | undefined;
  let demo: Demo | undefined;
  let started: Started | undefined;
  const listeners = new Set<(started: Started) => void>();
  const openVault = (db: Db) => openVaultOf(demo?.config ?? config, ports, db);
  const around: Omit<AppHost, 'port'> = { whileRestoring, openVault, outcomes: createTabOutcomes() };

  const open = async (port: number | undefined): Promise<Started> => {
    // Imported on demand: a real shop holds no practice bank in memory.
    if (practice) {
      const { openDemo } = await import('../demo/demo.ts');
      demo = await openDemo(config, ports.log, printMessage, signal);
    }
    app = createApp(demo?.config ?? config, ports, { ...around, port });
    started = { running: await app.start(), guide: demo?.guide() };
    for (const listener of listeners) listener(started);
    return started;
  };

  const stop = async (): Promise<void> => {
    started = undefined;
    await app?.stop();
    await demo?.stop();
    app = undefined;
    demo = undefined;
  };

  return {
    stop,
    stopNow: (): void => {
      started = undefined;
      app?.stopNow();
    },
    /** Gives the running service if there is one; a start that fails leaves nothing open. */
    start: async (port?: number): Promise<Started> => {
      if (started) return started;
      try {
        return await open(port);
      } catch (error) {
        await stop();
        throw error;
      }
    },
    /** Selects the shop that the next start opens. */
    become: (next: boolean): void => {
      config = configOf(next);
      practice = next;
    },
    started: () => started,
    openVault,
    wake: () => app?.wake(),
    config: () => demo?.config ?? config,
    isPractice: () => practice,
    onStarted: (listener: (started: Started) => void) => {
      listeners.add(listener);
      if (started) listener(started);
      return () => listeners.delete(listener);
    },
  };
};
