import type { Demo } from '../demo/demo.ts';
import type { RunningService } from '../domain/installation.ts';
import { createQueue } from '../platform/async.ts';
import type { Config } from '../platform/config.ts';
import { type App, type AppPorts, createApp } from './app.ts';

/** The service in a program that may stop it, start it again, and put the practice shop in its place. */
export interface Host {
  /** Gives what runs where it runs already. @throws OwnerError */
  start(): Promise<Started>;
  /** What is under way is finished first. */
  stop(): Promise<void>;
  /** What runs now; undefined while nothing does. */
  started(): Started | undefined;
  /** The PC has woken up: whatever is due is done. */
  wake(): void;
  /** Where the shop that is meant now keeps its data, running or not. */
  config(): Config;
  isPractice(): boolean;
  /**
   * Stops the service, does the work, and starts it again, whatever came of it. One at a time.
   * @throws what `work` throws, once the service runs again; OwnerError when it does not start again
   */
  whileStopped<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Starts on the other shop's data folder; where that fails, on this one's again. @throws OwnerError */
  switchTo(practice: boolean): Promise<void>;
  /** Told each time the service has started. Gives what ends it. */
  onStarted(listener: (started: Started) => void): () => void;
}

export interface Started {
  running: RunningService;
  /** The practice shop's own words for the newcomer, a line each. */
  guide: string[] | undefined;
}

interface HostOptions {
  /** The config of the shop itself, or of the practice shop. @throws OwnerError, UsageError */
  configOf(practice: boolean): Config;
  isPractice: boolean;
  ports: AppPorts;
  /** Tells the user what takes a while. */
  say(text: string): void;
}

export const createHost = ({ configOf, isPractice, ports, say }: HostOptions): Host => {
  let practice = isPractice;
  let config = configOf(practice);
  let app: App | undefined;
  let demo: Demo | undefined;
  let started: Started | undefined;
  /** One after the other: a stop in the middle of a start would find half of it. */
  const inTurn = createQueue();
  const listeners = new Set<(started: Started) => void>();

  const start = async (): Promise<Started> => {
    // Loaded only when asked for: a real shop has no practice bank in its memory.
    if (practice) demo = await (await import('../demo/demo.ts')).openDemo(config, ports.log, say);
    app = createApp(demo?.config ?? config, ports);
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

  const startOrStop = async (): Promise<Started> => {
    if (started) return started;
    try {
      return await start();
    } catch (error) {
      await stop();
      throw error;
    }
  };

  const become = (next: boolean): void => {
    config = configOf(next);
    practice = next;
  };

  return {
    start: () => inTurn(startOrStop),
    stop: () => inTurn(stop),
    started: () => started,
    wake: () => app?.wake(),
    config: () => demo?.config ?? config,
    isPractice: () => practice,
    whileStopped: (work) =>
      inTurn(async () => {
        await stop();
        const [outcome] = await Promise.allSettled([work()]);
        await startOrStop();
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      }),
    switchTo: (next) =>
      inTurn(async () => {
        const before = practice;
        // A folder that cannot be the other shop's is found out before anything is stopped.
        configOf(next);
        await stop();
        try {
          become(next);
          await startOrStop();
        } catch (error) {
          become(before);
          await startOrStop();
          throw error;
        }
      }),
    onStarted: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
