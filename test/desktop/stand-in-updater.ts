import { EventEmitter } from 'node:events';

/** electron-updater, as far as it is used: a version is there, or none, or nothing can be reached. */
export class StandInUpdater extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  logger: unknown = {};
  version: string | undefined;
  isReachable = true;
  installs: unknown[][] = [];
  installFault: Error | undefined;
  checkForUpdates() {
    if (!this.isReachable) return Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED'));
    const { version } = this;
    return Promise.resolve({ isUpdateAvailable: version !== undefined, updateInfo: { version } });
  }
  downloadUpdate() {
    this.emit('download-progress', { percent: 41.7 });
    return this.isReachable ? Promise.resolve([]) : Promise.reject(new Error('cut off'));
  }
  quitAndInstall(...args: unknown[]) {
    if (this.installFault) throw this.installFault;
    this.installs.push(args);
  }
}
