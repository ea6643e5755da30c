import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { flag, nullable, string } from '../../../shared/api/answers.ts';
import { environment, UsageError } from '../../platform/config.ts';
import { databaseFile, prepareDataFolder, readEndpoint } from '../../platform/data-folder.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { knownBackupFolder } from '../../safekeeping/backups/folder.ts';
import { logFolder } from '../../safekeeping/installation.ts';
import { peekSetting } from '../../store/db/examine.ts';
import type { Call, Commands, Run } from '../command.ts';
import { IS_INSTALLED } from '../console-command.ts';
import { requireDatabase } from '../open.ts';
import type { Values } from '../options.ts';
import { result } from '../results.ts';
import { installedService } from '../service/command.ts';
import type { ServiceSpec } from '../service/definitions.ts';
import { type ServiceManager, serviceManager } from '../service/managers.ts';

/** Kramar as a service of the system, without a window. */

export const managerOf = (isAtBoot: boolean): ServiceManager =>
  serviceManager({ platform: process.platform, env: environment(), home: homedir(), isAtBoot });

const serviceInstall: Run = async (call) => {
  const { config, values } = call;
  const isAtBoot = values['at-boot'] === true;
  if (isAtBoot) refuseUnfitForBoot(call);
  else prepareDataFolder(config.dataDir);
  const manager = managerOf(isAtBoot);
  manager.install(specOf(call, isAtBoot));
  const when = isAtBoot ? 'with the computer' : 'when you sign in';
  return {
    json: { ok: true, place: manager.place, at_boot: isAtBoot, state: manager.state() },
    lines: [
      `Kramar starts ${when} from now on, and was started now (${manager.state()}). It is kept in ${manager.place}.`,
      'Its address and what it does: service status. To end that: service remove.',
    ],
  };
};

const serviceStatus: Run = async ({ config, values }) => {
  const manager = managerOf(values['at-boot'] === true);
  const isInstalled = manager.isInstalled();
  const endpoint = readEndpoint(config.dataDir);
  const address = endpoint?.alive ? endpoint.base_url : null;
  const state = isInstalled ? manager.state() : 'not installed';
  const missing = manager.missingFiles();
  return {
    json: {
      ok: true,
      is_installed: isInstalled,
      place: manager.place,
      state,
      missing_files: missing,
      base_url: address,
    },
    lines: [
      isInstalled
        ? `The service is installed in ${manager.place}: ${state}.`
        : `No service is installed in ${manager.place}.`,
      ...(missing.length > 0 ? [staleService(manager.place, missing)] : []),
      address === null ? `Nothing runs with ${config.dataDir}.` : `Kramar answers at ${address}`,
    ],
  };
};

/** The program was moved, or its Node now comes from another package. */
export const staleService = (place: string, missing: readonly string[]): string =>
  `The service in ${place} names ${missing.join(' and ')}, which is not there, so it cannot start. ` +
  'Nothing of the shop is lost. From the program that you use now, install it again with the same options: service install.';

const serviceRemove: Run = async ({ values }) => {
  const manager = managerOf(values['at-boot'] === true);
  if (!manager.isInstalled())
    throw new OwnerError('NO_SERVICE', `No service is installed in ${manager.place}. Nothing was changed.`);
  manager.remove();
  return {
    json: { ok: true, place: manager.place },
    lines: ['The service was stopped and removed. The data folder and the program stay.'],
  };
};

/**
 * Before anybody has signed in, no keychain is open: the key must be in a file, or the bank could not be called.
 * @throws OwnerError, UsageError
 */
