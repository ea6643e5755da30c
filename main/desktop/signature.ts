import { execFile } from 'node:child_process';

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
