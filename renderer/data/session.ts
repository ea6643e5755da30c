import { createStore } from '../lib/create-store.ts';

/** Tokens live as long as the tab: sessionStorage, never localStorage, never a cookie. */
const KEY = 'kramar.session';

export interface Session {
  username: string;
  access: string;
  refresh: string;
}

/** Why nobody is signed in now. */
export type Ending = 'signed-out' | 'locked' | 'expired';

export interface SessionState {
  session: Session | undefined;
  /** Who was signed in last, and why no longer: the screen behind is kept for them. */
  ended: { username: string; why: Ending } | undefined;
}

const read = (): Session | undefined => {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? undefined : (JSON.parse(stored) as Session);
};

const store = createStore<SessionState>({ session: read(), ended: undefined });

const become = (next: SessionState): void => {
  if (next.session) sessionStorage.setItem(KEY, JSON.stringify(next.session));
  else sessionStorage.removeItem(KEY);
  store.set(next);
};

export const sessionStore = {
  get: store.get,
  subscribe: store.subscribe,
  begin: (session: Session): void => become({ session, ended: undefined }),
  /** The same session under a new access token; not when it ended, or became another's, meanwhile. */
  renew: (refresh: string, access: string): boolean => {
    const { session } = store.get();
    if (session?.refresh !== refresh) return false;
    become({ session: { ...session, access }, ended: undefined });
    return true;
  },
  /** Forgets the tokens. What was on the screen stays for the same user, unless they signed out. */
  end: (why: Ending): void => {
    const { session } = store.get();
    if (session) become({ session: undefined, ended: { username: session.username, why } });
  },
  /** Gives up what was kept for whoever was signed in last. */
  forget: (): void => become({ session: undefined, ended: undefined }),
};
