import type { BulkAction } from './actions.ts';
import type { Outcome } from './run.ts';

/** What became of the last that was done to many, where it did not go well: it stays until it is read. */
interface Told {
  action: BulkAction;
  outcome: Outcome;
}

let told: Told | undefined;
const listeners = new Set<() => void>();

export const outcomeStore = {
  get: (): Told | undefined => told,
  set: (next: Told | undefined): void => {
    told = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
