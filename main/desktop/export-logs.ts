import { writeFile } from 'node:fs/promises';
import { zipLogs } from '../platform/log-archive.ts';
import type { Electron } from './electron.ts';
import { suggestedPath } from './native-shell.ts';
import type { ShopWindow } from './window.ts';

interface ExportContext {
  electron: Pick<Electron, 'app' | 'dialog' | 'shell'>;
  window: Pick<ShopWindow, 'window'>;
  /** The logs' folder. */
  folder: string;
}

/** Help → saves the logs as one file, and shows it in the system's file manager. @throws when it cannot be written */
export const exportLogs = async ({ electron, window, folder }: ExportContext): Promise<void> => {
  const { app, dialog, shell } = electron;
  const defaultPath = suggestedPath(app, 'kramar-logs.zip');
  const { canceled, filePath } = await dialog.showSaveDialog(window.window, { defaultPath });
  if (canceled || filePath === '') return;
  await writeFile(filePath, await zipLogs(folder));
  shell.showItemInFolder(filePath);
};
