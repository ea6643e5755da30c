import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { environment } from '../platform/config.ts';
import { findElectron } from './electron-binary.ts';
import { exitCodeOf, onNpmGone, onSignals } from './signals.ts';
import { isWindowRequested, joinValues } from './start-command.ts';
import { type WindowEnd, windowFailure } from './window-failure.ts';

/** `npm start`: opens the window where possible; otherwise names what is missing and serves without one. */

/** Electron finds the program by the `main` of package.json. */
const PROGRAM = fileURLToPath(new URL('../..', import.meta.url));
const STDERR_KEPT = 4000;

const printMessage = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const env = environment();

const headless = async (why?: string): Promise<void> => {
  if (why !== undefined)
    printMessage(`${why}, so Kramar runs without its window: open its address in a browser.`);
  await import('./headless.ts');
};

/** Linux machines often have no screen; the message then names what is missing. */
const displayMissing = (): boolean => process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;

const openWindow = async (args: readonly string[]): Promise<void> => {
  const found = await findElectron({ env, printMessage });
  if ('missing' in found) return headless(`Electron is missing (${found.missing})`);
  const ended = await run(found.path, joinValues(args));
  const why = windowFailure(ended);
  if (why !== undefined) return headless(`The window could not be opened (${why})`);
  process.exitCode = ended.code ?? (ended.signal === null ? 1 : exitCodeOf(ended.signal));
};

const run = (electron: string, args: readonly string[]): Promise<WindowEnd> => {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  const began = performance.now();
  // Installed before the child exists: a signal in between would end this process alone, and leave the child running.
  const stopPassing = passSignals(() => child);
  const child = spawn(electron, [PROGRAM, ...args], {
    env: rest,
    stdio: ['inherit', 'inherit', 'pipe'],
    // An own process group: a terminal's Ctrl+C would reach it twice, and Chromium takes the second for "at once".
    detached: process.platform !== 'win32',
  });
  let stderrTail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_KEPT);
    process.stderr.write(text);
  });
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null, fault?: Error) => {
      resolve({
        code,
        signal,
        stderrTail,
        fault,
        isStopRequested: stopPassing(),
        afterMs: performance.now() - began,
      });
    };
    child.once('error', (error) => end(null, null, error));
    child.once('close', (code, signal) => end(code, signal));
  });
};

/**
 * Passes signals to the child. Gives a function that ends this and says whether one came. A signal arrives in a later
 * tick.
 */
const passSignals = (child: () => ChildProcess): (() => boolean) => {
  let isStopRequested = false;
  const pass = (signal: NodeJS.Signals) => {
    isStopRequested = true;
    // Windows has no signals: the console itself notifies both, and kill() would kill.
    if (process.platform !== 'win32') child().kill(signal);
  };
  const ends = [onSignals(pass, pass), onNpmGone(() => pass('SIGTERM'))];
  return () => {
    for (const end of ends) end();
    return isStopRequested;
  };
};

const args = process.argv.slice(2);
if (!isWindowRequested(args, env)) await headless();
else if (displayMissing())
  await headless('There is no display here (DISPLAY and WAYLAND_DISPLAY are not set)');
else await openWindow(args);