const refuseUnfitForBoot = ({ config, values }: Call): void => {
  const isRoot = process.platform === 'win32' || process.getuid?.() === 0;
  if (!isRoot)
    throw new OwnerError(
      'NEEDS_ADMINISTRATOR',
      'A service from the start of the computer on is installed by an administrator (sudo). Nothing was changed.',
    );
  if (values['data-dir'] === undefined)
    throw new UsageError(
      "--data-dir is missing. Expected: the shop's folder, since an administrator's own is another.",
    );
  // A folder that an administrator makes would not be the user's.
  requireDatabase(config);
  if (config.keychain === 'os')
    throw new OwnerError(
      'KEY_IN_KEYCHAIN',
      'The key to the bank tokens is in the keychain, which opens only when you sign in, so a service from the start of the computer on could not call the bank. ' +
        'Nothing was changed. Install the service without --at-boot, which starts when you sign in; or keep the key in a file (--keychain file) and enter the bank tokens again (terminal token).',
    );
};

const specOf = ({ config, values }: Call, isAtBoot: boolean): ServiceSpec => {
  const { dataDir, keychain, bankUrl, port, isPortChosen } = config;
  const backups = knownBackupFolder(peekSetting(databaseFile(dataDir), 'backup_folder'), dataDir);
  const isOutside = !backups.startsWith(dataDir) && existsSync(backups);
  const options = [
    '--data-dir',
    dataDir,
    '--keychain',
    keychain,
    ...(isPortChosen ? ['--port', String(port)] : []),
    '--bank-url',
    bankUrl,
  ];
  return {
    command: [...serviceProgram(), ...options],
    bootUser: isAtBoot ? bootUserOf(values) : undefined,
    folders: [dataDir, ...(isOutside ? [backups] : [])],
    logFile: join(logFolder(dataDir), 'service.log'),
  };
};

/** The installed program itself; of a checkout this Node and the entry beside the console's, from source and built. */
const serviceProgram = (): string[] => {
  if (IS_INSTALLED)
    return installedService({ platform: process.platform, execPath: process.execPath, env: environment() });
  const console = process.argv[1] ?? '';
  return [process.execPath, console.replace(/cli(\.m?[jt]s)$/, 'headless$1')];
};

/** @throws UsageError */
const bootUserOf = ({ 'run-as': wanted }: Values): string => {
  const user = wanted ?? environment().SUDO_USER ?? userInfo().username;
  if (!/^[\w][\w.-]*\$?$/.test(user) || (user === 'root' && wanted === undefined))
    throw new UsageError(
      '--run-as is missing. Expected: --run-as U, the user of this computer whose shop it is.',
    );
  return user;
};

const place = () => string('The file or task that the system keeps.', '/etc/systemd/system/kramar.service');

export const serviceCommands = {
  'service install': {
    summary: 'lets the system start Kramar without a window, and starts it now',
    details: [
      'A unit of systemd, an agent of launchd or a task of Windows. Without --at-boot it starts when you sign in and may use the keychain. With --at-boot it starts with the computer: an administrator installs it, names the folder, and the key is in a file, since no keychain is open then.',
      'A second install replaces the first, for example after the program was moved.',
    ],
    options: ['at-boot', 'run-as'],
    examples: [
      'service install',
      'service install --at-boot --run-as olena --data-dir /home/olena/.local/share/kramar --keychain file',
    ],
    result: result({
      place: place(),
      at_boot: flag('Whether it starts with the computer.'),
      state: string("In the system's own words.", 'active'),
    }),
    hasNoLog: true,
    run: serviceInstall,
  },
  'service status': {
    summary: 'shows whether the service is installed, runs and answers',
    options: ['at-boot'],
    examples: ['service status', 'service status --at-boot'],
    result: result({
      is_installed: flag('Whether the system knows it.', true),
      place: place(),
      state: string("In the system's own words.", 'active'),
      missing_files: v.array(string('A file that its command names and that is not there any more.')),
      base_url: nullable(string('Where Kramar answers; null: nothing runs with that folder.')),
    }),
    hasNoLog: true,
    run: serviceStatus,
  },
  'service remove': {
    summary: 'stops the service and forgets it; data and program stay',
    options: ['at-boot'],
    examples: ['service remove', 'service remove --at-boot'],
    result: result({ place: place() }),
    hasNoLog: true,
    run: serviceRemove,
  },
} satisfies Commands;
