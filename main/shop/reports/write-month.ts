import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { runInThread } from '../../store/threads/thread.ts';
import type { MonthRequest, MonthTask } from './month-archive.ts';

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
