import type { BridgeAnswer, KramarBridge } from '../../shared/bridge/bridge.ts';
import { TAB_HEADER, TAB_PATH } from '../../shared/bridge/channels.ts';
import { createStore } from '../lib/create-store.ts';
import { ApiError } from './failure.ts';

/**
 * A browser tab that `kramar open` has made the owner's: it calls the program by requests, as the window does by its
 * preload. Its secret is in this tab's sessionStorage alone.
 */

const STORED = 'kramar.tab';

/** A file goes as base64. */
const withFiles = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join('')) : value;

/** @throws ApiError: the service does not answer */
const send = async (
  name: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<BridgeAnswer> => {
  try {
    const response = await fetch(TAB_PATH + name, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body, withFiles),
    });
    const answer = await response.json();
    // What is refused before the tab itself is looked at has the shape of the interface's refusals.
    return 'ok' in answer ? answer : { ok: false, refusal: { code: 'NOT_ALLOWED', detail: answer.detail } };
  } catch (error) {
    throw new ApiError({ kind: 'unreachable' }, { cause: error });
  }
};

/** Whether this tab's code is being exchanged; refused: it was used, or is too old. */
export const tabOpening = createStore<'none' | 'opening' | 'refused'>('none');

/** Takes the code out of the address, before anything else reads it, and makes this tab the owner's. */
const takeCode = (): void => {
  const [, code] = /^#tab=([\w-]{43})$/.exec(globalThis.location?.hash ?? '') ?? [];
  if (code === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  tabOpening.set('opening');
  const open = async (): Promise<void> => {
    const answer = await send('open', { code });
    if (!answer.ok) return tabOpening.set('refused');
    sessionStorage.setItem(STORED, (answer.value as unknown as { secret: string }).secret);
    // The page of a shop without an owner stands at another address.
    location.replace(location.pathname.startsWith('/first-run') ? '/' : location.href);
  };
  open().catch(() => tabOpening.set('refused'));
};
takeCode();
// The address may be typed into a tab that already shows Kramar.
globalThis.addEventListener?.('hashchange', takeCode);

const secret = globalThis.sessionStorage?.getItem(STORED) ?? null;

/** Undefined in any other tab. It has no events. */
export const tabProgram: KramarBridge | undefined =
  secret === null
    ? undefined
    : {
        call: async (name, input, accessToken) => {
          const answer = await send(name, input, {
            [TAB_HEADER]: secret,
            ...(accessToken !== null && { Authorization: `Bearer ${accessToken}` }),
          });
          // What was typed stays on the screen; a reload makes it an ordinary tab.
          if (!answer.ok && answer.refusal.code === 'TAB_ENDED') sessionStorage.removeItem(STORED);
          return answer;
        },
        listen: () => () => undefined,
      };
