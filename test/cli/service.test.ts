import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installedService, SERVICE_FLAG, serviceArguments } from '../../main/cli/service/command.ts';
import {
  commandOfPlist,
  commandOfTask,
  commandOfUnit,
  launchdPlist,
  type ServiceSpec,
  systemdUnit,
  taskXml,
} from '../../main/cli/service/definitions.ts';
import { readCommand } from '../../main/start/start-command.ts';
import { contents, openConsole, temporaryFolder } from './console.ts';
import { giveOwner } from './database.ts';
import { withSystemctl } from './systemctl.ts';
import { faultsOfTask } from './task-schema.ts';

/** The texts are judged by the systems' own programs where these are installed; systemctl itself is a stand-in. */

const canRun = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const hasSystemd = canRun('systemd-analyze', '--version');
const hasPython = canRun('python3', '-c', 'import plistlib');

const AWKWARD = '/home/о лена/my "shop" 100% $HOME';
const spec = (bootUser: string | undefined): ServiceSpec => ({
  // A program that systemd finds, outside the temporary folders, wherever this checkout lies.
  command: ['/bin/sh', '/opt/kramar/main/start/headless.ts', '--data-dir', AWKWARD],
  bootUser,
  folders: [AWKWARD],
  logFile: join(AWKWARD, 'service.log'),
});

describe('the unit of systemd', () => {
  test.skipIf(!hasSystemd)(
    `is sound and hardened${hasSystemd ? '' : ' (skipped: needs systemd-analyze)'}`,
    () => {
      const file = join(temporaryFolder(), 'kramar.service');
      writeFileSync(file, systemdUnit(spec('daemon')));
      const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      expect(verified).toMatchObject({ status: 0, stdout: '' });
      expect(verified.stderr).not.toContain('kramar.service');
      const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', file], {
        encoding: 'utf8',
      });
      const [, exposure] = /exposure level for kramar\.service: (\d+\.\d)/.exec(judged.stdout) ?? [];
      expect(Number(exposure)).toBeLessThan(2.5);
    },
  );

  test('quotes by the rules of units: nothing of a path is expanded', () => {
    const unit = systemdUnit(spec('daemon'));
    expect(unit).toContain('"/home/о лена/my \\"shop\\" 100%% $$HOME"\n');
    expect(unit).toContain('ReadWritePaths="/home/о лена/my \\"shop\\" 100%% $HOME"\n');
  });

  test('of a program or a shop below the temporary folders sees them, read-only but for its own', () => {
    expect(systemdUnit(spec('daemon'))).toContain('PrivateTmp=yes\n');
    for (const changed of [{ command: ['/tmp/kramar/node', '--port'] }, { folders: ['/var/tmp/shop'] }]) {
      const unit = systemdUnit({ ...spec('daemon'), ...changed });
      expect(unit).not.toContain('PrivateTmp');
      expect(unit).toContain('ReadWritePaths=/tmp /var/tmp\n');
    }
    expect(systemdUnit({ ...spec('daemon'), folders: ['/tmpfiles'] })).toContain('PrivateTmp=yes\n');
  });

  test('of one user waits for the sign-in and needs nothing of the system', () => {
    const unit = systemdUnit(spec(undefined));
    expect(unit).toContain('WantedBy=default.target');
    expect(unit).not.toMatch(/User=|ProtectSystem|CapabilityBoundingSet/);
  });
});

test.skipIf(!hasPython)(
  `the property list of launchd is read back as it was meant${hasPython ? '' : ' (skipped: needs python3)'}`,
  () => {
    const read = spawnSync(
      'python3',
      ['-c', 'import plistlib,sys,json; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'],
      { input: launchdPlist(spec('olena')), encoding: 'utf8' },
    );
    expect(JSON.parse(read.stdout)).toMatchObject({
      Label: 'ua.kramar.service',
      ProgramArguments: spec('olena').command,
      UserName: 'olena',
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      Umask: 0o77,
    });
    expect(launchdPlist(spec(undefined))).not.toContain('UserName');
  },
);

