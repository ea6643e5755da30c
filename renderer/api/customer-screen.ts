import type { CustomerScreen, CustomerToken } from '../../shared/api/customer-screen.ts';
import { createStore } from '../lib/create-store.ts';
import { call, send } from './http.ts';
import { DISPLAY_KEY, sessionStore } from './session.ts';

/**
 * The screen that faces the customer. The charge screen says to the service what it shows; the customer's page, in
 * another window of this computer, reads it there by a token of its own. With the session the token and the name of the
 * till are dropped: the next session shows under another name, which an earlier token does not read.
 */

/** When the customer's page last said that it is open, ms. */
const SEEN_KEY = 'kramar.customer.seen';
const SEEN_EVERY_MS = 20_000;
/** Timers of a window that is covered run once a minute. */
const SEEN_FOR_MS = 150_000;
/** The service takes away what a silent charge screen showed. */
const REPEAT_MS = 30_000;
/** The customer need not see every key that is pressed. */
const SETTLE_MS = 250;
const RENEW_BEFORE_MS = 6 * 3_600_000;
const WAIT_S = 20;
const PAUSE_MS = 1000;

interface Display {
  /** Names this till to the service. */
  device: string;
  token: string;
  /** ms UTC */
  expiresAt: number;
}

/** What a charge screen shows: an invoice, what is about to be charged, or nothing. */
export type CustomerShow =
  | { invoice: number }
  | { amount?: number; lines?: CustomerScreen['lines']; is_cash?: true; received?: number };

const read = (): Display | undefined => {
  try {
    return JSON.parse(localStorage.getItem(DISPLAY_KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

/** The display of this computer; undefined: none was opened in the present session. */
export const displayStore = createStore<Display | undefined>(read());
addEventListener('storage', ({ key }) => {
  if (key === DISPLAY_KEY) displayStore.set(read());
});

const isOpen = (): boolean => Date.now() - Number(localStorage.getItem(SEEN_KEY) ?? 0) < SEEN_FOR_MS;
const noteSeen = (): void => localStorage.setItem(SEEN_KEY, String(Date.now()));

/** Makes a token for the customer's page; an open page takes it at once. @throws ApiError */
export const connectDisplay = async (): Promise<void> => {
  const device = displayStore.get()?.device ?? crypto.randomUUID();
  const { token, expires_at } = await call<CustomerToken>('customer-screen/token/', {
    method: 'POST',
    body: { device },
  });
  // The session has ended meanwhile.
  if (!sessionStore.get().session) return;
  const display: Display = { device, token, expiresAt: Date.parse(expires_at) };
  localStorage.setItem(DISPLAY_KEY, JSON.stringify(display));
  noteSeen();
  displayStore.set(display);
  void publish().catch(() => undefined);
};

let shown: CustomerShow = {};
let settling: ReturnType<typeof setTimeout> | undefined;
/** The last user's token, which takes away what they showed when they lock the screen. */
let access: string | undefined;

let sending: Promise<unknown> = Promise.resolve();

/** One after another, so that what is shown last stays. @throws ApiError */
const publish = (): Promise<void> => {
  const sent = sending.then(publishNow);
  sending = sent.catch(() => undefined);
  return sent;
};

const publishNow = async (): Promise<void> => {
  if (!isOpen() || !sessionStore.get().session) return;
  const display = displayStore.get();
  // The page is open since an earlier session.
  if (!display) return connectDisplay();
  await call('customer-screen/', { method: 'POST', body: { device: display.device, ...shown } });
  access = sessionStore.get().session?.access;
  if (display.expiresAt - Date.now() < RENEW_BEFORE_MS) await connectDisplay();
};

/** Shows something to the customer. A failure is ignored: nothing may delay a sale. */
export const showToCustomer = (show: CustomerShow): void => {
  // What the customer gets back stays until the next line, or for as long as the service keeps it.
  if (isPaidInCash(shown) && Object.keys(show).length === 0) return;
  shown = show;
  clearTimeout(settling);
  settling = setTimeout(() => void publish().catch(() => undefined), SETTLE_MS);
};

const isPaidInCash = (show: CustomerShow): boolean => 'received' in show;

const repeat = (): void => {
  if ('invoice' in shown || (shown.amount !== undefined && !isPaidInCash(shown)))
    void publish().catch(() => undefined);
};
setInterval(repeat, REPEAT_MS);

sessionStore.subscribe(() => {
  const device = displayStore.get()?.device;
  displayStore.set(read());
  if (sessionStore.get().session) return repeat();
  if (device === undefined || access === undefined) return;
  const last = access;
  access = undefined;
  // After what is on its way, which would stay otherwise.
  sending = sending
    .then(() => send('customer-screen/', { method: 'POST', body: { device } }, last))
    .catch(() => undefined);
});

/** Notes that the customer's page is open, until the returned function is called. */
export const noteOpen = (): (() => void) => {
  noteSeen();
  const seen = setInterval(noteSeen, SEEN_EVERY_MS);
  return () => clearInterval(seen);
};

/** `disconnected`: the token is not valid; `away`: the service does not answer. */
export type CustomerView = CustomerScreen | 'disconnected' | 'away';

/** Reads what is to be shown until the signal is aborted. */
export const followDisplay = async (
  token: string,
  onView: (view: CustomerView) => void,
  signal: AbortSignal,
): Promise<void> => {
  let version: string | undefined;
  while (!signal.aborted) {
    try {
      const body = version === undefined ? { token } : { token, version, wait: WAIT_S };
      const response = await send('customer-screen/read/', { method: 'POST', body, signal });
      if (response.ok) {
        const screen: CustomerScreen = await response.json();
        version = screen.version;
        onView(screen);
        continue;
      }
      version = undefined;
      onView(response.status === 401 ? 'disconnected' : 'away');
    } catch {
      if (signal.aborted) return;
      version = undefined;
      onView('away');
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};
