import type { Log } from '../platform/log.ts';
import { writeProblem } from '../store/db/connection.ts';

/** Work that repeats for as long as the service runs. */
export interface Loop {
  start(): void;
  /** Waits for the round under way. */
  stop(): Promise<void>;
}

interface LoopOptions {
  /** For the log. */
  name: string;
  /** Milliseconds between the end of a round and the next. */
  everyMs: number;
  /** One round; `isStopping` becomes true when it should end. */
  round(isStopping: () => boolean): Promise<void>;
  host: LoopHost;
}

/** Carries out one piece of work that no request awaits. Tests hold it up while they compare states. */
export type InBackground = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface LoopHost {
  log: Log;
  inBackground: InBackground;
}

/**
 * Starts with a round at once. A failure is logged once for as long as it lasts, and does not prevent the next round.
 */
export const createLoop = ({ name, everyMs, round, host }: LoopOptions): Loop => {
  const { log, inBackground } = host;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = true;
  let lastLogged: string | undefined;

  const logFailure = (error: unknown): void => {
    const problem = writeProblem(error) ?? `The job "${name}" failed; it is tried again.`;
    const fault = `${problem} ${error}`;
    if (fault !== lastLogged) log.error(problem, { job: name, error });
    lastLogged = fault;
  };
  const succeeded = (): void => {
    if (lastLogged !== undefined) log.info(`The job "${name}" works again.`);
    lastLogged = undefined;
  };

  const run = (): void => {
    running = Promise.resolve()
      .then(() => inBackground(() => round(() => isStopped)))
      .then(succeeded, logFailure)
      .then(() => {
        if (!isStopped) timer = setTimeout(run, everyMs);
      });
  };

  return {
    start: () => {
      isStopped = false;
      run();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
