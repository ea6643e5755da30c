import { useSyncExternalStore } from 'react';
import { type SessionState, sessionStore } from '../data/session.ts';

export const useSession = (): SessionState => useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
