import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { version } from '../../shared/version.ts';
import type { LOG_LEVELS } from './config.ts';

/** Reads what log.ts writes. The log masks secrets, so what is read may be shown. */

type LogLevel = (typeof LOG_LEVELS)[number];

/** A line of the log. */
export interface LogEntry {
  level: LogLevel;
  /** ISO 8601, UTC. */
  time: string;
  msg: string;
  [field: string]: unknown;
}

export interface LogFilter {
  /** The least serious level that passes. */
  level: LogLevel;
  /** Milliseconds UTC. */
  since: number;
}

const CURRENT = 'kramar.log';
const FOLLOW_EVERY_MS = 250;
const SERIOUSNESS: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Undefined: no line of ours, or half of one that a power cut left. */
const parseEntry = (line: string): LogEntry | undefined => {
  try {
    const { level, time, msg, ...rest } = JSON.parse(line);
    const isSound = level in SERIOUSNESS && !Number.isNaN(Date.parse(time)) && typeof msg === 'string';
    return isSound ? { level, time, msg, ...rest } : undefined;
  } catch {
    return undefined;
  }
};

const passes = ({ level, time }: LogEntry, filter: LogFilter): boolean =>
  SERIOUSNESS[level] >= SERIOUSNESS[filter.level] && Date.parse(time) >= filter.since;

const entriesIn = (text: string, filter: LogFilter): LogEntry[] =>
  text.split('\n').flatMap((line) => {
    const entry = parseEntry(line);
    return entry && passes(entry, filter) ? entry : [];
  });

/** The files of the log, newest first: kramar.log, kramar.log.1, … */
const logFiles = (folder: string): string[] =>
  readdirSync(folder)
    .flatMap((name) => {
      const [, , number = '0'] = /^kramar\.log(\.(\d+))?$/.exec(name) ?? [];
      return name.startsWith(`${CURRENT}.`) || name === CURRENT ? [{ name, number: Number(number) }] : [];
    })
    .sort((one, other) => one.number - other.number)
    .map(({ name }) => join(folder, name));

const lastOf = (entries: readonly LogEntry[], tail: number): LogEntry[] =>
  tail === 0 ? [] : entries.slice(-tail);

/** Adds entries of older files before these, while lines are missing. */
const withOlder = (
  newer: readonly LogEntry[],
  files: readonly string[],
  filter: LogFilter,
  tail: number,
): LogEntry[] => {
  let found = newer;
  for (const file of files) {
    if (found.length >= tail || statSync(file).mtimeMs < filter.since) break;
    found = [...entriesIn(readFileSync(file, 'utf8'), filter), ...found];
  }
  return lastOf(found, tail);
};

/**
 * The last lines that pass, oldest first.
 * @throws the file system's error
 */
export const readLog = (folder: string, filter: LogFilter, tail: number): LogEntry[] =>
  withOlder([], logFiles(folder), filter, tail);

/** A file that grows: gives the whole lines that were added since the last call. */
const openGrowing = (path: string) => {
  const descriptor = openSync(path, 'r');
  const { ino } = fstatSync(descriptor);
  let rest = Buffer.alloc(0);
  let at = 0;
  const readMore = (): Buffer => {
    const size = fstatSync(descriptor).size - at;
    const chunk = Buffer.alloc(Math.max(0, size));
    const length = chunk.length === 0 ? 0 : readSync(descriptor, chunk, 0, chunk.length, at);
    at += length;
    return chunk.subarray(0, length);
  };
  return {
    /** Whether the path leads to another file by now: the log was rotated. */
    isReplaced: () => statSync(path, { throwIfNoEntry: false })?.ino !== ino,
    /** Cuts at line breaks, which no half of a letter contains. */
    newLines: (): string => {
      rest = Buffer.concat([rest, readMore()]);
      const end = rest.lastIndexOf(0x0a) + 1;
      const lines = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end);
      return lines;
    },
    close: () => closeSync(descriptor),
  };
};

/**
 * The last lines that pass, then each new one, across rotations: a file is held open until it was read to its end. Ends
 * by the signal.
 * @throws the file system's error
 */
export async function* followLog(
  folder: string,
  filter: LogFilter,
  tail: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry> {
  const path = join(folder, CURRENT);
  const open = () => (statSync(path, { throwIfNoEntry: false }) ? openGrowing(path) : undefined);
  let file = open();
  try {
    const older = logFiles(folder).filter((each) => each !== path);
    yield* withOlder(file ? entriesIn(file.newLines(), filter) : [], older, filter, tail);
    while (!signal.aborted) {
      const isReplaced = file?.isReplaced() ?? true;
      if (file) yield* entriesIn(file.newLines(), filter);
      if (isReplaced) {
        file?.close();
        file = open();
        if (file) continue;
      }
      await delay(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    file?.close();
  }
}

/** The log and its older parts (log.ts). */
const LOG = /^kramar\.log|\.log(\.\d+)?$/;

/**
 * Packs the logs of a folder, for a person who asks for help. They hold no secrets: the log masks them.
 * @throws when a file cannot be read
 */
export const zipLogs = async (folder: string): Promise<Uint8Array> => {
  const about = [`Kramar ${version}`, `${process.platform} ${process.arch}`, `Node ${process.version}`];
  const files: Record<string, Uint8Array> = { 'about.txt': new TextEncoder().encode(about.join('\n')) };
  for (const name of readdirSync(folder)) if (LOG.test(name)) files[name] = readFileSync(join(folder, name));
  return zipSync(files);
};
