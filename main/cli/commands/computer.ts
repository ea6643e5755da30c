import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { choice, string, timestamp } from '../../../shared/api/answers.ts';
import { environment, LOG_LEVELS, UsageError } from '../../platform/config.ts';
import { readEndpoint } from '../../platform/data-folder.ts';
import { followLog, type LogEntry, type LogFilter, readLog } from '../../platform/log-reader.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { issueTabCode } from '../../platform/tab-code.ts';
import { logFolder } from '../../safekeeping/installation.ts';
import type { Call, Commands, Outcome, Run } from '../command.ts';
import { doctor } from '../doctor.ts';
import { isAnswering } from '../doctor-installation.ts';
import { requireDatabase } from '../open.ts';
import type { Values } from '../options.ts';
import { result, verdict } from '../results.ts';

const DEFAULT_TAIL = 50;
const SPANS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const logs: Run = async ({ config, values, show }) => {
  const filter = filterOf(values, Date.now());
  const tail = tailOf(values.tail);
  const folder = logFolder(config.dataDir);
  if (!existsSync(folder))
    throw new OwnerError(
      'NO_LOG',
      `There is no log in ${folder}. Is the shop's folder another one (--data-dir)?`,
    );
  try {
    if (values.follow) return await follow(show, (signal) => followLog(folder, filter, tail, signal));
    const entries = readLog(folder, filter, tail);
    return { json: { ok: true, entries }, lines: entries.map(lineOf) };
  } catch (error) {
    const { why, remedy } = reasonOf(error);
    throw new OwnerError('LOG_UNREADABLE', `The log in ${folder} cannot be read: ${why}. ${remedy}.`, {
      cause: error,
    });
  }
};

/** Shows each line until Ctrl+C. */
const follow = async (
  show: Call['show'],
  entries: (signal: AbortSignal) => AsyncIterable<LogEntry>,
): Promise<Outcome> => {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    for await (const entry of entries(stopping.signal)) await show({ json: entry, lines: [lineOf(entry)] });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  return { json: { ok: true, entries: [] }, lines: [] };
};

const filterOf = ({ level = 'debug', since }: Values, now: number): LogFilter => {
  const known = LOG_LEVELS.find((each) => each === level);
  if (!known) throw new UsageError(`--level has a wrong value. Expected one of: ${LOG_LEVELS.join(', ')}.`);
  return { level: known, since: since === undefined ? 0 : sinceOf(since, now) };
};

/** @throws UsageError */
const sinceOf = (text: string, now: number): number => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return now - Number(count) * SPANS[unit as keyof typeof SPANS];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.trim());
  // A date without a time is its local start; by itself JavaScript takes it for UTC.
  const at = Date.parse(isDay ? `${text.trim()}T00:00` : text.trim().replace(' ', 'T'));
  if (/^\d{4}-/.test(text.trim()) && !Number.isNaN(at)) return at;
  throw new UsageError(
    '--since has a wrong value. Expected: 30m, 2h or 3d back from now, 2026-03-02, or "2026-03-02 07:30" in the time of this computer.',
  );
};

/** @throws UsageError */
const tailOf = (text = String(DEFAULT_TAIL)): number => {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new UsageError('--tail has a wrong value. Expected: a number of lines.');
};

/** `2026-03-02 07:30:00  warn   What happened.  terminal=1`, in the time of this computer. */
const lineOf = ({ level, time, msg, ...fields }: LogEntry): string => {
  // The Swedish way of writing a time is ISO 8601 without its T.
  const at = new Date(time).toLocaleString('sv-SE');
  const more = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [at, level.padEnd(5), msg, ...more].join('  ');
};

/** Lets a browser be the owner's window: by a file that opens there, since a list of arguments is read by others. */
const openTab: Run = async ({ config, input, log }) => {
  requireDatabase(config);
  const { page, address } = issueTabCode(config.dataDir, await originOf(config.dataDir), Date.now());
  log.info('A code for a browser tab was made.');
  const isShown = show(page);
  return {
    json: { ok: true, page },
    lines: [
      isShown ? `Your browser opens ${page}.` : `Open this file in a browser of this computer: ${page}`,
      ...(input.isTerminal ? ['Or open this address, within two minutes and once:', address] : []),
    ],
  };
};

/** The service of this folder must answer: a code that its port's next program received would be lost. @throws OwnerError */
const originOf = async (dataDir: string): Promise<string> => {
  const endpoint = readEndpoint(dataDir);
  if (endpoint?.alive && (await isAnswering(endpoint.base_url))) return new URL(endpoint.base_url).origin;
  throw new OwnerError(
    'NOT_RUNNING',
    `Kramar does not run with the data folder ${dataDir}. Nothing was changed. Start it, then try again.`,
  );
};

/** Opens a page in the browser. @returns whether there is one */
const show = (page: string): boolean => {
  if (process.platform === 'linux' && !environment().DISPLAY && !environment().WAYLAND_DISPLAY) return false;
  const [program, ...args] = { darwin: ['open', page], win32: ['explorer.exe', page] }[
    process.platform as string
  ] ?? ['xdg-open', page];
  const child = spawn(String(program), args, { stdio: 'ignore', detached: true });
  // A system without the program: the file is named all the same.
  child.on('error', () => undefined).unref();
  return true;
};

export const computerCommands = {
  open: {
    summary: "opens a browser tab that does the owner's work of the window",
    details: [
      'The service must be running. The code in the address works once, within two minutes; without a browser here the file that opens it is named, in a terminal the address too.',
    ],
    examples: ['open'],
    result: result({
      page: string('The file that opens the tab.', '/home/olena/.local/share/kramar/open.html'),
    }),
    run: openTab,
  },
  doctor: {
    summary: 'checks everything, changes nothing',
    details: ['Exit code 1 if a problem was found; a warning can wait.'],
    examples: ['doctor', 'doctor --json'],
    result: verdict({
      checks: v.array(
        v.strictObject({
          check: string('What was checked.', 'database'),
          status: choice(
            ['ok', 'warning', 'problem'],
            'A warning can wait; a problem keeps the shop from working.',
          ),
          detail: string('The finding and, unless ok, what to do.'),
        }),
      ),
    }),
    hasNoLog: true,
    run: doctor,
  },
  logs: {
    summary: "shows Kramar's log: the last lines, or each new one",
    details: [
      'Times are those of this computer. Passwords, tokens and keys are masked in the log itself. With --json and --follow each new line is an object of its own.',
    ],
    options: ['tail', 'follow', 'level', 'since'],
    examples: [
      'logs',
      'logs --level warn --since 2d',
      'logs --follow',
      'logs --tail 1000 --since "2026-03-02 07:30"',
    ],
    result: v.union([
      result({
        entries: v.array(
          v.looseObject({
            level: choice(LOG_LEVELS, 'How serious it is.'),
            time: timestamp('When it was written, UTC.'),
            msg: string('What happened.'),
          }),
        ),
      }),
      v.looseObject({ level: v.picklist(LOG_LEVELS), time: v.string(), msg: v.string() }),
    ]),
    hasNoLog: true,
    run: logs,
  },
} satisfies Commands;
