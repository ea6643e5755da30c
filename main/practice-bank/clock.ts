/** The bank's clock. */
export interface BankClock {
  /** Lead over the true time, milliseconds; negative: lag. */
  readonly skewMs: number;
  /** Whether answers carry a Date header, as most servers' do. */
  readonly dateHeader: boolean;
}

type ClockChanges = { readonly [Name in keyof BankClock]?: BankClock[Name] | undefined };

/** @param trueNow milliseconds UTC */
export function openClock(trueNow: () => number) {
  let clock: BankClock = { skewMs: 0, dateHeader: true };
  return {
    /** Milliseconds UTC. */
    now: () => trueNow() + clock.skewMs,
    isDated: () => clock.dateHeader,
    /** Sets the clock's deviation, and whether answers carry a Date header. Gives the clock after the change. */
    set(changes: ClockChanges): BankClock {
      const { skewMs = clock.skewMs, dateHeader = clock.dateHeader } = changes;
      clock = { skewMs, dateHeader };
      return clock;
    },
  };
}
