import { type Failure, failureOf } from '../../../api/failure.ts';

/** Applies an action to products one by one, so that it can be stopped in between. Pure except for its ports. */

export interface Target {
  id: number;
  name: string;
}

interface FailedTarget extends Target {
  failure: Failure;
}

export interface Outcome {
  /** The number of targets. */
  total: number;
  done: number[];
  failed: FailedTarget[];
  /** Why it ended early; null: it did not. */
  ended: 'stopped' | Failure | null;
}

/** The remaining requests of this user in this minute. */
export interface RateLimit {
  left: number;
  of: number;
}

interface RunPorts {
  signal: AbortSignal;
  /** @throws ApiError */
  applyTo(target: Target): Promise<RateLimit>;
  onProgress(done: number): void;
  /** Resolves early, without an error, when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Reserved for the screens and for a till app of the same user; below it requests slow down. */
const RESERVED_SHARE = 1 / 4;
const SLOW_MS = 5000;

/** Every further request would fail the same way. */
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

/** A started request is never aborted, so that each target's outcome is known. @returns undefined: done */
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
