import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/**
 * Work that runs in a thread of its own (thread.ts). It is called by name, because a thread cannot be sent a function;
 * arguments, parts and result are copied by structured clone.
 */
export interface Task {
  name: string;
  args: readonly unknown[];
  result: unknown;
  /** Sent before the result, any number of them; never: there are none. */
  part: unknown;
}

/** A task that is a function, and sends no parts. */
export interface TaskOf<Name extends string, Run extends (...args: never[]) => unknown> {
  name: Name;
  args: Parameters<Run>;
  result: Awaited<ReturnType<Run>>;
  part: never;
}

export interface TaskContext<Part = unknown> {
  /** Whether the result is no longer needed; long queries check it too (store/db/snapshot.ts). */
  isCancelled(): boolean;
  /** Sends a part at once, for progress and the like. */
  report(part: Part, moved?: ArrayBuffer[]): void;
  /** Sends a part once the receiver has room for it. */
  send(part: Part, moved?: ArrayBuffer[]): Promise<void>;
}

type Handler<T extends Task> = (
  ...args: [...T['args'], TaskContext<T['part']>]
) => T['result'] | Promise<T['result']>;

/** The code of each task, loaded when it is first run. */
type Loaders<All extends Task> = { [T in All as T['name']]: () => Promise<Handler<T>> };

interface TaskRequest {
  name: string;
  args: readonly unknown[];
}

/** An error loses its class and its code when it is copied. */
export interface Failure {
  message: string;
  stack: string | undefined;
  code: string;
  /** Its own properties. */
  facts: Record<string, unknown>;
}

/** The thread may be terminated from here on: while it loads a native module, that would end the whole process. */
export const LOADED = 'loaded';
export type FromThread = { part: unknown } | { result: unknown } | { failure: Failure } | typeof LOADED;

/** The thread ends itself. */
export const END = 'end';
/** The receiver has room for one more part. */
export const MORE = 'more';
export type ToThread = TaskRequest | typeof END | typeof MORE;

/** Parts that may be on their way: more would be unpacked in one turn of the service's event loop. */
const PARTS_AHEAD = 2;

/** Serves the tasks that this thread is sent, one after another. */
export const serveTasks = <All extends Task>(loaders: Loaders<All>): void => {
  const cancelled = workerData as Int32Array;
  const load: Readonly<Record<string, (() => Promise<(...args: never[]) => unknown>) | undefined>> = loaders;
  const post = (message: FromThread, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);
  let room = 0;
  let onRoom = (): void => undefined;

  const context: TaskContext = {
    isCancelled: () => Atomics.load(cancelled, 0) !== 0,
    report: (part, moved) => {
      room -= 1;
      post({ part }, moved);
    },
    send: async (part, moved) => {
      while (room <= 0)
        await new Promise<void>((resolve) => {
          onRoom = resolve;
        });
      context.report(part, moved);
    },
  };

  const run = async ({ name, args }: TaskRequest): Promise<FromThread> => {
    room = PARTS_AHEAD;
    try {
      const handler = await load[name]?.();
      if (!handler) throw new Error(`There is no task ${name}.`);
      return { result: await handler(...([...args, context] as never[])) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  };

  new Database(':memory:').close();
  post(LOADED);
  parentPort?.on('message', async (message: ToThread) => {
    if (message === END) process.exit();
    if (message === MORE) {
      room += 1;
      onRoom();
    } else post(await run(message));
  });
};

const failureOf = (error: unknown): Failure => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  // Values that cannot be copied, such as functions, are left out.
  const facts = JSON.parse(JSON.stringify({ ...(error as object) }));
  return { message, stack, code: String(facts.code ?? ''), facts };
};
