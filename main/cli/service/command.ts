/** How the system starts the service of an installed program. */

/** Runs the service without a window (desktop/index.ts). */
export const SERVICE_FLAG = '--service';

/**
 * Chromium's processes for pages are neither started nor prepared: there is no page. Under the restrictions of a unit
 * its preparation on Linux would fail.
 */
const WITHOUT_PAGES = ['--no-sandbox', '--no-zygote'];

/** The program and its first arguments. */
export const installedService = ({
  platform,
  execPath,
  env,
}: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>): string[] =>
  platform === 'linux'
    ? // An AppImage's mount vanishes with the process; its runtime names the file itself.
      [env.APPIMAGE || execPath, SERVICE_FLAG, ...WITHOUT_PAGES]
    : [execPath, SERVICE_FLAG];

/** The arguments of the service itself. */
export const serviceArguments = (args: readonly string[]): string[] =>
  args.filter((arg) => arg !== SERVICE_FLAG && !WITHOUT_PAGES.includes(arg));
