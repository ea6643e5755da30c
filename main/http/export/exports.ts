import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import { problem } from '../../../shared/errors.ts';
import { DAY_MS, dateOf, MINUTE_MS } from '../../../shared/time.ts';
import { ValidationError } from '../../domain/errors.ts';
import { cachedOffset } from '../../domain/shop-time.ts';
import { SLICE_MS } from '../../platform/async.ts';
import { countProducts } from '../../store/catalog.ts';
import { openSnapshot, type Snapshot } from '../../store/db/snapshot.ts';
import { lastId } from '../../store/invoices/search/plan.ts';
import { SHORT_LIVED, startThread } from '../../store/threads/thread.ts';
import { HttpError, throttled } from '../errors.ts';
import type { FileAnswer } from '../files.ts';
import type { Language } from '../route.ts';
import { type ExportSubject, sourceOf } from './sources.ts';
import { type Cell, FILE_TYPES, type TableWriter } from './table.ts';
import { writerOf } from './table-file.ts';
import { type ExportRequest, type ExportTask, PIECE_BYTES, piecesOf } from './write-export.ts';
import { MAX_SHEET_ROWS } from './xlsx.ts';

/** Larger exports run in a worker; below this, starting one costs more time and memory than it saves. */
const WORKER_MIN_ROWS = 10_000;
/** For all users together: more are clients that repeat without waiting. */
const MAX_RUNNING = 4;
const TRY_LATER_S = 5;
/** A client that takes nothing for so long is gone; its snapshot would hold up the database's checkpoint. */
const STALLED_MS = MINUTE_MS;

interface Options {
  /** Path of the database. */
  file: string;
  /** IANA. */
  timeZone: string;
  now: () => number;
  /** Lower in tests. */
  maxSheetRows?: number;
  stalledMs?: number;
  workerMinRows?: number;
}

export interface Exports {
  /** Makes a small export of invoices on this thread. @throws ValidationError, HttpError */
  start(query: InvoiceExportQuery, language: Language): FileAnswer;
  /** Exports any number of invoices, large ones in a worker. @throws ValidationError, HttpError */
  invoices(query: InvoiceExportQuery, language: Language): Promise<FileAnswer>;
  /** @throws ValidationError, HttpError */
  products(query: ProductExportQuery, language: Language): Promise<FileAnswer>;
  /** Aborts running exports: a file that is cut short must not look complete. */
  close(): Promise<void>;
}

/** Exports tables of many rows, each read from one snapshot on its own connection and sent while it is read. */
export const createExports = (options: Options): Exports => {
  const { file, timeZone, now, maxSheetRows = MAX_SHEET_ROWS, stalledMs = STALLED_MS } = options;
  const { workerMinRows = WORKER_MIN_ROWS } = options;
  const running = new Set<Readable>();
  const offsetAt = cachedOffset(timeZone);
  let isClosed = false;

  const refuseWhenBusy = (): void => {
    if (isClosed) throw stopping();
    if (running.size >= MAX_RUNNING) throw throttled(TRY_LATER_S);
  };
  const track = (body: Readable): void => {
    running.add(body);
    body.once('close', () => running.delete(body));
  };
  const refuseTooMany = (name: string, format: ExportFormat, count: number): void => {
    if (format === 'xlsx' && count >= maxSheetRows) throw tooMany(name, maxSheetRows - 1);
  };
  const answer = (
    { what }: ExportSubject,
    format: ExportFormat,
    count: number,
    body: Readable,
  ): FileAnswer => {
    const at = now();
    return {
      type: FILE_TYPES[format],
      name: `${what}-${dateOf(Math.floor((at + offsetAt(at)) / DAY_MS))}.${format}`,
      body,
      headers: { 'X-Total-Count': String(count) },
    };
  };

  const openExport = (
    snapshot: Snapshot,
    subject: ExportSubject,
    format: ExportFormat,
    language: Language,
  ): FileAnswer => {
    const { sheetName, columns, count, rows } = sourceOf(snapshot, subject, { language, timeZone });
    refuseTooMany(subject.what, format, count);
    const giveUpLater = () => setTimeout(() => body.destroy(stalled()), stalledMs);
    const body: Readable = Readable.from(
      piecesOnDemand(rows(), writerOf(format, sheetName, columns), giveUpLater),
      {
        objectMode: false,
      },
    );
    track(body);
    body.once('close', () => snapshot.close());
    return answer(subject, format, count, body);
  };

  const exportOnThisThread = (
    subject: ExportSubject,
    format: ExportFormat,
    language: Language,
    snapshot = openSnapshot(file),
  ): FileAnswer => {
    try {
      return openExport(snapshot, subject, format, language);
    } catch (error) {
      snapshot.close();
      throw error;
    }
  };

  const exportInWorker = async (
    subject: ExportSubject,
    format: ExportFormat,
    language: Language,
  ): Promise<FileAnswer> => {
    const task = { file, subject, format, locale: { language, timeZone } };
    const { count, body } = startWorker(task, stalledMs, stalled);
    track(body);
    try {
      const rows = await count;
      // The worker may have counted before it received the stop.
      if (isClosed) throw stopping();
      refuseTooMany(subject.what, format, rows);
      return answer(subject, format, rows, body);
    } catch (error) {
      body.destroy();
      throw isClosed ? stopping() : error;
    }
  };

  const startExport = async (
    subject: ExportSubject,
    format: ExportFormat = 'csv',
    language: Language,
  ): Promise<FileAnswer> => {
    refuseWhenBusy();
    const snapshot = openSnapshot(file);
    const size = subject.what === 'invoices' ? lastId(snapshot) : countProducts(snapshot, {});
    if (size < workerMinRows) return exportOnThisThread(subject, format, language, snapshot);
    snapshot.close();
    return exportInWorker(subject, format, language);
  };

  return {
    start: ({ format = 'csv', ...query }, language) => {
      refuseWhenBusy();
      return exportOnThisThread({ what: 'invoices', query }, format, language);
    },
    invoices: ({ format, ...query }, language) => startExport({ what: 'invoices', query }, format, language),
    products: ({ format, ...query }, language) => startExport({ what: 'products', query }, format, language),
    close: async () => {
      isClosed = true;
      const ended = [...running].map(async (body) => {
        const closed = once(body, 'close').catch(() => undefined);
        body.destroy();
        await closed;
      });
      await Promise.all(ended);
    },
  };
};

