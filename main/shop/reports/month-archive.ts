import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { safeFileName } from '../../platform/file-name.ts';
import { runInThread } from '../../store/threads/thread.ts';
import type { Month } from './month.ts';

/** The archive of a month is made in a thread (start/worker.ts names the task): the interface streams it, the command line
 * writes it to a file. */
export interface MonthRequest {
  /** Path of the database. */
  file: string;
  month: Month;
  /** Only of the terminals of this seller. */
  taxNumber: string | undefined;
  /** The reader's. */
  locale: { language: 'uk' | 'en'; timeZone: string };
}

/** First the count of payments, then the file. */
export type ArchivePart = { count: number } | { piece: Uint8Array };

export interface MonthTask {
  name: 'writeMonth';
  args: [request: MonthRequest];
  result: undefined;
  part: ArchivePart;
}

/**
 * `kramar-2026-10`; of one seller `kramar-2026-10-12345678`; of a month that was closed again `kramar-2026-10-v2`
 * @param version of the closure
 */
export const archiveName = (month: string, taxNumber: string | undefined, version = 1): string => {
  const seller = taxNumber === undefined ? [] : [taxNumber];
  return safeFileName(['kramar', month, ...seller, ...(version > 1 ? [`v${version}`] : [])].join('-'));
};

/**
 * Writes the archive of a month to a path, under another name until it is complete: a file that is cut short must not look
 * like the archive. Gives its size in bytes.
 */
export const writeMonthArchive = async (request: MonthRequest, out: string): Promise<number> => {
  const part = `${out}.part`;
  const file = openSync(part, 'wx');
  let size = 0;
  let failure: unknown;
  const stop = new AbortController();
  const write = (piece: Uint8Array): void => {
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    size += piece.length;
  };
  try {
    await runInThread<MonthTask>('writeMonth', [request], {
      signal: stop.signal,
      onPart: (sent) => {
        try {
          if ('piece' in sent) write(sent.piece);
        } catch (error) {
          // Thrown here it would end the program: the thread's messages have no caller.
          failure ??= error;
          stop.abort();
        }
      },
    });
    fsyncSync(file);
  } catch (error) {
    // Windows removes no open file.
    closeSync(file);
    rmSync(part, { force: true });
    throw failure ?? error;
  }
  closeSync(file);
  renameSync(part, out);
  return size;
};
