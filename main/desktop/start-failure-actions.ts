import { join } from 'node:path';
import type { Updates } from '../bridge/native-shell.ts';
import { isLoopback } from '../platform/config.ts';
import { readEndpoint } from '../platform/data-folder.ts';
import { LostDatabaseError, replaceLostDatabase, summaryOf } from '../safekeeping/backups/lost-database.ts';
import { restoreBackup } from '../safekeeping/backups/restore.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { ask } from './dialogs.ts';
import type { Electron } from './electron.ts';
import { type Choice, messageOf } from './failures.ts';
import type { Texts } from './texts.ts';

/** Dependencies of the buttons in the dialog about a failed start. */
export interface StartFailureContext {
  electron: Pick<Electron, 'dialog' | 'shell'>;
  texts(): Texts;
  updates: Updates;
  /** Undefined: the config could not be read. */
  dataDir(): string | undefined;
  takeFreePort(): void;
  takeFolder(folder: string): void;
}

/** again: start again; ask: show the dialog again, for nothing has changed. */
type Outcome = 'again' | 'ask' | 'quit';

export const runStartFailureAction = (
  choice: Choice,
  context: StartFailureContext,
  error?: unknown,
): Outcome | Promise<Outcome> => {
  switch (choice) {
    case 'retry':
      return 'again';
    case 'free-port':
      context.takeFreePort();
      return 'again';
    case 'choose-folder':
      return chooseFolder(context);
    case 'open-browser':
      return openBrowser(context);
    case 'check-update':
      return update(context);
    case 'open-backups':
      return openFolder(context, (dataDir) => join(dataDir, 'backups'));
    case 'restore-latest':
      return restoreLatest(context, error);
    case 'choose-backup':
      return chooseBackup(context);
    case 'start-anew':
      return confirmStartAnew(context, error);
    case 'open-logs':
      return openFolder(context, logFolder);
    case 'quit':
      return 'quit';
  }
};

const chooseFolder = async ({ electron, texts, takeFolder }: StartFailureContext): Promise<Outcome> => {
  const { canceled, filePaths } = await electron.dialog.showOpenDialog({
    title: texts().folder.choose,
    properties: ['openDirectory', 'createDirectory'],
  });
  const [folder] = filePaths;
  if (canceled || folder === undefined) return 'ask';
  takeFolder(folder);
  return 'again';
};

/** Opens the page of the service that holds the folder; this program then has nothing to do. */
const openBrowser = async ({ electron, dataDir }: StartFailureContext): Promise<Outcome> => {
  const url = URL.parse(readEndpoint(dataDir() ?? '')?.base_url ?? '');
  // The file is untrusted: its content must not make us start anything.
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname)) return 'ask';
  await electron.shell.openExternal(`${url.origin}/`);
  return 'quit';
};

const restoreLatest = async (context: StartFailureContext, error: unknown): Promise<Outcome> => {
  const newest = error instanceof LostDatabaseError ? error.lost.newest : undefined;
  return newest ? restore(context, newest.path) : 'ask';
};

const chooseBackup = async (context: StartFailureContext): Promise<Outcome> => {
  const { canceled, filePaths } = await context.electron.dialog.showOpenDialog({
    title: context.texts().failures.choice['choose-backup'],
    properties: ['openFile'],
    filters: [{ name: 'Kramar', extensions: ['db'] }],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? 'ask' : restore(context, path);
};

/** A failure changes nothing and shows the dialog again with the other choices. */
const restore = (context: StartFailureContext, path: string): Promise<Outcome> =>
  retryOrReport(context, async (dataDir) => {
    await restoreBackup(dataDir, path, Date.now());
  });

/** Confirmed twice: it is the only choice that leaves the shop empty. */
const confirmStartAnew = async (context: StartFailureContext, error: unknown): Promise<Outcome> => {
  const { electron, texts } = context;
  const t = texts().failures;
  const newest = error instanceof LostDatabaseError ? error.lost.newest : undefined;
  const chosen = await ask(electron.dialog, {
    type: 'warning',
    message: t.startAnew,
    detail: [t.startAnewText, ...(newest ? [summaryOf(newest)] : [])].join('\n\n'),
    buttons: [t.choice['start-anew'], t.back],
    defaultButton: 1,
  });
  if (chosen !== 0) return 'ask';
  return retryOrReport(context, async (dataDir) => {
    replaceLostDatabase(dataDir, Date.now());
  });
};

const retryOrReport = async (
  { electron, texts, dataDir }: StartFailureContext,
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
  { electron, dataDir }: StartFailureContext,
  pathOf: (dataDir: string) => string,
): Promise<Outcome> => {
  const folder = dataDir();
  // An empty string is success; otherwise the parent folder is opened.
  if (folder !== undefined && (await electron.shell.openPath(pathOf(folder))) !== '')
    await electron.shell.openPath(folder);
  return 'ask';
};

const update = async (context: StartFailureContext): Promise<Outcome> => {
  const { electron, texts, updates } = context;
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
  return chosen === 0 ? install(context) : 'ask';
};

const install = async ({ electron, texts, updates }: StartFailureContext): Promise<Outcome> => {
  const t = texts().failures;
  const { status, detail } = await updates.download();
  if (status === 'ready') {
    await updates.install();
    return 'quit';
  }
  await ask(electron.dialog, { type: 'error', message: t.updateFailed, detail, buttons: [t.back] });
  return 'ask';
};
