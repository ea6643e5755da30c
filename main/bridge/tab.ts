import type { Readable } from 'node:stream';
import type { BridgeAnswer } from '../../shared/bridge/bridge.ts';
import { isOperation, OPERATIONS } from '../../shared/operations/operations.ts';
import { createGuardMemory, type GuardMemory } from '../operations/guard.ts';
import type { PutFile, StoppingHost } from '../operations/operation.ts';
import { type Download, makeDownload } from '../safekeeping/downloads.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { KEY_PREFIX } from '../shop/accounts/keys.ts';
import { noteAction } from '../shop/actions/record.ts';
import { callOperation, type OperationService } from './call-operation.ts';
import { internal, logLevelOf, notAllowed, refusalOf } from './refusals.ts';
import { noteSecrets } from './secrets.ts';

interface TabCall {
  name: string;
  input: unknown;
  accessToken: string | null;
  /** The body of the request, where it is a file. */
  file: Readable | undefined;
  memory: GuardMemory;
  /** The service stops for this call now: the answer comes when it runs again. */
  onStopping(): void;
  /** The answer is this file. */
  onFile(file: Download): void;
}

/** The operations as a browser tab calls them; main/http/tab.ts has checked that it is the owner's tab. */
export const createTabSurface = (service: Omit<OperationService, 'putFile'>) => ({
  open: (): GuardMemory => {
    const { db, now } = service.handle;
    noteAction(db, now(), { code: 'tab_opened' });
    return createGuardMemory();
  },
  call: async ({
    name,
    input,
    accessToken,
    file,
    memory,
    onStopping,
    onFile,
  }: TabCall): Promise<BridgeAnswer> => {
    if (!isOperation(name) || !OPERATIONS[name].isInTab)
      return { ok: false, refusal: notAllowed('A browser tab cannot do this. Nothing was done.') };
    if (accessToken?.startsWith(KEY_PREFIX))
      return { ok: false, refusal: notAllowed('The key of a till does nothing here. Nothing was done.') };
    const { log, dataDir } = service;
    noteSecrets(log, input);
    try {
      const call = { input, accessToken, memory, isTab: true };
      const whileRestoring: StoppingHost['whileRestoring'] = (of, work) =>
        service.host.whileRestoring(of, work, onStopping);
      const putFile: PutFile = async (write) => {
        const made = await makeDownload(dataDir, write);
        onFile(made);
        return made.name;
      };
      const host = { ...service.host, whileRestoring };
      const value = await callOperation(name, call, { ...service, host, file, putFile });
      return { ok: true, value: value as never };
    } catch (error) {
      const known = refusalOf(error);
      const level = known ? logLevelOf(known) : 'error';
      log[level]('A call of a browser tab was refused.', {
        call: name,
        ...(level !== 'debug' && { err: error }),
      });
      return { ok: false, refusal: known ?? internal(logFolder(dataDir)) };
    }
  },
});
