import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launchdPlist, type ServiceSpec, systemdUnit, taskXml } from '../../main/cli/service/definitions.ts';
import { contents, openConsole, temporaryFolder } from './console.ts';
import { giveOwner } from './database.ts';
import { withSystemctl } from './systemctl.ts';

/** The texts are judged by the systems' own programs where these are installed; systemctl itself is a stand-in. */

const canRun = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const hasSystemd = canRun('systemd-analyze', '--version');
const hasPython = canRun('python3', '-c', 'import plistlib');

const AWKWARD = '/home/о лена/my "shop" 100% $HOME';
const spec = (bootUser: string | undefined): ServiceSpec => ({
  command: [process.execPath, '/opt/kramar/main/start/headless.ts', '--data-dir', AWKWARD],
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

  test('quotes words as Windows takes them apart, in XML', () => {
    const text = taskXml(windows('x'), 'PC\\olena');
    expect(text).toContain('<Command>C:\\Program Files\\node.exe</Command>');
    expect(text).toContain(
      '<Arguments>C:\\k\\headless.ts --data-dir &quot;C:\\Моя &amp; крамниця\\\\&quot;</Arguments>',
    );
  });
});

const openService = (exitCode?: number) => {
  const shop = openConsole({ isProcess: true });
  const { env, calls } = withSystemctl(shop, exitCode);
  const unit = join(shop.env.XDG_CONFIG_HOME ?? '', 'systemd', 'user', 'kramar.service');
  return { shop, calls, unit, run: (...args: string[]) => shop.json(['service', ...args], { env }) };
};

describe.skipIf(process.platform !== 'linux')('service', () => {
  test('installs, shows and removes the unit of the user', async () => {
    const { shop, calls, unit, run } = openService();
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

  test('a refusal of the system is passed on in its words', async () => {
    const { json } = await openService(1).run('install');
    expect(json).toMatchObject({ code: 'SERVICE_REFUSED', detail: expect.stringContaining('no bus') });
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
      expect((await run('install', '--at-boot')).json).toMatchObject({
        code: 'USAGE',
        detail: expect.stringContaining('--run-as'),
      });
      const os = ['--data-dir', shop.dataDir, '--keychain', 'os'];
      const refused = await shop.bare(['service', 'install', '--at-boot', '--run-as', 'daemon', ...os]);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is in the keychain') });
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
