import type { BridgeEvent, CallInput, CallName, CallOutput, KramarBridge } from '../../shared/bridge.ts';
import { ApiError, describeRefusal } from './failure.ts';
import { withAccess } from './http.ts';
import { sessionStore } from './session.ts';

/** The preload puts it into the program's own window; a browser has none. */
const program = (globalThis as { kramar?: KramarBridge }).kramar;

/** Whether this page is the program's window: what may not travel over HTTP can be done here. */
export const isDesktop = program !== undefined;

/**
 * Asks the program for what may not travel over HTTP, under the session where there is one.
 * @throws ApiError
 */
export const ask = async <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> => {
  if (!program) throw new Error(`${name} was asked of a program that is not there.`);
  const put = (access: string | null) => program.call(name, input, access);
  const answer = sessionStore.get().session
    ? await withAccess(put, (given) => !given.ok && given.refusal.code === 'SIGN_IN')
    : await put(null);
  if (answer.ok) return answer.value as CallOutput<Name>;
  if (answer.refusal.code === 'SIGN_IN') throw new ApiError({ kind: 'session' });
  throw new ApiError(describeRefusal(answer.refusal));
};

/** Calls back at what the program tells by itself; gives what ends it. In a browser nothing is told. */
export const listenToProgram = (listener: (event: BridgeEvent) => void): (() => void) =>
  program?.listen(listener) ?? (() => undefined);
