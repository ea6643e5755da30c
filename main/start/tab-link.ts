import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environment } from '../platform/config.ts';
import { issueTabCode } from '../platform/tab-code.ts';

/** The one-time address that makes a browser tab the window, as a terminal shows it. */

const TEXTS = {
  uk: {
    open: 'Kramar працює. Відкрийте у браузері (один раз, дві хвилини):',
    byEnter: 'Нове посилання: натисніть тут Enter.',
    byCommand: 'Нове посилання дасть та сама команда.',
  },
  en: {
    open: 'Kramar is running. Open in a browser (once, within two minutes):',
    byEnter: 'New link: press Enter here.',
    byCommand: 'The same command gives a new link.',
  },
} as const;

/** By the rules of gettext; Windows and macOS set none of these variables. */
const systemTexts = (env = environment()) => {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale;
  return locale.startsWith('uk') ? TEXTS.uk : TEXTS.en;
};

/** Whether a person reads what is printed: a journal keeps it, and the address opens the shop. */
export const isAtTerminal = (): boolean => process.stdout.isTTY === true;

/** With a new code, which ends the one before. @param origin of the running service */
export const tabLink = (dataDir: string, origin: string, again: 'byEnter' | 'byCommand'): string => {
  const texts = systemTexts();
  const { address } = issueTabCode(dataDir, origin, Date.now());
  return [texts.open, `  ${address}`, texts[again]].join('\n');
};

/** Whether this process has the keyboard: one in the background that reads is stopped by SIGTTIN, and the shop with it. */
const isInForeground = (): boolean => {
  if (process.platform === 'win32') return true;
  try {
    const [group, inFront] =
      process.platform === 'linux'
        ? // After the name in brackets: state, parent, group, session, terminal, the group in the foreground.
          (readFileSync('/proc/self/stat', 'utf8')
            .split(') ')
            .at(-1)
            ?.split(' ')
            .filter((_, at) => at === 2 || at === 5) ?? [])
        : execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' })
            .trim()
            .split(/\s+/);
    return group !== undefined && group === inFront;
  } catch {
    return false;
  }
};

/** Calls at each Enter in the terminal, as long as this process stays in its foreground. */
export const onEnter = (act: () => void): void => {
  const { stdin } = process;
  if (!stdin.isTTY || !isInForeground()) return;
  const onData = (typed: Buffer): void => {
    if (typed.includes('\n')) act();
  };
  stdin.on('error', () => undefined);
  stdin.on('data', onData).unref();
  // After Ctrl+Z it may go on in the background.
  if (process.platform !== 'win32') process.on('SIGCONT', () => stdin.off('data', onData).pause());
};
