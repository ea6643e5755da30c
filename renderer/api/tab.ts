import type { BridgeAnswer, CallOutput, KramarBridge } from '../../shared/bridge/bridge.ts';
import { TAB_HEADER, TAB_PATH } from '../../shared/bridge/channels.ts';
import { createStore } from '../lib/create-store.ts';
import { ApiError, failureOfRefusal } from './failure.ts';
import { restoringStore } from './restoring.ts';
import { fileNameOf, saveInBrowser } from './save-in-browser.ts';

/**
 * A browser tab that `kramar open` has made the owner's: it calls the program by requests, as the window does by its
 * preload. Its secret is in this tab's sessionStorage alone.
 */

const STORED = 'kramar.tab';

/** A file goes as base64. */
const withFiles = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join('')) : value;

/** under way: the service stops for this call. away: it has stopped, and this call was not looked at. */
type Answer = BridgeAnswer | 'under way' | 'away';

const FILE_TYPE = 'application/octet-stream';

/** Saves a file that came in place of an answer. @throws what `fetch` does: it was cut off */
const download = async (response: Response): Promise<BridgeAnswer> => {
  const path = fileNameOf(response);
  saveInBrowser(await response.blob(), path);
  return { ok: true, value: { path } };
};

/** @throws ApiError: the service does not answer */
const send = async (name: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
  try {
    const { file, ...fields } = body as { file?: unknown };
    const isFile = file instanceof Blob;
    const query = isFile ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
    const response = await fetch(TAB_PATH + name + query, {
      method: 'POST',
      headers: { 'Content-Type': isFile ? FILE_TYPE : 'application/json', ...headers },
      body: isFile ? file : JSON.stringify(body, withFiles),
    });
    if (response.status === UNDER_WAY) return 'under way';
    if (response.status === AWAY) return 'away';
    if (response.headers.get('Content-Type') === FILE_TYPE) return await download(response);
    const answer = await response.json();
    // What is refused before the tab itself is looked at has the shape of the interface's refusals.
    return 'ok' in answer ? answer : { ok: false, refusal: { code: 'NOT_ALLOWED', detail: answer.detail } };
  } catch (error) {
    throw new ApiError({ kind: 'unreachable' }, { cause: error });
  }
};

const UNDER_WAY = 202;
const AWAY = 503;
const ASK_EVERY_MS = 1000;
/** Starting takes seconds, and while the backup is put in place the service says so. */
const SILENT_FOR_MS = 180_000;
/** In sessionStorage: a reload goes on waiting. */
const WAITING = 'kramar.tab.waiting';
const isWaiting = (): boolean => sessionStorage.getItem(WAITING) !== null;

const CUT_OFF: BridgeAnswer = {
  ok: false,
  refusal: { code: 'CUT_OFF', detail: 'Kramar was stopped in the middle of this.' },
};

/** Waits for the outcome of the call for which the service stopped. */
const outcomeOf = async (headers: Record<string, string>): Promise<BridgeAnswer> => {
  let heardAt = Date.now();
  while (Date.now() - heardAt < SILENT_FOR_MS) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    const answer = await send('outcome', {}, headers).catch(() => undefined);
    if (answer === undefined) continue;
    heardAt = Date.now();
    if (answer === 'under way' || answer === 'away') continue;
    // Another start knows nothing of this tab.
    return !answer.ok && answer.refusal.code === 'TAB_ENDED' ? CUT_OFF : answer;
  }
  return CUT_OFF;
};

/** Shows the restore until its end, whatever becomes of the screens. */
const showRestoring = async (headers: Record<string, string>): Promise<BridgeAnswer> => {
  sessionStorage.setItem(WAITING, '');
  restoringStore.set({ state: 'running' });
  const answer = await outcomeOf(headers);
  sessionStorage.removeItem(WAITING);
  if (answer === CUT_OFF) sessionStorage.removeItem(STORED);
  restoringStore.set(
    answer.ok
      ? { state: 'done', ...(answer.value as CallOutput<'backups.restore'>) }
      : { state: 'failed', failure: failureOfRefusal(answer.refusal) },
  );
  return answer;
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
    if (typeof answer === 'string' || !answer.ok) return tabOpening.set('refused');
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
          const tab = { [TAB_HEADER]: secret };
          const session = accessToken !== null && { Authorization: `Bearer ${accessToken}` };
          // The service that is back knows the tab again once it has heard the outcome, and not before.
          const wasWaiting = isWaiting();
          const answer = await send(name, input, { ...tab, ...session });
          if (answer === 'under way') return showRestoring(tab);
          if (answer === 'away') throw new ApiError({ kind: 'unreachable' });
          // What was typed stays on the screen; a reload makes it an ordinary tab.
          if (!answer.ok && answer.refusal.code === 'TAB_ENDED' && !wasWaiting && !isWaiting())
            sessionStorage.removeItem(STORED);
          return answer;
        },
        listen: () => () => undefined,
      };

if (secret !== null && isWaiting()) void showRestoring({ [TAB_HEADER]: secret });