const stopping = () => new HttpError(503, 'The service is stopping; nothing was exported.');

const stalled = () => new Error('The client of an export took nothing for too long.');

const tooMany = (what: string, rows: number) =>
  new ValidationError({
    format: [
      problem('too_many_rows', `A sheet holds at most ${rows} ${what}. Choose fewer of them, or csv.`, {
        limit: rows,
      }),
    ],
  });

/** Yields the file piece by piece. The next piece is made only when the consumer takes it. */
async function* piecesOnDemand(
  rows: Iterator<Cell[], undefined>,
  writer: TableWriter,
  giveUpLater: () => NodeJS.Timeout,
): AsyncGenerator<Uint8Array, void, undefined> {
  const waiting = giveUpLater();
  waiting.unref();
  const startPiece = () => {
    const until = performance.now() + SLICE_MS;
    return () => performance.now() >= until;
  };
  try {
    for (const piece of piecesOf(rows, writer, startPiece)) {
      waiting.refresh();
      if (piece.length > 0) yield piece;
      await nextTurn();
    }
  } finally {
    clearTimeout(waiting);
  }
}

interface RunningExport {
  /** Rows. Rejects when the body ends before the count is known. */
  count: Promise<number>;
  /** Closes once the worker has ended and reads nothing more from the database. */
  body: Readable;
}

/** Streams a file made by a worker from one snapshot. */
const startWorker = (request: ExportRequest, stalledMs: number, stalled: () => Error): RunningExport => {
  const thread = startThread<ExportTask>({ resourceLimits: SHORT_LIVED });
  let waiting: NodeJS.Timeout | undefined;
  const body = new Readable({
    highWaterMark: 2 * PIECE_BYTES,
    read: () => {
      clearTimeout(waiting);
      thread.more();
    },
    destroy: (error, done) => {
      clearTimeout(waiting);
      void thread.end().then(() => done(error));
    },
  });
  const count = new Promise<number>((resolve, reject) => {
    body.once('error', reject);
    body.once('close', () => reject(new Error('The export was broken off.')));
    const onPart = (part: ExportTask['part']): void => {
      if ('count' in part) {
        resolve(part.count);
        return;
      }
      clearTimeout(waiting);
      waiting = setTimeout(() => body.destroy(stalled()), stalledMs).unref();
      body.push(part.piece);
    };
    thread.run('writeExport', [request], onPart).then(
      () => body.push(null),
      (error: Error) => body.destroy(error),
    );
  });
  return { count, body };
};
