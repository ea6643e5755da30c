import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { environment } from '../../main/platform/config.ts';
import { findElectron } from '../../main/start/electron-binary.ts';

/**
 * `npm run test:desktop`: the suite that needs the real Electron and a display. Where one is missing it names it and
 * skips the suite, as on a machine that can reach only the npm registry; with KRAMAR_WINDOW_TESTS=required, which
 * expects both (.github/workflows/ci.yml), it fails.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const env = environment();

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const skip = (why: string): number => {
  const isRequired = env.KRAMAR_WINDOW_TESTS === 'required';
  say(`The tests of the window were ${isRequired ? 'to run' : 'skipped'}: ${why}.`);
  return isRequired ? 1 : 0;
};

const run = (script: string, args: readonly string[]): number =>
  spawnSync(process.execPath, [`${ROOT}/node_modules/${script}`, ...args], { cwd: ROOT, stdio: 'inherit' })
    .status ?? 1;

const main = async (): Promise<number> => {
  if (process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY)
    return skip('there is no display (DISPLAY and WAYLAND_DISPLAY are not set; xvfb-run gives one)');
  const found = await findElectron({ env, printMessage: say });
  if ('missing' in found) return skip(`Electron is missing (${found.missing})`);
  const built = env.KRAMAR_BUILD === 'no' ? 0 : run('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  return built || run('@playwright/test/cli.js', ['test', '-c', 'test/desktop', ...process.argv.slice(2)]);
};

process.exitCode = await main();
