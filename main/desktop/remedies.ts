import { join } from 'node:path';
import type { Updates } from '../bridge/desk.ts';
import { LostDatabaseError, replaceLostDatabase, summaryOf } from '../domain/backups/lost-database.ts';
import { restoreBackup } from '../domain/backups/restore.ts';
import { logFolder } from '../domain/installation.ts';
import { isLoopback } from '../platform/config.ts';
import { readEndpoint } from '../platform/data-folder.ts';
import { ask } from './dialogs.ts';
import type { Electron } from './electron.ts';
import { type Choice, messageOf } from './failures.ts';
import type { Texts } from './texts.ts';

/** What each button of the dialog about a failed start does. */
export interface Remedies {
  electron: Pick<Electron, 'dialog' | 'shell'>;
  texts(): Texts;
  updates: Updates;
  /** Undefined: it is not known which. */
  dataDir(): string | undefined;
  takeFreePort(): void;
  takeFolder(folder: string): void;
}

/** again: try to start once more; ask: the dialog again, for nothing has changed. */
type Outcome = 'again' | 'ask' | 'quit';

export const remedy = (choice: Choice, remedies: Remedies, error?: unknown): Outcome | Promise<Outcome> => {
  switch (choice) {
    case 'retry':
      return 'again';
    case 'free-port':
      remedies.takeFreePort();
      return 'again';
    case 'choose-folder':
      return chooseFolder(remedies);
    case 'open-browser':
      return openBrowser(remedies);
    case 'check-update':
      return update(remedies);
    case 'open-backups':
      return openFolder(remedies, (dataDir) => join(dataDir, 'backups'));
    case 'restore-latest':
      return restoreLatest(remedies, error);
    case 'choose-backup':
      return chooseBackup(remedies);
    case 'start-anew':
      return beginAnew(remedies, error);
    case 'open-logs':
      return openFolder(remedies, logFolder);
    case 'quit':
      return 'quit';
  }
};

const chooseFolder = async ({ electron, texts, takeFolder }: Remedies): Promise<Outcome> => {
  const { canceled, filePaths } = await electron.dialog.showOpenDialog({
    title: texts().folder.choose,
    properties: ['openDirectory', 'createDirectory'],
  });
  const [folder] = filePaths;
  if (canceled || folder === undefined) return 'ask';
  takeFolder(folder);
  return 'again';
};

/** Of the service that has the folder: nothing is left for this program to do. */
const openBrowser = async ({ electron, dataDir }: Remedies): Promise<Outcome> => {
  const url = URL.parse(readEndpoint(dataDir() ?? '')?.base_url ?? '');
  // The file is only a file: whatever wrote it must not make us start anything.
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname)) return 'ask';
  await electron.shell.openExternal(`${url.origin}/`);
  return 'quit';
};

const restoreLatest = async (remedies: Remedies, error: unknown): Promise<Outcome> => {
  const newest = error instanceof LostDatabaseError ? error.lost.newest : undefined;
  return newest ? restore(remedies, newest.path) : 'ask';
};

const chooseBackup = async (remedies: Remedies): Promise<Outcome> => {
  const { canceled, filePaths } = await remedies.electron.dialog.showOpenDialog({
    title: remedies.texts().failures.choice['choose-backup'],
    properties: ['openFile'],
    filters: [{ name: 'Kramar', extensions: ['db'] }],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? 'ask' : restore(remedies, path);
};

/** Where it fails, the dialog comes again with the other choices; nothing was changed then. */
const restore = (remedies: Remedies, path: string): Promise<Outcome> =>
  orTold(remedies, async (dataDir) => {
    await restoreBackup(dataDir, path, Date.now());
  });

/** Said twice, since it is the one choice after which the shop is empty. */
const beginAnew = async (remedies: Remedies, error: unknown): Promise<Outcome> => {
  const { electron, texts } = remedies;
  const t = texts().failures;
  const newest = error instanceof LostDatabaseError ? error.lost.newest : undefined;
  const chosen = await ask(electron.dialog, {
    type: 'warning',
    message: t.startAnew,
    detail: [t.startAnewText, ...(newest ? [summaryOf(newest)] : [])].join('\n\n'),
    buttons: [t.choice['start-anew'], t.back],
    usual: 1,
  });
  if (chosen !== 0) return 'ask';
  return orTold(remedies, async (dataDir) => {
    replaceLostDatabase(dataDir, Date.now());
  });
};

const orTold = async (
  { electron, texts, dataDir }: Remedies,
  work: (dataDir: string) => Promise<void>,
): Promise<Outcome> => {
  const folder = dataDir();
  if (folder === undefined) return 'ask';
  try {
    await work(folder);
    return 'again';
  } catch (error) {
    const t = texts().failures;
    const detail = `${t.exactly} ${messageOf(error)}`;
    await ask(electron.dialog, { type: 'error', message: t.notDone, detail, buttons: [t.back] });
    return 'ask';
  }
};

const openFolder = async (
  { electron, dataDir }: Remedies,
  pathOf: (dataDir: string) => string,
): Promise<Outcome> => {
  const folder = dataDir();
  // Empty is what it answers when all went well; otherwise the folder above it still shows what there is.
  if (folder !== undefined && (await electron.shell.openPath(pathOf(folder))) !== '')
    await electron.shell.openPath(folder);
  return 'ask';
};

const update = async (remedies: Remedies): Promise<Outcome> => {
  const { electron, texts, updates } = remedies;
  const t = texts().failures;
  const found = await updates.check();
  if (found.status !== 'available') {
    const message = found.status === 'failed' ? t.updateFailed : t.updateNone;
    await ask(electron.dialog, { type: 'info', message, detail: found.detail, buttons: [t.back] });
    return 'ask';
  }
  const buttons = [t.updateInstall, t.back];
  const message = t.updateFound(found.version);
  const chosen = await ask(electron.dialog, { type: 'question', message, detail: t.updateText, buttons });
  return chosen === 0 ? install(remedies) : 'ask';
};

const install = async ({ electron, texts, updates }: Remedies): Promise<Outcome> => {
  const t = texts().failures;
  const { status, detail } = await updates.download();
  if (status === 'ready') {
    await updates.install();
    return 'quit';
  }
  await ask(electron.dialog, { type: 'error', message: t.updateFailed, detail, buttons: [t.back] });
  return 'ask';
};
