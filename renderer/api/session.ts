import { createStore } from '../lib/create-store.ts';

/** Tokens live as long as the tab: sessionStorage, never localStorage, never a cookie. */
const KEY = 'kramar.session';
/** What localStorage holds for the customer's page; its token ends with the session. */
export const DISPLAY_KEY = 'kramar.customer';

export interface Session {
  username: string;
  access: string;
  refresh: string;
}

/** Why the session ended. */
export type Ending = 'signed-out' | 'locked' | 'expired';

interface SessionState {
  session: Session | undefined;
  /** The last user and why their session ended; their screen is kept for them. */
  ended: { username: string; why: Ending } | undefined;
}

const read = (): Session | undefined => {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? undefined : (JSON.parse(stored) as Session);
};

const store = createStore<SessionState>({ session: read(), ended: undefined });

const update = (next: SessionState): void => {
  if (next.session) sessionStorage.setItem(KEY, JSON.stringify(next.session));
  else {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(DISPLAY_KEY);
  }
  store.set(next);
};

export const sessionStore = {
  get: store.get,
  subscribe: store.subscribe,
  begin: (session: Session): void => update({ session, ended: undefined }),
  /** Stores a new access token, unless the session has ended or changed meanwhile. */
  renew: (refresh: string, access: string): boolean => {
    const { session } = store.get();
    if (session?.refresh !== refresh) return false;
    update({ session: { ...session, access }, ended: undefined });
    return true;
  },
  /** Drops the tokens. The screen is kept for the same user unless they signed out. */
  end: (why: Ending): void => {
    const { session } = store.get();
    if (session) update({ session: undefined, ended: { username: session.username, why } });
  },
  /** Drops the kept screen of the last user. */
  forget: (): void => update({ session: undefined, ended: undefined }),
};
