import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isLoopback } from '../platform/config.ts';

/** Part of macOS. */
const CODESIGN = '/usr/bin/codesign';

/**
 * Whether the program is signed by a developer whom Apple knows. Without that, macOS shows none of its notifications,
 * registers no login item and installs no update (https://www.electronjs.org/docs/latest/api/notification,
 * https://www.electronjs.org/docs/latest/api/auto-updater#macos). Other systems do not ask.
 */
export const isSignedProgram = (
  execPath: string,
  platform: NodeJS.Platform,
  command = CODESIGN,
): Promise<boolean> => {
  if (platform !== 'darwin') return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile(command, ['--display', '--verbose=2', execPath], (error, _stdout, stderr) =>
      // An ad-hoc signature has no team.
      resolve(!error && /^TeamIdentifier=(?!not set)/m.test(stderr)),
    );
  });
};

/** `url: https://…` of the feed; feeds of a named provider (github) have none and are always https. */
const FEED = /^\s*url:\s*(\S+)\s*$/m;

/**
 * Whether this build has an update channel that can be trusted: over https, or on this computer, for a rehearsal.
 * https://www.electron.build/auto-update
 * @param file written by the packager; absent where the build has no channel
 */
export const hasUpdateChannel = (file: string): boolean => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  const address = FEED.exec(text)?.[1];
  if (address === undefined) return true;
  const url = URL.parse(address.replace(/^['"]|['"]$/g, ''));
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
};
