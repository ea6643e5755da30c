import type { Computer } from '../../../shared/bridge/computer.ts';
import { version } from '../../../shared/version.ts';
import { makeFolder } from '../../platform/data-folder.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { defaultFolder } from '../../safekeeping/backups/list.ts';
import { noteAction } from '../../shop/actions/record.ts';
import { backupFolder } from '../../shop/settings.ts';
import type { Call, Handlers } from '../call.ts';
import type { NativeShell, ShellPreferences } from '../native-shell.ts';

export const computerHandlers: Handlers<'computer' | 'customer_screen'> = {
  'customer_screen.state': ({ shell }) => shell.customerScreen.state(),
  'customer_screen.open': ({ shell, running }) => {
    shell.customerScreen.open(running.origin);
    return shell.customerScreen.state();
  },
  'customer_screen.close': ({ shell }) => {
    shell.customerScreen.close();
    return shell.customerScreen.state();
  },
  'computer.state': (call) => presentComputer(call, call.shell.preferences()),
  'computer.change': (call) => {
    const preferences = call.shell.changePreferences(call.input);
    const { db, now } = call.running.handle;
    noteAction(db, now(), { code: 'computer_changed', facts: { changed: Object.keys(call.input) } });
    call.log.info('What the program does on this computer was changed.', { ...call.input });
    return presentComputer(call, preferences);
  },
  'computer.theme': ({ shell, input }) => shell.setTheme(input.theme),
  'computer.language': ({ shell, input }) => shell.setLanguage(input.language),
};

type ComputerContext = Pick<Call, 'host' | 'running' | 'logs'>;

const presentComputer = (
  { host, running, logs }: ComputerContext,
  preferences: ShellPreferences,
): Computer => ({
  platform: process.platform,
  version,
  data_folder: host.config().dataDir,
  log_folder: logs,
  base_url: running.baseUrl,
  ...preferences,
});

export const fileHandlers: Handlers<'folder' | 'file' | 'page' | 'outside' | 'printers'> = {
  'folder.choose': async ({ shell, guard }) => {
    const path = await shell.chooseFolder();
    if (path !== null) guard.noteChosenFolder(path);
    return { path };
  },
  'folder.open': async (call) => {
    await call.shell.openFolder(folderOf(call, call.input.which));
  },
  'file.save': async ({ shell, input }) => ({ path: await save(shell, input.name, input.bytes) }),
  'printers.list': ({ shell }) => shell.printers(),
  'page.print': ({ shell, input }) => shell.print(input),
  'page.pdf': async ({ shell, input }) => ({ path: await save(shell, input.name, await shell.pdf()) }),
  'outside.open': ({ shell, input }) => shell.openExternal(input.url),
};

const folderOf = (
  { host, running, logs }: Pick<Call, 'host' | 'running' | 'logs'>,
  which: 'data' | 'logs' | 'backups',
): string => {
  const { dataDir } = host.config();
  if (which === 'data') return dataDir;
  if (which === 'logs') return logs;
  const folder = backupFolder(running.handle.db, dataDir);
  // The first backup would create it too.
  if (folder === defaultFolder(dataDir)) makeFolder(folder);
  return folder;
};

/** The user chooses the disk, and it may be full or gone. */
const save = async (shell: NativeShell, name: string, bytes: Uint8Array): Promise<string | null> => {
  try {
    return await shell.saveFile(name, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const { fault, why } = reasonOf(error);
    throw new OwnerError(
      'FILE_NOT_SAVED',
      `The file could not be saved: ${why}. Nothing else was changed. Choose another place.`,
      { facts: { fault }, cause: error },
    );
  }
};
