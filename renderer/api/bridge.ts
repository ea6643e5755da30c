import type {
  BridgeEvent,
  CallInput,
  CallName,
  CallOutput,
  KramarBridge,
} from '../../shared/bridge/bridge.ts';
import { isPossibleInTab } from '../../shared/bridge/in-tab.ts';
import { ApiError, failureOfRefusal } from './failure.ts';
import { withAccess } from './http.ts';
import { requestPassword } from './password-request.ts';
import { sessionStore } from './session.ts';
import { tabProgram } from './tab.ts';

/** Set by the preload in the program's window; undefined in a browser. */
const windowProgram = (globalThis as { kramar?: KramarBridge }).kramar;
const program = windowProgram ?? tabProgram;

/** Whether this page runs in the program's window, where calls that must not travel over HTTP are available. */
export const isDesktop = windowProgram !== undefined;

/** Whether this page is the window: in the program, or a browser tab that the owner opened by its one-time address. */
export const canOperate = program !== undefined;

/** Whether the program can be asked for this here: in the window anything, in the owner's tab what needs no dialog of it. */
export const isPossibleHere = (name: CallName): boolean => isDesktop || (canOperate && isPossibleInTab(name));

/** Calls the program for what must not travel over HTTP, with the session's token if there is one. @throws ApiError */
export const callProgram = async <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> => {
  if (!program) throw new Error(`${name} needs the program; this page runs in a browser.`);
  const put = (access: string | null) => program.call(name, input, access);
  const send = () =>
    sessionStore.get().session
      ? withAccess(put, (given) => !given.ok && given.refusal.code === 'SIGN_IN')
      : put(null);
  let answer = await send();
  // Refused before anything was done: with the password the same call is made once more.
  if (!answer.ok && answer.refusal.code === 'PASSWORD_NEEDED' && (await requestPassword()))
    answer = await send();
  if (answer.ok) return answer.value as CallOutput<Name>;
  if (answer.refusal.code === 'SIGN_IN') throw new ApiError({ kind: 'session' });
  throw new ApiError(failureOfRefusal(answer.refusal));
};

/**
 * Events that arrive before anything listens: the program sends them once the page has loaded, and the texts of the
 * screens may load longer than that.
 */
const earlyEvents: BridgeEvent[] = [];
const stopKeeping = program?.listen((event) => void earlyEvents.push(event));

/**
 * Subscribes to events of the program, the ones from before the first subscription included, and returns the
 * unsubscribe function. A browser has no events.
 */
export const listenToProgram = (listener: (event: BridgeEvent) => void): (() => void) => {
  if (!program) return () => undefined;
  stopKeeping?.();
  for (const event of earlyEvents.splice(0)) listener(event);
  return program.listen(listener);
};
