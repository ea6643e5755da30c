import { safeFileName } from '../../platform/file-name.ts';
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
