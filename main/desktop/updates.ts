import type { UpdateState } from '../../shared/bridge.ts';
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
  let loaded: Promise<Updater> | undefined;
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
    if (!isInstalling) return;
    isInstalling = false;
    fail(error);
    givingUp = resume().catch((fault: unknown) =>
      log().error('Kramar did not start again after an update that was not installed.', { error: fault }),
    );
  };
  const open = async (loader: () => Promise<Updater>): Promise<Updater> => {
    const updater = await loader();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.logger = null;
    updater.on('download-progress', ({ percent }) => {
      if (state.status === 'downloading') become({ status: 'downloading', progress: Math.floor(percent) });
    });
    // Without a listener an error would end the program. The promises report the same errors; only an installer that
    // does not start reports by this event alone, on macOS some time later.
    updater.on('error', (error) => {
      log().debug('The updater tells an error.', { error });
      giveUp(error);
    });
    return updater;
  };
  const updaterOf = (loader: () => Promise<Updater>): Promise<Updater> => {
    loaded ??= open(loader).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };

  return {
    state: () => state,
    check: async () => {
      if (!load || BUSY.has(state.status) || state.status === 'ready') return state;
      become({ status: 'checking', version: '' });
      try {
        const found = await (await updaterOf(load)).checkForUpdates();
        return found?.isUpdateAvailable
          ? become({ status: 'available', version: found.updateInfo.version })
          : become({ status: 'none' });
      } catch (error) {
        return fail(error);
      }
    },
    download: async () => {
      if (!load || state.status !== 'available') return state;
      become({ status: 'downloading' });
      try {
        await (await updaterOf(load)).downloadUpdate();
        return become({ status: 'ready', progress: 100 });
      } catch (error) {
        return fail(error);
      }
    },
    install: async () => {
      if (!load || state.status !== 'ready')
        throw new OwnerError(
          'NO_UPDATE_READY',
          'There is no update that could be installed. Nothing was changed. Look for one and download it first.',
        );
      const updater = await updaterOf(load);
      givingUp = undefined;
      await stop();
      isInstalling = true;
      try {
        updater.quitAndInstall(false, true);
      } catch (error) {
        giveUp(error);
      }
      if (!givingUp) return;
      await givingUp;
      throw new OwnerError(
        'UPDATE_NOT_INSTALLED',
        'The update could not be installed. The program goes on as it was. Try again later.',
      );
    },
  };
};
