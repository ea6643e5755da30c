import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { OwnerError } from '../../platform/owner-error.ts';
import {
  commandOfPlist,
  commandOfTask,
  commandOfUnit,
  LAUNCHD_LABEL,
  launchdPlist,
  type ServiceSpec,
  systemdUnit,
  taskXml,
} from './definitions.ts';

/** The service manager of this system. */
export interface ServiceManager {
  /** The file, or the name, under which the system knows the service. */
  place: string;
  isInstalled(): boolean;
  /** In the system's own words. */
  state(): string;
  /** The files that its command names and that are no longer there: it cannot start. */
  missingFiles(): string[];
  /**
   * Installs it, or puts a newer definition in its place, and starts it.
   * @throws OwnerError SERVICE_REFUSED; then the definition is as it was before
   */
  install(spec: ServiceSpec): void;
  /** Stops it in order and forgets it. @throws OwnerError SERVICE_REFUSED */
  remove(): void;
}

interface Place {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  isAtBoot: boolean;
}

const UNIT = 'kramar.service';
const TASK = 'Kramar';
/** For an answer of the Task Scheduler. */
const QUERY_MS = 3_000;

/** @throws OwnerError SERVICE_REFUSED, with what the system has said */
const run = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  const why = (error?.message ?? (stderr || stdout)).trim().replaceAll(/\s+/g, ' ');
  throw new OwnerError(
    'SERVICE_REFUSED',
    `The system refused "${[program, ...args].join(' ')}": ${why || `exit code ${status}`}. The shop's data is not touched.`,
    { facts: { isOfUser: program === 'systemctl' && args[0] === '--user' } },
  );
};

/** What a program prints in a line, whatever its exit code. */
const ask = (program: string, ...args: readonly string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim().split('\n')[0] || 'unknown';

/** U+FFFD stands where Windows printed a path in the code page of its console: nothing is known of that one. */
const missingOf = (command: readonly string[]): string[] => {
  const options = command.findIndex((word) => word.startsWith('--'));
  return command
    .slice(0, options < 0 ? undefined : options)
    .filter((path) => isAbsolute(path) && !path.includes('\uFFFD') && !existsSync(path));
};

const readDefinition = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Puts a definition in its place and has the system take it; one that it refuses leaves what was there before. */
const putFor = (path: string, text: string, take: () => void): void => {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o644 });
  try {
    take();
  } catch (error) {
    if (before) writeFileSync(path, before);
    else rmSync(path, { force: true });
    throw error;
  }
};

const systemd = ({ env, home, isAtBoot }: Place): ServiceManager => {
  const config = env.XDG_CONFIG_HOME;
  const own = join(config && isAbsolute(config) ? config : join(home, '.config'), 'systemd', 'user', UNIT);
  const place = isAtBoot ? `/etc/systemd/system/${UNIT}` : own;
  const scope = isAtBoot ? [] : ['--user'];
  return {
    place,
    isInstalled: () => existsSync(place),
    state: () => ask('systemctl', ...scope, 'is-active', UNIT),
    missingFiles: () => missingOf(commandOfUnit(readDefinition(place))),
    install: (spec) => {
      putFor(place, systemdUnit(spec), () => {
        run('systemctl', ...scope, 'daemon-reload');
        run('systemctl', ...scope, 'enable', UNIT);
        run('systemctl', ...scope, 'restart', UNIT);
      });
    },
    remove: () => {
      run('systemctl', ...scope, 'disable', '--now', UNIT);
      rmSync(place, { force: true });
      run('systemctl', ...scope, 'daemon-reload');
    },
  };
};

const launchd = ({ home, isAtBoot }: Place): ServiceManager => {
  const file = `${LAUNCHD_LABEL}.plist`;
  const place = isAtBoot ? `/Library/LaunchDaemons/${file}` : join(home, 'Library', 'LaunchAgents', file);
  const domain = isAtBoot ? 'system' : `gui/${userInfo().uid}`;
  const target = `${domain}/${LAUNCHD_LABEL}`;
  const isLoaded = () => spawnSync('launchctl', ['print', target]).status === 0;
  const unload = () => {
    if (isLoaded()) run('launchctl', 'bootout', target);
  };
  return {
    place,
    isInstalled: () => existsSync(place),
    state: () => (isLoaded() ? 'loaded' : 'not loaded'),
    missingFiles: () => missingOf(commandOfPlist(readDefinition(place))),
    install: (spec) => {
      unload();
      putFor(place, launchdPlist(spec), () => void run('launchctl', 'bootstrap', domain, place));
    },
    remove: () => {
      unload();
      rmSync(place, { force: true });
    },
  };
};

const taskScheduler = ({ env }: Place): ServiceManager => {
  const user = `${env.USERDOMAIN ?? '.'}\\${env.USERNAME ?? userInfo().username}`;
  // Wine's schtasks never answers a query; doctor reports the rest nevertheless.
  const query = (...more: string[]) =>
    spawnSync('schtasks', ['/Query', '/TN', TASK, ...more], { encoding: 'utf8', timeout: QUERY_MS });
  const isInstalled = () => query().status === 0;
  return {
    place: `the task ${TASK} of the Task Scheduler`,
    isInstalled,
    state: () => (isInstalled() ? 'registered' : 'not registered'),
    missingFiles: () => {
      return missingOf(commandOfTask(query('/XML').stdout ?? ''));
    },
    install: (spec) => {
      const scratch = mkdtempSync(join(tmpdir(), 'kramar-task-'));
      try {
        const file = join(scratch, 'task.xml');
        // schtasks takes UTF-16 with a byte order mark.
        writeFileSync(file, Buffer.from(`\uFEFF${taskXml(spec, user)}`, 'utf16le'));
        const isNew = !isInstalled();
        run('schtasks', '/Create', '/F', '/TN', TASK, '/XML', file);
        try {
          run('schtasks', '/Run', '/TN', TASK);
        } catch (error) {
          if (isNew) spawnSync('schtasks', ['/Delete', '/F', '/TN', TASK]);
          throw error;
        }
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    },
    remove: () => {
      spawnSync('schtasks', ['/End', '/TN', TASK]);
      run('schtasks', '/Delete', '/F', '/TN', TASK);
    },
  };
};

export const serviceManager = (place: Place): ServiceManager => {
  if (place.platform === 'win32') return taskScheduler(place);
  return place.platform === 'darwin' ? launchd(place) : systemd(place);
};
