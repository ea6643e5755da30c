import type { Log } from '../platform/log.ts';
import { writeProblem } from '../store/db/connection.ts';

/** Work that repeats itself for as long as the service runs. */
export interface Loop {
  start(): void;
  /** Waits for the round that is under way. */
  stop(): Promise<void>;
}

interface LoopOptions {
  /** For the log. */
  name: string;
  /** Between the end of a round and the next; milliseconds. */
  everyMs: number;
  /** One round; `isStopping` says that it should come to its end. */
  round(isStopping: () => boolean): Promise<void>;
  log: Log;
}

/** The first round is at start. One that fails is told to the log, once for as long as it lasts, and the next comes all the same. */
export const createLoop = ({ name, everyMs, round, log }: LoopOptions): Loop => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopping = true;
  let told: string | undefined;

  const tell = (error: unknown): void => {
    const problem = writeProblem(error) ?? `The job "${name}" failed; it is tried again.`;
    const fault = `${problem} ${error}`;
    if (fault !== told) log.error(problem, { job: name, error });
    told = fault;
  };
  const succeeded = (): void => {
    if (told !== undefined) log.info(`The job "${name}" works again.`);
    told = undefined;
  };

  const run = (): void => {
    running = Promise.resolve()
      .then(() => round(() => stopping))
      .then(succeeded, tell)
      .then(() => {
        if (!stopping) timer = setTimeout(run, everyMs);
      });
  };

  return {
    start: () => {
      stopping = false;
      run();
    },
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
};
