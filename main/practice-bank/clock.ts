/** What the bank takes for the time. */
export interface BankClock {
  /** How far it is ahead of the true time, milliseconds; negative: behind. */
  readonly skewMs: number;
  /** Whether answers carry a Date header, as those of usual servers do. */
  readonly dateHeader: boolean;
}

export interface ClockChanges {
  readonly skewMs?: number | undefined;
  readonly dateHeader?: boolean | undefined;
}

export interface Clock {
  /** Milliseconds UTC. */
  now(): number;
  isDated(): boolean;
  /** Gives the clock as it is then. */
  set(changes: ClockChanges): BankClock;
}

/** @param trueNow milliseconds UTC */
export function openClock(trueNow: () => number): Clock {
  let clock: BankClock = { skewMs: 0, dateHeader: true };
  return {
    now: () => trueNow() + clock.skewMs,
    isDated: () => clock.dateHeader,
    set(changes) {
      const { skewMs = clock.skewMs, dateHeader = clock.dateHeader } = changes;
      clock = { skewMs, dateHeader };
      return clock;
    },
  };
}
