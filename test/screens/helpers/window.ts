import * as v from 'valibot';
import {
  BRIDGE,
  type BridgeEvent,
  type BridgeRefusal,
  type CallInput,
  type CallName,
  type CallOutput,
  type KramarBridge,
} from '../../../shared/bridge/bridge.ts';

/** The program as a test answers its window: loaded before the screens, which look for it once. */

type Given<Name extends CallName> =
  | CallOutput<Name>
  | ((input: CallInput<Name>) => CallOutput<Name> | BridgeRefusal);
type Calls = { [Name in CallName]?: Given<Name> };

/** The page says these by itself. */
const HEARD: Calls = { 'computer.language': null, 'computer.theme': null };
let calls: Calls = HEARD;
let unexpected: string[] = [];
let held: { name: CallName; released: Promise<void> } | undefined;
const made: { name: string; input: unknown }[] = [];
const listeners = new Set<(event: BridgeEvent) => void>();

/** Answers these calls from now on, the others as before. */
export const serveCalls = (more: Calls): void => {
  calls = { ...calls, ...more };
};

/** What a call was given each time. */
export const inputsOf = (name: CallName): unknown[] =>
  made.filter((call) => call.name === name).map(({ input }) => input);

/** Holds back the next of these calls until it is released. */
export const holdCall = (name: CallName): { release(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = { name, released: promise };
  return { release: resolve };
};

/** The program sends the window an event. */
export const tellWindow = (event: BridgeEvent): void => {
  for (const listener of listeners) listener(event);
};

const isRefusal = (answer: unknown): answer is BridgeRefusal =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;

const program: KramarBridge = {
  call: async (name, sent) => {
    const { input: inputSchema, output } = BRIDGE[name as CallName];
    const input = v.parse(inputSchema, sent);
    made.push({ name, input });
    if (held?.name === name) {
      const { released } = held;
      held = undefined;
      await released;
    }
    const given = calls[name as CallName] as Given<CallName> | undefined;
    if (given === undefined) {
      unexpected.push(name);
      return { ok: false, refusal: { code: 'INTERNAL', detail: 'Not served.' } };
    }
    const answer = typeof given === 'function' ? given(input as never) : given;
    if (isRefusal(answer)) return { ok: false, refusal: answer };
    return { ok: true, value: v.parse(output, answer) };
  },
  listen: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
Object.assign(globalThis, { kramar: program });

/** Forgets what a test answered. @returns the calls that it did not answer */
export const forgetCalls = (): string[] => {
  const missed = unexpected;
  calls = HEARD;
  unexpected = [];
  held = undefined;
  made.length = 0;
  return missed;
};
