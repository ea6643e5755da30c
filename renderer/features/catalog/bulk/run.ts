import { type Failure, failureOf } from '../../../data/failure.ts';

/** One thing done to many products, one after another, so that it can be stopped between two of them. Pure but for what it is handed. */

export interface Target {
  id: number;
  name: string;
}

interface FailedTarget extends Target {
  failure: Failure;
}

export interface Outcome {
  /** How many there were. */
  total: number;
  done: number[];
  failed: FailedTarget[];
  /** What ended it before its end; null: nothing did. */
  ended: 'stopped' | Failure | null;
}

/** How many more requests the service takes from this user in this minute. */
export interface RateLimit {
  left: number;
  of: number;
}

interface RunPorts {
  signal: AbortSignal;
  /** @throws ApiError */
  applyTo(target: Target): Promise<RateLimit>;
  onProgress(done: number): void;
  /** Ends early, without an error, when the signal is given. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The screens, and a till under the same name, need their share: below it one request in a while is enough. */
const RESERVED_SHARE = 1 / 4;
const SLOW_MS = 5000;

/** Whatever comes next would end the same way. */
const isFatal = ({ kind }: Failure): boolean =>
  kind === 'session' || kind === 'unreachable' || kind === 'forbidden';

export const runBulk = async (targets: readonly Target[], ports: RunPorts): Promise<Outcome> => {
  const outcome: Outcome = { total: targets.length, done: [], failed: [], ended: null };
  for (const target of targets) {
    if (ports.signal.aborted) return { ...outcome, ended: 'stopped' };
    const failure = await attempt(target, ports);
    if (failure === 'stopped') return { ...outcome, ended: 'stopped' };
    if (failure && isFatal(failure)) return { ...outcome, ended: failure };
    if (failure) outcome.failed.push({ id: target.id, name: target.name, failure });
    else outcome.done.push(target.id);
    ports.onProgress(outcome.done.length + outcome.failed.length);
  }
  return outcome;
};

/** What has begun is never cut off: it is known of each whether it was done. @returns undefined: done */
const attempt = async (target: Target, ports: RunPorts): Promise<Failure | 'stopped' | undefined> => {
  for (;;) {
    try {
      const { left, of } = await ports.applyTo(target);
      if (left < of * RESERVED_SHARE) await ports.pause(SLOW_MS, ports.signal);
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'throttled') return failure;
      await ports.pause(failure.seconds * 1000, ports.signal);
      if (ports.signal.aborted) return 'stopped';
    }
  }
};
