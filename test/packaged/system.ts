import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How each system installs and removes a package. */
export interface Installation {
  /** Commands that install it for this user, or for all where the system has no other way. */
  install: readonly (readonly string[])[];
  /** The installed program. */
  program: string;
  /** On Windows only: the program of the command line. */
  admin: string | undefined;
  /** The folder of app.asar. */
  resources: string;
  remove: readonly (readonly string[])[];
}

/** The package of that kind and processor in a folder. @throws where it is not there */
const packageIn = (folder: string, pattern: RegExp): string => {
  const name = readdirSync(folder).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`${folder} has no package ${pattern}`);
  return join(folder, name);
};

/** @param folder of the packages, dist/packages */
export const installationOf = (
  folder: string,
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
  env: NodeJS.ProcessEnv = process.env,
): Installation => {
  if (platform === 'win32') {
    const to = `${env.LOCALAPPDATA}\\Programs\\Kramar`;
    return {
      install: [[packageIn(folder, new RegExp(`win-${arch}.*\\.exe$`)), '/S', '/currentuser']],
      program: `${to}\\Kramar.exe`,
      admin: `${to}\\kramar-admin.cmd`,
      resources: `${to}\\resources`,
      // With _? the uninstaller works where it is, and its end is the end of the work.
      remove: [[`${to}\\Uninstall Kramar.exe`, '/S', '/currentuser', `_?=${to}`]],
    };
  }
  if (platform === 'darwin') {
    const to = '/Applications/Kramar.app';
    return {
      install: [['ditto', '-xk', packageIn(folder, new RegExp(`mac-${arch}.*\\.zip$`)), '/Applications']],
      program: `${to}/Contents/MacOS/Kramar`,
      admin: undefined,
      resources: `${to}/Contents/Resources`,
      remove: [['rm', '-R', to]],
    };
  }
  const debian = arch === 'x64' ? 'amd64' : arch;
  return {
    install: [['sudo', 'apt-get', 'install', '-y', packageIn(folder, new RegExp(`linux-${debian}\\.deb$`))]],
    program: '/opt/Kramar/kramar',
    admin: undefined,
    resources: '/opt/Kramar/resources',
    remove: [['sudo', 'apt-get', 'remove', '-y', 'kramar']],
  };
};

/** Runs commands one after the other; a dry run only prints them. @throws where one fails */
export const runAll = (commands: readonly (readonly string[])[], isDryRun: boolean): void => {
  for (const [command = '', ...args] of commands) {
    process.stdout.write(`$ ${[command, ...args].join(' ')}\n`);
    if (isDryRun) continue;
    const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${command} ended with ${status ?? error?.message}`);
  }
};
