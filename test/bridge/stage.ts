import { join } from 'node:path';
import * as v from 'valibot';
import { expect } from 'vitest';
import { createBridge } from '../../main/bridge/bridge.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import {
  BRIDGE,
  type BridgeAnswer,
  type CallInput,
  type CallName,
  type CallOutput,
} from '../../shared/bridge/bridge.ts';
import { BANK_OUTCOMES, OS_FAULTS } from '../../shared/errors.ts';
import { Client } from '../helpers/client.ts';
import { standInShell } from '../helpers/desk.ts';
import type { NewShop } from '../helpers/new-shop.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace as leavingNoTraceIn, tracesNow } from '../helpers/trace.ts';

/** A refusal with the fields of BridgeRefusal. */
const refusalSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]+$/)),
  detail: v.pipe(v.string(), v.regex(/^\S.*[.)]$/s)),
  errors: v.optional(v.record(v.string(), v.array(v.unknown()))),
  codes: v.optional(v.record(v.string(), v.array(v.unknown()))),
  facts: v.optional(v.record(v.string(), v.array(v.unknown()))),
  fault: v.optional(v.picklist(OS_FAULTS)),
  names: v.optional(v.array(v.string())),
  outcome: v.optional(v.picklist(BANK_OUTCOMES)),
});

const judge = (name: unknown, answer: BridgeAnswer): BridgeAnswer => {
  if (answer.ok) v.parse(BRIDGE[name as CallName].output, answer.value);
  else v.parse(refusalSchema, answer.refusal);
  expect(Object.keys(answer).sort()).toEqual(['ok', answer.ok ? 'value' : 'refusal'].sort());
  // The values that Electron's transport carries.
  expect(structuredClone(answer)).toEqual(answer);
  return answer;
};

/** An employee as the owner adds one, who may do nothing yet. */
export const newEmployee = (
  username: string,
  more: Partial<CallInput<'employees.add'>> = {},
): CallInput<'employees.add'> => ({
  username,
  full_name: '',
  email: '',
  position: '',
  permissions: [],
  password: PASSWORD,
  ...more,
});

export interface From {
  token?: unknown;
  frame?: string;
}

/** A window of a shop: the bridge over the real service, a desk without a desktop, and the owner signed in. */
export const openWindow = (shop: Pick<Shop | NewShop, 'host' | 'log' | 'folder'>) => {
  const { shell, asked: requested } = standInShell(join(shop.folder, 'desktop'));
  const bridge = createBridge({ host: shop.host, shell, log: shop.log });
  const answers: BridgeAnswer[] = [];
  let token: string | undefined;

  const baseUrl = () => shop.host.started()?.running.baseUrl ?? '';
  const page = () => new URL('/', shop.host.started()?.running.origin ?? 'http://127.0.0.1:1').href;

  /** Any input, from anywhere; the answer is checked. */
  const raw = async (name: unknown, input: unknown, from: From = {}): Promise<BridgeAnswer> => {
    const given = 'token' in from ? from.token : token;
    const answer = judge(name, await bridge.call(name, input, given ?? null, from.frame ?? page()));
    answers.push(answer);
    return answer;
  };
  const window = {
    shell,
    asked: requested,
    answers,
    raw,
    page,
    /** The owner also gives the password for the calls that need it, unless `isConfirmed` is false. */
    signIn: async (
      username = 'owner',
      password = PASSWORD,
      isConfirmed = username === 'owner',
    ): Promise<TokenPair> => {
      const { status, body, text } = await new Client(baseUrl()).post<TokenPair>('auth/token/', {
        username,
        password,
      });
      expect(status, text).toBe(200);
      token = body.access;
      if (isConfirmed) await bridge.call('owner.confirm', { password }, token, page());
      return body;
    },
    /** The session goes on, as it does an hour after the sign-in. */
    goOn: async ({ refresh }: TokenPair): Promise<void> => {
      const { status, body, text } = await new Client(baseUrl()).post<TokenPair>('auth/token/refresh/', {
        refresh,
      });
      expect(status, text).toBe(200);
      token = body.access;
    },
    /** The owner's call, which succeeds. */
    ask: async <Name extends CallName>(name: Name, input: CallInput<Name>, from?: From) => {
      const answer = await raw(name, input, from);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.refusal)}`);
      return answer.value as CallOutput<Name>;
    },
    /** The owner's call, which is refused. */
    refused: async <Name extends CallName>(name: Name, input: CallInput<Name>, from?: From) => {
      const answer = await raw(name, input, from);
      if (answer.ok) throw new Error(`${name} was not refused: ${JSON.stringify(answer.value)}`);
      return answer.refusal;
    },
  };
  return window;
};

export type Window = ReturnType<typeof openWindow>;

/** Checks that the work left nothing in the database, at the bank or on the desktop. */
export const leavingNoTrace = <Result>(
  shop: Shop,
  { asked: requested }: Pick<Window, 'asked'>,
  work: () => Promise<Result>,
): Promise<Result> =>
  leavingNoTraceIn(shop, work, () =>
    structuredClone({ ...tracesNow(shop), asked: requested, running: shop.baseUrl }),
  );
