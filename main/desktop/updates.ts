import type { UpdateState } from '../../shared/bridge/computer.ts';
import type { SendEvent, Updates } from '../bridge/native-shell.ts';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { Updater } from './electron.ts';

/** https://www.electron.build/auto-update: nothing is checked, downloaded or installed before the owner says so. */

interface UpdateContext {
  /** Undefined: this build has no update channel. */
  load: (() => Promise<Updater>) | undefined;
  sendEvent: SendEvent;
  log: () => Log;
  /** Stops the service in order. */
  stop(): Promise<void>;
  /** Restarts the service after an installer that did not. */
  resume(): Promise<void>;
}

const OFF: UpdateState = { status: 'off', version: '', progress: 0, detail: '' };
const BUSY: ReadonlySet<UpdateState['status']> = new Set(['checking', 'downloading']);

export const createUpdates = ({ load, sendEvent, log, stop, resume }: UpdateContext): Updates => {
  let state: UpdateState = load ? { ...OFF, status: 'unknown' } : OFF;
  let isInstalling = false;
  let givingUp: Promise<void> | undefined;

  const become = (next: Partial<UpdateState>): UpdateState => {
    state = { ...state, detail: '', progress: 0, ...next };
    sendEvent({ type: 'update', state });
    return state;
  };
  const fail = (error: unknown): UpdateState => {
    log().warn('The update did not work; everything is as it was.', { error });
    return become({ status: 'failed', detail: error instanceof Error ? error.message : String(error) });
  };
  /** Reopens the shop. */
  const giveUp = (error: unknown): void => {
    log().debug('The updater reports an error.', { error });
    if (!isInstalling) return;
    isInstalling = false;
    fail(error);
    givingUp = resume().catch((fault: unknown) =>
      log().error('Kramar did not start again after an update that was not installed.', { error: fault }),
    );
  };
  const updaterOf = createLoader((percent) => {
    if (state.status === 'downloading') become({ status: 'downloading', progress: Math.floor(percent) });
  }, giveUp);

  return {
    state: () => state,
    check: async () => {
      if (!load || BUSY.has(state.status) || state.status === 'ready') return state;
      become({ status: 'checking', version: '' });
      return updaterOf(load).then(findUpdate).then(become, fail);
    },
    download: async () => {
      if (!load || state.status !== 'available') return state;
      become({ status: 'downloading' });
      return updaterOf(load).then(downloadUpdate).then(become, fail);
    },
    install: async () => {
      if (!load || state.status !== 'ready') throw noUpdateReady();
      const updater = await updaterOf(load);
      givingUp = undefined;
      await stop();
      isInstalling = true;
      try {
        // Silent: Windows' installer starts the program again by itself only then, and the till waits for it
        // (electron-builder's assistedInstaller.nsh, --force-run; the other systems ignore the first).
        updater.quitAndInstall(true, true);
      } catch (error) {
        giveUp(error);
      }
      if (!givingUp) return;
      await givingUp;
      throw notInstalled();
    },
  };
};

const findUpdate = async (updater: Updater): Promise<Partial<UpdateState>> => {
  const found = await updater.checkForUpdates();
  return found?.isUpdateAvailable
    ? { status: 'available', version: found.updateInfo.version }
    : { status: 'none' };
};

const downloadUpdate = async (updater: Updater): Promise<Partial<UpdateState>> => {
  await updater.downloadUpdate();
  return { status: 'ready', progress: 100 };
};

type Load = () => Promise<Updater>;

/** Opens the updater at its first use, and again after a failure. */
const createLoader = (onProgress: (percent: number) => void, onError: (error: unknown) => void) => {
  let loaded: Promise<Updater> | undefined;
  const open = async (load: Load): Promise<Updater> => {
    const updater = await load();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.logger = null;
    updater.on('download-progress', ({ percent }) => onProgress(percent));
    // Without a listener an error would end the program. The promises report the same errors; only an installer that
    // does not start reports by this event alone, on macOS some time later.
    updater.on('error', onError);
    return updater;
  };
  return (load: Load): Promise<Updater> => {
    loaded ??= open(load).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
};

const noUpdateReady = (): OwnerError =>
  new OwnerError(
    'NO_UPDATE_READY',
    'There is no update that could be installed. Nothing was changed. Look for one and download it first.',
  );

const notInstalled = (): OwnerError =>
  new OwnerError(
    'UPDATE_NOT_INSTALLED',
    'The update could not be installed. The program goes on as it was. Try again later.',
  );
