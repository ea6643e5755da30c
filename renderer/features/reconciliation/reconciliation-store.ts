import { type Failure, failureOf } from '../../data/failure.ts';
import { useStore } from '../../lib/create-store.ts';
import type { TableFile } from '../../lib/table-file.ts';
import { createUserStore, onUserChange } from '../../session/user-change.ts';
import { type ComparisonRequest, type Hints, reconcile } from './api.ts';
import { renewed, type View, viewOf } from './view.ts';

/**
 * What is being reconciled: it asks the bank and may take a while, so that whoever looks at an invoice in between, or
 * signs in again, finds it as it was.
 */
interface ReconciliationState {
  till: TableFile | undefined;
  hints: Hints;
  outcome: { request: ComparisonRequest; tillName: string | undefined; view: View } | undefined;
  /** Since when the bank is being asked, ms UTC. */
  runningSince: number | undefined;
  failure: Failure | undefined;
  /** Rows that something is being done about, and what went wrong with others. */
  rows: ReadonlyMap<string, 'busy' | Failure>;
}

const EMPTY: ReconciliationState = {
  till: undefined,
  hints: {},
  outcome: undefined,
  runningSince: undefined,
  failure: undefined,
  rows: new Map(),
};

const store = createUserStore(EMPTY);
let running: AbortController | undefined;
onUserChange(() => {
  running?.abort();
  running = undefined;
});

const set = (changes: Partial<ReconciliationState>): void => store.set({ ...store.get(), ...changes });

export const reconciliationStore = {
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
  compare: async (period: Pick<ComparisonRequest, 'from' | 'to' | 'terminal'>): Promise<void> => {
    if (running) return;
    const controller = new AbortController();
    running = controller;
    const { till, hints } = store.get();
    const request: ComparisonRequest = { ...period, file: till?.bytes, hints };
    set({ runningSince: Date.now(), failure: undefined });
    try {
      const view = viewOf(await reconcile(request, controller.signal));
      if (running === controller) set({ outcome: { request, tillName: till?.name, view }, rows: new Map() });
    } catch (error) {
      const failure = failureOf(error);
      // The sign-in comes by itself; whoever comes back presses again.
      if (running === controller && !controller.signal.aborted && failure.kind !== 'session')
        set({ failure });
    } finally {
      if (running === controller) {
        running = undefined;
        set({ runningSince: undefined });
      }
    }
  },
  cancel: (): void => running?.abort(),
  /** The same compared anew, quietly: each row keeps its place. @throws ApiError */
  refresh: async (signal: AbortSignal): Promise<void> => {
    const before = store.get().outcome;
    if (!before) return;
    const answer = await reconcile(before.request, signal);
    // Something else was asked for meanwhile.
    if (store.get().outcome?.request === before.request)
      reconciliationStore.setView((view) => renewed(view, answer));
  },
};

export const useReconciliation = (): ReconciliationState => useStore(store);
