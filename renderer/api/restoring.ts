import type { CallOutput } from '../../shared/bridge/bridge.ts';
import { createStore } from '../lib/create-store.ts';
import type { Failure } from './failure.ts';

/** A restore for which the service stops. It outlives the screens, whose session the restored data may not know. */
export type Restoring =
  | { state: 'running' }
  | ({ state: 'done' } & Omit<CallOutput<'backups.restore'>, 'backup'>)
  | { state: 'failed'; failure: Failure };

/** app/app.tsx shows it above everything; undefined: there is none. */
export const restoringStore = createStore<Restoring | undefined>(undefined);
