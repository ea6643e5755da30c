import type { Readable } from 'node:stream';
import { OPERATIONS, type OperationName } from '../../shared/operations/operations.ts';
import { type GuardMemory, guardOf } from '../operations/guard.ts';
import type { PutFile, StoppingHost } from '../operations/operation.ts';
import { checkInput, perform } from '../operations/operations.ts';
import type { Log } from '../platform/log.ts';
import type { ServiceHandle } from '../safekeeping/installation.ts';
import { actingAs, whoIs } from '../shop/actions/origin.ts';
import { findOwner } from '../store/accounts.ts';
import { accessOf, refuseOwner } from './access.ts';
import { WINDOW_ADVICE } from './refusals.ts';

interface OperationRequest {
  input: unknown;
  accessToken: unknown;
  /** Of this window or tab. */
  memory: GuardMemory;
  isTab: boolean;
}

/** The service as operations need it. */
export interface OperationService {
  handle: ServiceHandle;
  dataDir: string;
  log: Log;
  host: StoppingHost;
  /** The body of the request, where it is a file. */
  file?: Readable | undefined;
  putFile: PutFile;
  /** Runs the due jobs now. */
  wake(): void;
}

/**
 * An operation of a window or a tab: the caller may do it, the input is right, and the password was given where it needs
 * one, in that order. @throws SignInError, OwnerError, ValidationError and what the operation throws
 */
export const callOperation = async (
  name: OperationName,
  { input, accessToken, memory, isTab }: OperationRequest,
  { handle, dataDir, log, host, file, putFile, wake }: OperationService,
): Promise<unknown> => {
  const { access, needsPassword, input: schema } = OPERATIONS[name];
  const { db, sessions } = handle;
  // A new shop has no owner yet: nobody can sign in, and there is no password.
  const isFounding = access === 'founder' && !findOwner(db);
  const actor = await accessOf(isFounding ? 'anyone' : access, sessions, accessToken);
  const checked = checkInput(schema, input);
  const own = log.child({ call: name, ...(actor && { by: actor.id }) });
  // In a tab only its own memory counts: the session may be that of another tab.
  const signedInAt = isTab || typeof accessToken !== 'string' ? undefined : sessions.signedInAt(accessToken);
  const guard = guardOf(memory, { ...handle, log: own, caller: actor?.id, signedInAt, isTab });
  if (needsPassword && !isFounding && (isTab || needsPassword !== 'in_tab'))
    guard.requirePassword(needsPassword !== true);
  // Described now: a restored database may hold another account under the same id.
  const who = actor && whoIs(db, actor.id);
  const { openVault } = host;
  const whileRestoring = async <Result>(work: () => Promise<Result>) => {
    // The command line may have made the owner meanwhile.
    if (isFounding) refuseOwner(db);
    return host.whileRestoring(handle, work);
  };
  const program = { file, putFile, wake, whileRestoring, openVault };
  const surface = { dataDir, log: own, guard, advice: WINDOW_ADVICE, ...program };
  return actingAs({ source: 'window', who }, () =>
    perform(name, checked as never, { ...handle, ...surface }),
  );
};
