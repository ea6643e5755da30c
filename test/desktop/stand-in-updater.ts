import { EventEmitter } from 'node:events';
import type { UpdateCheckResult, UpdateInfo } from 'electron-updater';
import type { Updater } from '../../main/desktop/electron.ts';
import { type Part, standFor } from './part.ts';

/** electron-updater, as far as it is used: a version is available, or none, or the server cannot be reached. */
export class StandInUpdater extends EventEmitter implements Part<Updater> {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  logger: Updater['logger'] = console;
  version: string | undefined;
  isReachable = true;
  installs: unknown[][] = [];
  installFault: Error | undefined;
  get whole(): Updater {
    return standFor<Updater>(this);
  }
  checkForUpdates(): Promise<UpdateCheckResult> {
    if (!this.isReachable) return Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED'));
    const { version } = this;
    const updateInfo = standFor<UpdateInfo>(version === undefined ? {} : { version });
    return Promise.resolve({ isUpdateAvailable: version !== undefined, updateInfo, versionInfo: updateInfo });
  }
  downloadUpdate(): Promise<string[]> {
    this.emit('download-progress', { percent: 41.7 });
    return this.isReachable ? Promise.resolve([]) : Promise.reject(new Error('cut off'));
  }
  quitAndInstall(...args: unknown[]): void {
    if (this.installFault) throw this.installFault;
    this.installs.push(args);
  }
}
