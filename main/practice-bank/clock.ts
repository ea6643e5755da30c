/** The bank's clock. */
export interface BankClock {
  /** Lead over the true time, milliseconds; negative: lag. */
  readonly skewMs: number;
  /** Whether answers carry a Date header, as most servers' do. */
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
  /** Gives the clock after the change. */
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
