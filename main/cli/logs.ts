import { existsSync } from 'node:fs';
import { LOG_LEVELS, UsageError } from '../platform/config.ts';
import { followLog, type LogEntry, type LogFilter, readLog } from '../platform/log-reader.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { logFolder } from '../safekeeping/installation.ts';
import type { Call, Outcome, Run } from './command.ts';
import type { Values } from './options.ts';

const DEFAULT_TAIL = 50;
const SPANS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const logs: Run = async ({ config, values, show }) => {
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
    for await (const entry of entries(stopping.signal)) await show(outcomeOf(entry));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  return { json: { ok: true, entries: [] }, lines: [] };
};

const outcomeOf = (entry: LogEntry): Outcome => ({ json: entry, lines: [lineOf(entry)] });

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
  const more = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`);
  return [at, level.padEnd(5), msg, ...more].join('  ');
};

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
