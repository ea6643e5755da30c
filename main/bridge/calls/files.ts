import { defaultFolder } from '../../domain/backups/list.ts';
import { backupFolder } from '../../domain/settings.ts';
import { makeFolder } from '../../platform/data-folder.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Call, Works } from '../call.ts';
import type { Desk } from '../desk.ts';

export const fileCalls: Works<'folder' | 'file' | 'page' | 'outside'> = {
  'folder.choose': async ({ desk }) => ({ path: await desk.chooseFolder() }),
  'folder.open': async (call) => {
    await call.desk.openFolder(folderOf(call, call.input.which));
    return null;
  },
  'file.save': async ({ desk, input }) => ({ path: await save(desk, input.name, input.bytes) }),
  'page.print': async ({ desk }) => {
    await desk.print();
    return null;
  },
  'page.pdf': async ({ desk, input }) => ({ path: await save(desk, input.name, await desk.pdf()) }),
  'outside.open': async ({ desk, input }) => {
    await desk.openOutside(input.url);
    return null;
  },
};

const folderOf = (
  { host, running, logs }: Pick<Call, 'host' | 'running' | 'logs'>,
  which: 'data' | 'logs' | 'backups',
): string => {
  const { dataDir } = host.config();
  if (which === 'data') return dataDir;
  if (which === 'logs') return logs;
  const folder = backupFolder(running.handle.db, dataDir);
  // As the first backup would do.
  if (folder === defaultFolder(dataDir)) makeFolder(folder);
  return folder;
};

/** Where to is the user's choice, and that may be a full disk or one that is gone. */
const save = async (desk: Desk, name: string, bytes: Uint8Array): Promise<string | null> => {
  try {
    return await desk.saveFile(name, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new OwnerError(
      'FILE_NOT_SAVED',
      `The file could not be saved: ${reasonOf(error).why}. Nothing else was changed. Choose another place.`,
      { cause: error },
    );
  }
};
