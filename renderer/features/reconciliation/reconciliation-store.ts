import { type Failure, failureOf } from '../../data/failure.ts';
import { useStore } from '../../lib/create-store.ts';
import type { TableFile } from '../../lib/table-file.ts';
import { createUserStore, onUserChange } from '../../session/user-change.ts';
import { type Asked, type Hints, reconcile } from './api.ts';
import { renewed, type View, viewOf } from './view.ts';

/**
 * What is being reconciled: it asks the bank and may take a while, so that whoever looks at an invoice in between, or
 * signs in again, finds it as it was.
 */
interface Desk {
  till: TableFile | undefined;
  hints: Hints;
  outcome: { asked: Asked; tillName: string | undefined; view: View } | undefined;
  /** Since when the bank is being asked, ms UTC. */
  askingSince: number | undefined;
  failure: Failure | undefined;
  /** Rows that something is being done about, and what went wrong with others. */
  rows: ReadonlyMap<string, 'busy' | Failure>;
}

const EMPTY: Desk = {
  till: undefined,
  hints: {},
  outcome: undefined,
  askingSince: undefined,
  failure: undefined,
  rows: new Map(),
};

const store = createUserStore(EMPTY);
let stop: AbortController | undefined;
onUserChange(() => {
  stop?.abort();
  stop = undefined;
});

const set = (changes: Partial<Desk>): void => store.set({ ...store.get(), ...changes });

export const desk = {
  get: store.get,
  /** Another file is read as it tells itself. */
  chooseTill: (till: TableFile | undefined): void => set({ till, hints: {}, failure: undefined }),
  setHints: (hints: Hints): void => set({ hints }),
  setView: (change: (view: View) => View): void => {
    const { outcome } = store.get();
    if (outcome) set({ outcome: { ...outcome, view: change(outcome.view) } });
  },
  setRow: (key: string, state: 'busy' | Failure | undefined): void => {
    const rows = new Map(store.get().rows);
    if (state === undefined) rows.delete(key);
    else rows.set(key, state);
    set({ rows });
  },
  /** Asks the bank; what was there before stays until the answer is. */
  ask: async (period: Pick<Asked, 'from' | 'to' | 'terminal'>): Promise<void> => {
    if (stop) return;
    const mine = new AbortController();
    stop = mine;
    const { till, hints } = store.get();
    const asked: Asked = { ...period, file: till?.bytes, hints };
    set({ askingSince: Date.now(), failure: undefined });
    try {
      const view = viewOf(await reconcile(asked, mine.signal));
      if (stop === mine) set({ outcome: { asked, tillName: till?.name, view }, rows: new Map() });
    } catch (error) {
      const failure = failureOf(error);
      // The sign-in comes by itself; whoever comes back presses again.
      if (stop === mine && !mine.signal.aborted && failure.kind !== 'session') set({ failure });
    } finally {
      if (stop === mine) {
        stop = undefined;
        set({ askingSince: undefined });
      }
    }
  },
  giveUp: (): void => stop?.abort(),
  /** The same compared anew, quietly: each row keeps its place. @throws ApiError */
  renew: async (signal: AbortSignal): Promise<void> => {
    const before = store.get().outcome;
    if (!before) return;
    const answer = await reconcile(before.asked, signal);
    // Something else was asked for meanwhile.
    if (store.get().outcome?.asked === before.asked) desk.setView((view) => renewed(view, answer));
  },
};

export const useDesk = (): Desk => useStore(store);
