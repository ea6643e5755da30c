import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

/** A systemd that boots, in namespaces of its own: the files and the network are this computer's, the processes are not. */

const SCRIPT = fileURLToPath(new URL('booted-system.sh', import.meta.url));
const UNITS = '/lib/systemd/system';
const TARGETS = [
  'basic local-fs multi-user network network-online paths shutdown slices sockets swap sysinit timers umount',
].flatMap((names) => names.split(' ').map((name) => `${name}.target`));
const NAMESPACES = ['--pid', '--mount', '--cgroup', '--uts', '--ipc'];

const cgroups = (): string | undefined =>
  / (\S+) cgroup2 /.exec(existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '')?.[1];

/** A group of its own: systemd takes the root of its hierarchy for itself. */
const newGroup = (): string => mkdtempSync(join(cgroups() ?? '', 'kramar-boot-'));

/** Why no systemd can be booted here; undefined: it can. */
export const bootProblem = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  if (!existsSync('/lib/systemd/systemd') || cgroups() === undefined) return 'needs systemd and cgroup2';
  const mounts =
    'mount -t proc proc /proc && umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup';
  const tried = spawnSync('unshare', ['--fork', ...NAMESPACES, 'sh', '-c', mounts]);
  if (tried.status !== 0) return 'needs the right to make namespaces';
  try {
    rmdirSync(newGroup());
    return undefined;
  } catch {
    return 'needs the right to make cgroups';
  }
};

export interface BootedSystem {
  /** Runs a program beside that systemd; returns its output, or throws. */
  run(program: string, ...args: string[]): string;
  /** Pulls the plug: nothing in it is asked to end. */
  cut(): Promise<void>;
}

const childOf = (pid: number | undefined): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? '';

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** @param folder where /etc/systemd/system is kept between boots */
export const installSystem = (folder: string): void => {
  mkdirSync(join(folder, 'etc'), { recursive: true });
  mkdirSync(join(folder, 'units'));
  for (const target of TARGETS) symlinkSync(join(UNITS, target), join(folder, 'units', target));
};

/** Boots; it still takes a moment until `systemctl is-system-running` says so. */
export const bootSystem = (folder: string): BootedSystem => {
  const group = newGroup();
  const own = `echo $$ > ${group}/cgroup.procs; exec unshare --fork --kill-child ${NAMESPACES.join(' ')} bash "$@"`;
  const outer = spawn('bash', ['-c', own, 'bash', SCRIPT, folder], { stdio: 'ignore' });
  const cut = async (): Promise<void> => {
    outer.kill('SIGKILL');
    await ended(outer);
  };
  onTestFinished(async () => {
    await cut();
    writeFileSync(join(group, 'cgroup.kill'), '1');
    await expect.poll(() => readFileSync(join(group, 'cgroup.events'), 'utf8')).toContain('populated 0');
    spawnSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
  });
  return {
    run: (program, ...args) => {
      const inside = ['-t', childOf(outer.pid), '-m', '-p', '-u', '-i', '-C', program, ...args];
      const { status, stdout, stderr } = spawnSync('nsenter', inside, { encoding: 'utf8' });
      if (status !== 0)
        throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
      return stdout.trim();
    },
    cut,
  };
};
