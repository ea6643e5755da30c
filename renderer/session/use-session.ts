import { type SessionState, sessionStore } from '../data/session.ts';
import { useStore } from '../lib/create-store.ts';

export const useSession = (): SessionState => useStore(sessionStore);