test('the command of a definition of ours is read back as it was meant', () => {
  const { command } = spec('daemon');
  expect(commandOfUnit(systemdUnit(spec('daemon')))).toEqual(command);
  expect(commandOfPlist(launchdPlist(spec(undefined)))).toEqual(command);
  for (const entry of ['C:\\k\\headless.ts', 'C:\\Program Files\\Моя & k\\headless.ts']) {
    const words = ['C:\\Program Files\\node.exe', entry];
    expect(commandOfTask(taskXml({ ...spec('x'), command: [...words, '--port', '1'] }, 'PC\\o'))).toEqual(
      words,
    );
  }
  expect([commandOfUnit(''), commandOfPlist(''), commandOfTask('')]).toEqual([[], [], []]);
});

describe('the installed program', () => {
  test('is started by the system without its window; an AppImage by its file, not by its mount', () => {
    const linux = { platform: 'linux', execPath: '/opt/Kramar/kramar', env: {} } as const;
    const pages = ['--no-sandbox', '--no-zygote'];
    expect(installedService(linux)).toEqual(['/opt/Kramar/kramar', '--service', ...pages]);
    const appImage = { ...linux, env: { APPIMAGE: '/home/olena/Kramar.AppImage' } };
    expect(installedService(appImage)).toEqual(['/home/olena/Kramar.AppImage', '--service', ...pages]);
    const windows = { platform: 'win32', execPath: 'C:\\Kramar\\Kramar.exe', env: {} } as const;
    expect(installedService(windows)).toEqual(['C:\\Kramar\\Kramar.exe', '--service']);
  });

  test('its command is one that it reads back as the service that was meant', () => {
    const options = ['--data-dir', '/shop', '--keychain', 'file', '--port', '7480'];
    const [, ...args] = [
      ...installedService({ platform: 'linux', execPath: '/opt/Kramar/kramar', env: {} }),
      ...options,
    ];
    expect(args).toContain(SERVICE_FLAG);
    expect(readCommand(serviceArguments(args)).flags).toMatchObject({ dataDir: '/shop', keychain: 'file' });
  });
});

describe('the task of Windows', () => {
  const windows = (bootUser: string | undefined): ServiceSpec => ({
    ...spec(bootUser),
    command: ['C:\\Program Files\\node.exe', 'C:\\k\\headless.ts', '--data-dir', 'C:\\Моя & крамниця\\'],
  });

  test('begins at boot without a stored password, or at the sign-in', () => {
    expect(taskXml(windows('x'), 'PC\\olena')).toMatch(/<BootTrigger \/>[\s\S]*<LogonType>S4U</);
    expect(taskXml(windows(undefined), 'PC\\olena')).toMatch(
      /<LogonTrigger>[\s\S]*<LogonType>InteractiveToken</,
    );
  });

  test.each(['x', undefined])('holds to the schema of the Task Scheduler (boot user %s)', (bootUser) => {
    const faults = faultsOfTask(taskXml(windows(bootUser), 'PC\\olena'));
    expect(faults).toEqual([]);
  });

  test('quotes words as Windows takes them apart, in XML', () => {
    const text = taskXml(windows('x'), 'PC\\olena');
    expect(text).toContain('<Command>C:\\Program Files\\node.exe</Command>');
    expect(text).toContain(
      '<Arguments>C:\\k\\headless.ts --data-dir &quot;C:\\Моя &amp; крамниця\\\\&quot;</Arguments>',
    );
  });
});

const openService = ({ exitCode = 0, isProcess = false } = {}) => {
  const shop = openConsole({ isProcess });
  const { env, calls, takeOver } = withSystemctl(shop, exitCode);
  if (!isProcess) takeOver();
  const unit = join(shop.env.XDG_CONFIG_HOME ?? '', 'systemd', 'user', 'kramar.service');
  return { shop, calls, unit, run: (...args: string[]) => shop.json(['service', ...args], { env }) };
};

