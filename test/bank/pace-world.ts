import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { vi } from 'vitest';
import type { BankState } from '../../main/bank/breaker.ts';
import type { Bank } from '../../main/bank/client.ts';
import { BankError, errorFromResponse } from '../../main/bank/errors.ts';
import { createPace } from '../../main/bank/pace.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export type Outcome =
  | 'answer'
  | 'refusal'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'BAD_GATEWAY'
  | 'FIREWALL'
  | 'INTERNAL_ERROR'
  | 'TMR';

export const failure = (outcome: Outcome, retryAfterMs?: number): BankError | undefined => {
  if (outcome === 'answer') return undefined;
  if (outcome === 'refusal') return new BankError('BAD_REQUEST', 'no', { inDoubt: false });
  if (outcome === 'FIREWALL') return errorFromResponse(403, 'glory to Ukraine! glory to the heroes!', null);
  const inDoubt = outcome !== 'TMR';
  return new BankError(outcome, outcome, {
    inDoubt,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
};

export interface UnderWay {
  token: string;
  isBackground: boolean;
  beganAt: number;
  beganAtUtc: number;
  stateThen: BankState;
  end(error: BankError | undefined): void;
}

/** A pace over a bank whose every answer the test gives, on a clock that the test moves. */
export const world = (random: () => number = () => 0.5, unreachableSince?: number) => {
  const UTC = Date.parse('2026-03-02T10:00:00Z');
  let clock = 5 * MINUTE;
  let sleeping: { at: number; wake: () => void }[] = [];
  // In these tests time passes only on this clock: each call waits for its turn until that has come. test/setup.ts takes it
  // back at the end of the file.
  vi.spyOn(timers, 'setTimeout').mockImplementation((async (ms = 0) => {
    const at = clock + ms;
    await new Promise<void>((wake) => sleeping.push({ at, wake }));
  }) as typeof timers.setTimeout);
  syncBuiltinESMExports();
  const changes: BankState[] = [];
  const begun: UnderWay[] = [];
  const underWay = new Set<UnderWay>();

  const pace = createPace({
    now: () => UTC + clock,
    clock: () => clock,
    random,
    unreachable: unreachableSince === undefined ? undefined : { since: unreachableSince, errCode: 'TIMEOUT' },
    onChange: (state) => changes.push(state),
  });
  const request = (token: string, isBackground: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const call: UnderWay = {
        token,
        isBackground,
        beganAt: clock,
        beganAtUtc: UTC + clock,
        stateThen: pace.state(),
        end: (error) => {
          underWay.delete(call);
          if (error) reject(error);
          else resolve({});
        },
      };
      begun.push(call);
      underWay.add(call);
    });
  const bank = (isBackground: boolean) =>
    ({ merchantDetails: (token: string) => request(token, isBackground) }) as unknown as Bank;
  const [observed, background] = [pace.observed(bank(false)), pace.background(bank(true))];

  const call = async (which: Bank, token: string): Promise<string> => {
    try {
      await which.merchantDetails(token);
      return 'answer';
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      return error.code;
    }
  };

  return {
    pace,
    changes,
    /** Every call that reached the bank, oldest first. */
    begun,
    underWay: () => [...underWay],
    now: () => UTC + clock,
    clock: () => clock,
    foreground: (token = 'A') => call(observed, token),
    inBackground: (token = 'A') => call(background, token),
    /** Moves the clock; sleepers wake on the way, each at its time. */
    wait: async (ms: number): Promise<void> => {
      const end = clock + ms;
      for (;;) {
        const [next] = sleeping.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) break;
        sleeping = sleeping.filter((sleeper) => sleeper !== next);
        clock = Math.max(clock, next.at);
        next.wake();
        await settle();
      }
      clock = end;
      await settle();
    },
  };
};
export type World = ReturnType<typeof world>;
