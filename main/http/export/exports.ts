import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ActionExportQuery } from '../../../shared/api/actions.ts';
import type { ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { ARCHIVE_TYPE } from '../../../shared/api/month.ts';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import { dateOf, MINUTE_MS } from '../../../shared/time.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { Month } from '../../shop/reports/month.ts';
import { archiveName, type MonthTask } from '../../shop/reports/month-archive.ts';
import { wallClock } from '../../shop/shop-time.ts';
import { countActions } from '../../store/actions.ts';
import { countProducts } from '../../store/catalog.ts';
import { openSnapshot, type Snapshot } from '../../store/db/snapshot.ts';
import { lastId } from '../../store/invoices/search/plan.ts';
import { HttpError, throttled } from '../errors.ts';
import type { FileAnswer } from '../files.ts';
import type { Language } from '../preferences.ts';
import type { ExportSubject } from './sources.ts';
import { exportInWorker, exportOnThisThread } from './stream-export.ts';
import { FILE_TYPES } from './table.ts';
import type { ExportRequest, ExportTask } from './write-export.ts';
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
  /** @throws ValidationError, HttpError */
  actions(query: ActionExportQuery, language: Language): Promise<FileAnswer>;
  /** Exports a month for the accountant, always in a worker. @param version of its closure @throws ValidationError, HttpError */
  month(
    month: Month,
    taxNumber: string | undefined,
    language: Language,
    version?: number,
  ): Promise<FileAnswer>;
  /** Aborts running exports: a file that is cut short must not look complete. */
  close(): Promise<void>;
}

/** Exports tables of many rows, each read from one snapshot on its own connection and sent while it is read. */
export const createExports = (options: Options): Exports => {
  const { file, timeZone, now, maxSheetRows = MAX_SHEET_ROWS, stalledMs = STALLED_MS } = options;
  const { workerMinRows = WORKER_MIN_ROWS } = options;
  const running = createRunning();
  const clock = wallClock(timeZone);

  const refuseTooMany = ({ subject, format }: ExportRequest, count: number): void => {
    if (format === 'xlsx' && count >= maxSheetRows) throw tooMany('format', subject.what, maxSheetRows - 1);
  };

  const answer = ({ subject, format }: ExportRequest, count: number, body: Readable): FileAnswer => ({
    type: FILE_TYPES[format],
    name: `${subject.what}-${dateOf(clock(now()).day)}.${format}`,
    body,
    headers: { 'X-Total-Count': String(count) },
  });

  const startHere = (request: ExportRequest, snapshot = openSnapshot(file)): FileAnswer => {
    try {
      const { count, start } = exportOnThisThread(snapshot, request, stalledMs);
      refuseTooMany(request, count);
      return answer(request, count, running.track(start()));
    } catch (error) {
      snapshot.close();
      throw error;
    }
  };

  const start = async (request: ExportRequest): Promise<FileAnswer> => {
    running.refuseWhenBusy();
    const snapshot = openSnapshot(file);
    const size = SIZES[request.subject.what](snapshot);
    if (size < workerMinRows) return startHere(request, snapshot);
    snapshot.close();
    const exported = exportInWorker<ExportTask>('writeExport', [request], stalledMs);
    return whenCounted(running, exported, (rows) => {
      refuseTooMany(request, rows);
      return answer(request, rows, exported.body);
    });
  };

  return {
    start: ({ format, ...query }, language) => {
      running.refuseWhenBusy();
      return startHere(requestOf(options, { what: 'invoices', query }, language, format));
    },
    invoices: ({ format, ...query }, language) =>
      start(requestOf(options, { what: 'invoices', query }, language, format)),
    products: ({ format, ...query }, language) =>
      start(requestOf(options, { what: 'products', query }, language, format)),
    actions: ({ format, ...query }, language) =>
      start(requestOf(options, { what: 'actions', query }, language, format)),
    month: monthExport(options, running),
    close: running.close,
  };
};

const monthExport =
  ({ file, timeZone, maxSheetRows = MAX_SHEET_ROWS, stalledMs = STALLED_MS }: Options, running: Running) =>
  async (...[month, taxNumber, language, version]: Parameters<Exports['month']>): Promise<FileAnswer> => {
    running.refuseWhenBusy();
    const request = { file, month, taxNumber, locale: { language, timeZone } };
    const exported = exportInWorker<MonthTask>('writeMonth', [request], stalledMs);
    return whenCounted(running, exported, (payments) => {
      if (payments >= maxSheetRows) throw tooMany('month', 'payments', maxSheetRows - 1);
      return {
        type: ARCHIVE_TYPE,
        name: `${archiveName(month.name, taxNumber, version)}.zip`,
        body: exported.body,
        headers: { 'X-Total-Count': String(payments) },
      };
    });
  };

/** The answer of a worker's export, once it has counted its rows. */
const whenCounted = async (
  running: Running,
  { count, body }: ReturnType<typeof exportInWorker>,
  toAnswer: (rows: number) => FileAnswer,
): Promise<FileAnswer> => {
  running.track(body);
  try {
    const rows = await count;
    // The worker may have counted before it received the stop.
    running.refuseWhenClosed();
    return toAnswer(rows);
  } catch (error) {
    body.destroy();
    running.refuseWhenClosed();
    throw error;
  }
};

/** About how many rows there are, whatever the filter. */
const SIZES: Record<ExportSubject['what'], (snapshot: Snapshot) => number> = {
  invoices: lastId,
  products: (snapshot) => countProducts(snapshot, {}),
  actions: (snapshot) => countActions(snapshot, {}),
};

const requestOf = (
  { file, timeZone }: Options,
  subject: ExportSubject,
  language: Language,
  format: ExportFormat = 'csv',
): ExportRequest => ({ file, subject, format, locale: { language, timeZone } });

/** The files that are being sent. */
const createRunning = () => {
  const bodies = new Set<Readable>();
  let isClosed = false;
  const refuseWhenClosed = (): void => {
    if (isClosed) throw stopping();
  };
  return {
    refuseWhenClosed,
    refuseWhenBusy: (): void => {
      refuseWhenClosed();
      if (bodies.size >= MAX_RUNNING) throw throttled(TRY_LATER_S);
    },
    track: (body: Readable): Readable => {
      bodies.add(body);
      return body.once('close', () => bodies.delete(body));
    },
    close: async (): Promise<void> => {
      isClosed = true;
      const ended = [...bodies].map(async (body) => {
        const closed = once(body, 'close').catch(() => undefined);
        body.destroy();
        await closed;
      });
      await Promise.all(ended);
    },
  };
};

type Running = ReturnType<typeof createRunning>;

const stopping = () => new HttpError(503, 'The service is stopping; nothing was exported.');

const tooMany = (parameter: 'format' | 'month', what: string, rows: number) =>
  fieldRefusal(
    parameter,
    'too_many_rows',
    `A sheet holds at most ${rows} ${what}. Choose fewer of them, or csv.`,
    { limit: rows },
  );
