/** Tokens live as long as the tab: sessionStorage, never localStorage, never a cookie. */
const key = 'kramar.session';

interface Session {
  username: string;
  access: string;
  refresh: string;
}

export function readSession(): Session | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as Session);
}

export function writeSession(session: Session): void {
  sessionStorage.setItem(key, JSON.stringify(session));
}

export function endSession(): void {
  sessionStorage.removeItem(key);
}
