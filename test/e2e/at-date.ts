import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run node -- test/e2e/at-date.ts 2026-11-01T00:30:00+02:00 [OPTIONS of Playwright]`: the browser suite on a
 * machine with that date. The tests, the service and the practice bank see it by libfaketime, the pages by a clock of
 * their own.
 */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const PLAYWRIGHT = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url));

const [date = '', ...options] = process.argv.slice(2);
const shift = Date.parse(date) - Date.now();
if (Number.isNaN(shift)) throw new Error(`"${date}" is no date. Expected: 2026-11-01T00:30:00+02:00`);
if (!existsSync(LIBRARY)) throw new Error('libfaketime is missing: apt-get install libfaketime');
const seconds = Math.round(shift / 1000);
const { status } = spawnSync(process.execPath, [PLAYWRIGHT, 'test', '-c', 'test/e2e', ...options], {
  stdio: 'inherit',
  env: {
    ...process.env,
    LD_PRELOAD: LIBRARY,
    // Relative, so that each process has the same clock.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    KRAMAR_SHIFT_MS: String(seconds * 1000),
  },
});
process.exitCode = status ?? 1;