describe.skipIf(process.platform !== 'linux')('service', () => {
  test('installs, shows and removes the unit of the user', async () => {
    const { shop, calls, unit, run } = openService({ isProcess: true });
    const installed = await run('install');
    expect(installed).toMatchObject({ code: 0, json: { ok: true, place: unit, at_boot: false } });
    const text = readFileSync(unit, 'utf8');
    expect(text).toContain(`"--data-dir" "${shop.dataDir}" "--keychain" "file"`);
    expect(text).toMatch(/ExecStart="[^"]+" "[^"]+headless\.(ts|mjs)" /);
    expect(calls().slice(0, 3)).toEqual([
      '--user daemon-reload',
      '--user enable kramar.service',
      '--user restart kramar.service',
    ]);
    expect((await run('status')).json).toMatchObject({ is_installed: true, state: 'active', base_url: null });
    expect((await run('remove')).json).toEqual({ ok: true, place: unit });
    expect(existsSync(unit)).toBe(false);
    expect(calls()).toContain('--user disable --now kramar.service');
    expect((await run('remove')).json).toMatchObject({ ok: false, code: 'NO_SERVICE' });
  });

  test('one whose program was moved away is named by status and doctor, with what to do', async () => {
    const { shop, unit, run } = openService();
    await run('install');
    const gone = '/opt/kramar 100%/node_modules/node/bin/node';
    const installed = readFileSync(unit, 'utf8');
    writeFileSync(unit, installed.replace(/(?<=ExecStart=)"[^"]+"/, `"${gone.replace('%', '%%')}"`));
    const sentence = `The service in ${unit} names ${gone}, which is not there, so it cannot start.`;
    expect((await run('status')).json.missing_files).toEqual([gone]);
    expect((await shop.plain(['service', 'status'])).stdout).toContain(sentence);
    expect((await shop.plain(['doctor'])).stdout).toContain(`warning  autostart    ${sentence}`);
    writeFileSync(unit, installed);
    expect((await run('status')).json.missing_files).toEqual([]);
  });

  test('a refusal of the system is passed on in its words, with what to do, and leaves nothing', async () => {
    const { run, unit } = openService({ exitCode: 1 });
    const { code, json } = await run('install');
    expect({ code, json }).toMatchObject({ code: 1, json: { code: 'SERVICE_REFUSED' } });
    expect(json.detail).toMatch(/no bus.*signed in at the computer.*--at-boot/);
    expect(existsSync(unit)).toBe(false);
    expect((await run('status')).json).toMatchObject({ is_installed: false });
  });

  test('a newer definition that the system refuses leaves the one that was there', async () => {
    const { run, unit } = openService({ exitCode: 1 });
    mkdirSync(dirname(unit), { recursive: true });
    writeFileSync(unit, 'before');
    expect((await run('install')).code).toBe(1);
    expect(readFileSync(unit, 'utf8')).toBe('before');
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot)(
    'at boot: refused without a folder, a shop, a user, or with the key in the keychain',
    async () => {
      const { shop, run } = openService();
      expect((await shop.bare(['service', 'install', '--at-boot'])).code).toBe(2);
      expect((await run('install', '--at-boot')).json).toMatchObject({ code: 'NO_DATABASE' });
      giveOwner(shop);
      const before = contents(shop.dataDir);
      const usage = { code: 'USAGE', detail: expect.stringContaining('--run-as') };
      expect((await run('install', '--at-boot')).json).toMatchObject(usage);
      const os = ['--data-dir', shop.dataDir, '--keychain', 'os', '--run-as', 'daemon', '--json'];
      const { stdout } = await shop.bare(['service', 'install', '--at-boot', ...os]);
      const detail = expect.stringMatching(/is in the keychain, .*Nothing was changed\. .*without --at-boot/);
      expect(JSON.parse(stdout)).toMatchObject({ code: 'KEY_IN_KEYCHAIN', detail });
      expect(contents(shop.dataDir)).toEqual(before);
      expect(existsSync('/etc/systemd/system/kramar.service')).toBe(false);
    },
  );

  test.skipIf(isRoot)('at boot: refused without an administrator', async () => {
    expect((await openService().run('install', '--at-boot')).json).toMatchObject({
      code: 'NEEDS_ADMINISTRATOR',
    });
  });
});
