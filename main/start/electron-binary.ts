import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Finds npm's copy of Electron's program. The package downloads it at first use; this does the same as its index.js
 * (node_modules/electron/index.js), but with a message to the user and a time limit.
 */

const DOWNLOAD_LIMIT_MS = 120_000;

export type Found = { path: string } | { missing: string };

interface Options {
  env: NodeJS.ProcessEnv;
  printMessage(text: string): void;
}

export const findElectron = async ({ env, printMessage }: Options): Promise<Found> => {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const there = existing(folder, env);
  if (there !== undefined) return { path: there };
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return { missing: `it is not in ${env.ELECTRON_OVERRIDE_DIST_PATH}` };
  // Electron's installer dropped this switch, but many machines still set it.
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) return { missing: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' };

  printMessage('The window needs Electron (about 120 MB), which is downloaded now; this happens once.');
  const fault = await download(folder, env);
  const path = existing(folder, env);
  return path === undefined ? { missing: fault ?? 'its download left nothing behind' } : { path };
};

const existing = (folder: string, env: NodeJS.ProcessEnv): string | undefined => {
  const named = join(folder, 'path.txt');
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : programName();
  const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name);
  return existsSync(path) ? path : undefined;
};

const programName = (): string => {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
};

/** Gives an error, or nothing. */
const download = (folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: DOWNLOAD_LIMIT_MS,
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(undefined);
      if (signal !== null)
        return resolve(`its download did not end within ${DOWNLOAD_LIMIT_MS / 1000} seconds`);
      const [why = 'no reason given'] = output.split('\n').filter((line) => line.trim() !== '');
      resolve(`its download failed: ${why.trim()}`);
    });
  });
