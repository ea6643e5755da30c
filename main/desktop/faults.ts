import type { Program } from './electron.ts';

/**
 * Faults that nobody foresaw. A listener of our own also keeps Electron from showing its dialog with a stack
 * (https://www.electronjs.org/docs/latest/api/process). Node counts a rejection that nobody handles as the first;
 * Electron only warns of it, so it is listened to by itself.
 */
export const onFault = (process: Program['process'], handle: (error: unknown) => void): void => {
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
};
