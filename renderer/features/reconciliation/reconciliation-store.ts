import { type Failure, failureOf } from '../../api/failure.ts';
import { useStore } from '../../lib/create-store.ts';
import type { TableFile } from '../../lib/table-file.ts';
import { createUserStore, onUserChange } from '../../shop/session/user-change.ts';
import { type ComparisonRequest, type Hints, reconcile } from './api.ts';
import { renewed, type View, viewOf } from './view.ts';

/**
 * The state of the reconciliation. Comparing takes a while, so the state survives a change of screen and a new sign-in
 * of the same user.
 */
interface ReconciliationState {
  till: TableFile | undefined;
  hints: Hints;
  outcome: { request: ComparisonRequest; tillName: string | undefined; view: View } | undefined;
  /** The start of the running comparison, ms UTC. */
  runningSince: number | undefined;
  failure: Failure | undefined;
  /** Rows with a running step, and the failures of others. */
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
  /** Another file starts without hints. */
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
  /** Compares; the previous outcome stays until the answer arrives. */
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
      // The sign-in appears by itself; the user then presses again.
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
  /** Repeats the comparison in the background; each row keeps its place. @throws ApiError */
  refresh: async (signal: AbortSignal): Promise<void> => {
    const before = store.get().outcome;
    if (!before) return;
    const answer = await reconcile(before.request, signal);
    // Another comparison has replaced it meanwhile.
    if (store.get().outcome?.request === before.request)
      reconciliationStore.setView((view) => renewed(view, answer));
  },
};

export const useReconciliation = (): ReconciliationState => useStore(store);
