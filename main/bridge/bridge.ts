import {
  BRIDGE,
  type BridgeAnswer,
  type BridgeRefusal,
  type CallName,
  type CallOutput,
} from '../../shared/bridge/bridge.ts';
import { isOperation } from '../../shared/operations/operations.ts';
import { createGuardMemory, guardOf } from '../operations/guard.ts';
import { checkInput } from '../operations/operations.ts';
import type { Log } from '../platform/log.ts';
import { logFolder } from '../safekeeping/installation.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import { actingAs, whoIs } from '../shop/actions/origin.ts';
import { refusal } from '../shop/errors.ts';
import { accessOf, isOwnPage } from './access.ts';
import type { BridgeContext, Handler, StartedService, WindowCallName } from './call.ts';
import { callOperation } from './call-operation.ts';
import { computerHandlers, fileHandlers } from './calls/computer.ts';
import { approvalHandlers, pinHandlers } from './calls/people.ts';
import { backupHandlers, copyHandlers, shopHandlers, updateHandlers } from './calls/shop.ts';
import { CUT_OFF, internal, logLevelOf, notAllowed, refusalOf, STARTING_AGAIN } from './refusals.ts';
import { noteSecrets } from './secrets.ts';

const handlers: { [Name in WindowCallName]: Handler<Name> } = {
  ...shopHandlers,
  ...pinHandlers,
  ...approvalHandlers,
  ...backupHandlers,
  ...copyHandlers,
  ...computerHandlers,
  ...fileHandlers,
  ...updateHandlers,
};

export interface Bridge {
  /**
   * Runs one call of the window. Never throws: a failure is an answer too. The bank's codes get the prefix BANK_, so
   * that its FORBIDDEN (an unknown token) is not taken for the bridge's own.
   * @param frame the address of the calling frame, from the transport ("" where it knows none)
   */
  call(name: unknown, input: unknown, accessToken: unknown, frame: string): Promise<BridgeAnswer>;
}

/** @throws Error: a call that anybody may make has no caller */
const present = (actor: Actor | undefined, name: CallName): Actor => {
  if (!actor) throw new Error(`${name} was let through without a caller.`);
  return actor;
};

const refusalFor = (
  { host, log }: BridgeContext,
  logs: string,
  error: unknown,
  name: CallName,
  started: StartedService,
): BridgeRefusal => {
  const known = refusalOf(error);
  if (known) {
    const level = logLevelOf(known);
    const why = level === 'warn' && { err: error };
    log[level]('A call of the window was refused.', { call: name, code: known.code, ...why });
    return known;
  }
  // The service that it used was closed meanwhile.
  const isCutOff = host.started()?.running !== started.running;
  log[isCutOff ? 'warn' : 'error']('A call of the window failed.', { call: name, err: error });
  return isCutOff ? CUT_OFF : internal(logs);
};

