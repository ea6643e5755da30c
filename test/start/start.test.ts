import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isWindowRequested } from '../../main/start/start-command.ts';
import { type WindowEnd, windowFailure } from '../../main/start/window-failure.ts';
import { temporaryFolder } from '../cli/console.ts';
import { endServices, linesOf, ownEnvironment, runService } from '../helpers/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = join(ROOT, 'main/start/start.ts');

let folder: string;
let options: string[];
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'electron'));
  options = ['--data-dir', join(folder, 'data'), '--keychain', 'file', '--port', '0'];
});
afterEach(endServices);

const reportFile = () => join(folder, 'report');

/** In the place of Electron: a script that records its arguments, and continues as the test says. */
const electron = (then: string): void => {
  const file = join(folder, 'electron/electron');
  const words = `printf '%s\\n' "$@" "as node: $ELECTRON_RUN_AS_NODE" > '${reportFile()}'`;
  writeFileSync(file, `#!/bin/sh\n${words}\n${then}\n`);
  chmodSync(file, 0o755);
};

const readyFile = () => join(folder, 'ready');
/**
 * Goes on until a signal ends it, which it waits for only once it says that it is ready. What sleeps holds none of its
 * pipes: a shell's child that is not yet the program loses the signal, and the end would be waited for a minute.
 */
const sleeps = (onSignal: string): string =>
  `${onSignal}\nsleep 60 >/dev/null 2>&1 &\n: >'${readyFile()}'\nwait`;
const ready = () => vi.waitFor(() => expect(existsSync(readyFile())).toBe(true));

const start = (args: readonly string[] = options, env: NodeJS.ProcessEnv = {}) => {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, npm_lifecycle_event: ___, ...own } = ownEnvironment();
  return runService(args, {
    entry: ENTRY,
    env: { ...own, DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'electron'), ...env },
  });
};

const served = async (service: ReturnType<typeof start>): Promise<string> => {
  await vi.waitFor(() => expect(service.stdout()).toContain('Open in a browser:'));
  return service.stderr();
};

/** Scripts and signals are a Unix thing; Windows starts the window by the very same code. */
describe.runIf(process.platform === 'linux')('the window', () => {
  test('Electron is given the program and the options, and its exit code is ours', async () => {
    electron('exit 3');
    const args = ['--bank-url', 'https://bank.example', '--demo', ...options];
    const { code, stdout, stderr } = await start(args, { ELECTRON_RUN_AS_NODE: '1' }).exited;
    const where = [`--data-dir=${join(folder, 'data')}`, '--keychain=file', '--port=0'];
    const given = ['--bank-url=https://bank.example', '--demo', ...where];
    expect(readFileSync(reportFile(), 'utf8')).toBe(`${[ROOT, ...given].join('\n')}\nas node: \n`);
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: '', stderr: '' });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s is passed on, once', async (signal) => {
    const short = signal.replace('SIG', '');
    electron(sleeps(`trap 'echo stopping; kill $!; exit 7' ${short}`));
    const service = start();
    await ready();
    const { code, stdout } = await service.stop(signal);
    expect(stdout).toBe('stopping\n');
    expect(code).toBe(7);
  });

  test('a window that a requested signal ends is not replaced by the service', async () => {
    electron(sleeps('trap "kill \\$!; trap - TRAP; kill -TRAP $$" TERM'));
    const service = start();
    await ready();
    expect((await service.stop()).code).toBe(128 + 5);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('no window: it says why, and serves', () => {
  test('Electron ends at once', async () => {
    electron('echo "electron: error while loading shared libraries: libnss3.so: cannot open" >&2; exit 127');
    const service = start();
    expect(await served(service)).toContain(
      'The window could not be opened (error while loading shared libraries: libnss3.so: cannot open)',
    );
    expect((await service.stop()).code).toBe(0);
  });

  test.each([
    ['no display', [], [/^There is no display here .*, so Kramar runs without its window: open its address/]],
    ['--headless is no fault and prints no reason', ['--headless'], []],
  ])('Electron is not even looked for: %s', async (_, more, reported) => {
    electron('exit 3');
    const service = start([...options, ...more], more.length === 0 ? { DISPLAY: '' } : {});
    expect(linesOf(await served(service))).toEqual(reported.map((line) => expect.stringMatching(line)));
    expect(existsSync(reportFile())).toBe(false);
  });

  test('Electron is missing', async () => {
    expect(await served(start())).toContain(
      `Electron is missing (it is not in ${join(folder, 'electron')}), so Kramar runs without`,
    );
  });

  test.runIf(!existsSync(join(ROOT, 'node_modules/electron/dist')))(
    'Electron is missing, and its download was refused',
    async () => {
      const env = { ELECTRON_OVERRIDE_DIST_PATH: '', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
      expect(await served(start(options, env))).toContain(
        'Electron is missing (ELECTRON_SKIP_BINARY_DOWNLOAD is set)',
      );
    },
  );
});

const NOTHING = { code: null, signal: null, fault: undefined, stderrTail: '' };
const END: WindowEnd = { ...NOTHING, isStopRequested: false, afterMs: 100 };
test.each<[string, Partial<WindowEnd>, string | undefined]>([
  ['not a program of this system', { code: 126 }, 'Electron ended with code 126'],
  ['Chromium gives up', { signal: 'SIGTRAP' }, 'Electron ended by SIGTRAP'],
  [
    'started as root',
    { code: 1, stderrTail: '[1:0] Running as root without --no-sandbox is not supported.\n' },
    '[1:0] Running as root without --no-sandbox is not supported.',
  ],
  ['an end of its own', { code: 3 }, undefined],
  ['an end that was requested', { signal: 'SIGTRAP', isStopRequested: true }, undefined],
  ['a crash of a window that was open', { signal: 'SIGTRAP', afterMs: 60_000 }, undefined],
])('why the window did not open: %s', (_, end, why) => {
  expect(windowFailure({ ...END, ...end })).toBe(why);
});

test.each([
  [['--prot', '1'], false],
  [['--port', '99999'], false],
  [['--help'], false],
  [['--version'], false],
  [['--ready-json'], false],
  [['--headless'], false],
  [['--port', '0'], true],
])('%j: a window is requested: %s', (args, isRequested) => {
  expect(isWindowRequested(args, {})).toBe(isRequested);
});