/** The owner's console over any transport: Electron's IPC, in tests a browser's binding. */
export const createBridge = (context: BridgeContext): Bridge => {
  const { host, log } = context;
  // The log is opened once, with the program: it stays in place when the practice shop takes over.
  const logs = logFolder(host.config().dataDir);
  const memory = createGuardMemory();

  const answer = async <Name extends CallName>(
    name: Name,
    { running }: StartedService,
    input: unknown,
    accessToken: unknown,
  ): Promise<BridgeAnswer> => {
    const { handle } = running;
    const { sessions } = handle;
    refuseSize(input, log);
    if (isOperation(name)) {
      const { dataDir } = host.config();
      const call = { input, accessToken, memory, isTab: false };
      const wake = () => host.wake();
      const putFile = async (write: (folder: string) => Promise<string>) => {
        const folder = await context.shell.chooseFolder();
        return folder === null ? null : write(folder);
      };
      const value = await callOperation(name, call, { handle, dataDir, log, host, putFile, wake });
      return { ok: true, value: value as CallOutput<Name> };
    }
    const { access, input: schema } = BRIDGE[name];
    const actor = await accessOf(access, sessions, accessToken);
    const checked = checkInput(schema, input);
    const signedInAt = typeof accessToken === 'string' ? sessions.signedInAt(accessToken) : undefined;
    const own = log.child({ call: name, ...(actor && { by: actor.id }) });
    const guard = guardOf(memory, { ...handle, log: own, caller: actor?.id, signedInAt, isTab: false });
    // Described now: a restored database may hold another account under the same id.
    const who = actor && whoIs(handle.db, actor.id);
    const call = {
      ...context,
      input: checked,
      running,
      guard,
      log: own,
      logs,
      requireOwner: () => accessOf('owner', sessions, accessToken),
      caller: () => present(actor, name),
    };
    const run = async () => handlers[name as WindowCallName](call as never);
    return { ok: true, value: (await actingAs({ source: 'window', who }, run)) ?? null };
  };

  return {
    call: async (name, input, accessToken, frame) => {
      const started = host.started();
      if (!started) return { ok: false, refusal: STARTING_AGAIN };
      const rejected = precheck(log, name, frame, started.running.origin);
      if (rejected || !isCallName(name)) return { ok: false, refusal: rejected ?? internal(logs) };
      try {
        return await answer(name, started, input, accessToken);
      } catch (error) {
        return { ok: false, refusal: refusalFor(context, logs, error, name, started) };
      }
    },
  };
};

/** Why a call is refused unread; undefined when it is not. */
const precheck = (log: Log, name: unknown, frame: unknown, origin: string): BridgeRefusal | undefined => {
  if (!isOwnPage(frame, origin)) {
    log.warn('A call from a foreign page was refused.', { call: nameOf(name), origin: originOf(frame) });
    return notAllowed('Only the own window of Kramar may make this call. Nothing was done.');
  }
  if (isCallName(name)) return undefined;
  log.warn('A call was refused, since there is none of that name.', { call: nameOf(name) });
  return notAllowed('There is no such call. Nothing was done.');
};

const isCallName = (name: unknown): name is CallName =>
  typeof name === 'string' && Object.hasOwn(BRIDGE, name);

/** @throws ValidationError */
const refuseSize = (input: unknown, log: Log): void => {
  const tooLarge = sizeProblem(input);
  if (tooLarge !== undefined) throw refusal('too_large', tooLarge);
  noteSecrets(log, input);
};

/** For the log: a name may be any value. */
const nameOf = (name: unknown): string =>
  typeof name === 'string' ? name.slice(0, 100) : `a ${typeof name}`;

const originOf = (frame: unknown): string =>
  (typeof frame === 'string' && URL.parse(frame)?.origin) || 'none';

/** Bytes, roughly, of any input but a file: the longest has a few thousand characters. */
const LARGEST_INPUT = 100_000;
/** Bytes of a file, which is held in memory more than once on its way. */
const LARGEST_FILE = 512 * 1024 * 1024;

/** Why an input is too large to be read; undefined when it is not. */
const sizeProblem = (input: unknown): string | undefined => {
  // Without recursion: a value from IPC may be nested to any depth, or contain itself.
  const waiting: unknown[] = [input];
  let weight = 0;
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    weight += 8;
    if (typeof value === 'string') weight += value.length;
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) bytes += value.byteLength;
    else if (typeof value === 'object' && value !== null) weight += unpack(value, waiting);
    if (weight > LARGEST_INPUT) return 'It is too large.';
    if (bytes > LARGEST_FILE) return 'The file is too large: at most 512 MB.';
  }
  return undefined;
};

/** Queues the parts for weighing; gives the weight of their names. A claimed length without elements adds no part. */
const unpack = (value: object, waiting: unknown[]): number => {
  const entries = Object.entries(value);
  for (const [, part] of entries) waiting.push(part);
  return entries.reduce((sum, [name]) => sum + name.length, 0);
};
