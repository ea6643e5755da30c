import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportFormat, InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { ValidationError } from '../../domain/errors.ts';
import { cachedOffset, dateOf } from '../../domain/shop-time.ts';
import { countInvoices, type ExportedRow, iterateInvoices } from '../../store/invoice-export.ts';
import { openSnapshot, type Snapshot } from '../../store/snapshot.ts';
import { HttpError, throttled } from '../errors.ts';
import type { FileAnswer } from '../file-answer.ts';
import type { Language } from '../route.ts';
import { csvWriter } from './csv.ts';
import { invoiceCells, invoiceColumns, SHEET_NAME } from './invoice-columns.ts';
import type { TableWriter } from './table.ts';
import { MAX_SHEET_ROWS, xlsxWriter } from './xlsx.ts';

/** Rows written at a time: others are answered in between. */
const SLICE = 250;
/** Of all users: more are clients that ask again without waiting. */
const MAX_RUNNING = 4;
const TRY_LATER_S = 5;
/** Who takes nothing for so long is gone, and holds up the database's clearing up. */
const STALLED_MS = 60_000;
const DAY_MS = 86_400_000;

interface Options {
  /** Of the database. */
  file: string;
  /** IANA. */
  timeZone: string;
  now: () => number;
  /** For tests, both. */
  maxSheetRows?: number;
  stalledMs?: number;
}

export interface Exports {
  /** @throws ValidationError, HttpError */
  start(query: InvoiceExportQuery, language: Language): FileAnswer;
  /** Breaks off what is under way: a file that is cut short must not look whole. */
  close(): Promise<void>;
}

/** Tables of invoices, each read from one snapshot on a connection of its own, and sent as it is read. */
export const createExports = (options: Options): Exports => {
  const { file, timeZone, now, maxSheetRows = MAX_SHEET_ROWS, stalledMs = STALLED_MS } = options;
  const running = new Set<Readable>();
  const offsetAt = cachedOffset(timeZone);
  const wall = (at: number): number => at + offsetAt(at);
  let isClosed = false;

  const begin = (
    snapshot: Snapshot,
    { format = 'csv', ...filter }: InvoiceExportQuery,
    language: Language,
  ): FileAnswer => {
    const count = countInvoices(snapshot, filter);
    if (format === 'xlsx' && count >= maxSheetRows) throw tooMany(maxSheetRows - 1);
    const writer = writerOf(format, language);
    const toCells = (row: ExportedRow) => invoiceCells(row, { language, wall });
    const body: Readable = Readable.from(
      pieces(iterateInvoices(snapshot, filter), toCells, writer, () =>
        setTimeout(() => body.destroy(stalled()), stalledMs),
      ),
      { objectMode: false },
    );
    running.add(body);
    body.once('close', () => {
      running.delete(body);
      snapshot.close();
    });
    return {
      type: writer.type,
      name: `invoices-${dateOf(Math.floor(wall(now()) / DAY_MS))}.${format}`,
      body,
      headers: { 'X-Total-Count': String(count) },
    };
  };

  return {
    start: (query, language) => {
      if (isClosed) throw new HttpError(503, 'The service is stopping; nothing was exported.');
      if (running.size >= MAX_RUNNING) throw throttled(TRY_LATER_S);
      const snapshot = openSnapshot(file);
      try {
        return begin(snapshot, query, language);
      } catch (error) {
        snapshot.close();
        throw error;
      }
    },
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

const stalled = () => new Error('The client of an export took nothing for too long.');

const tooMany = (rows: number) =>
  new ValidationError({
    format: [`A sheet holds at most ${rows} invoices. Choose fewer of them, or csv.`],
  });

const writerOf = (format: ExportFormat, language: Language): TableWriter => {
  const columns = invoiceColumns(language);
  return format === 'csv' ? csvWriter(columns) : xlsxWriter(SHEET_NAME[language], columns);
};

/** The file, piece by piece. The next is made only once somebody takes it. */
async function* pieces(
  rows: Iterator<ExportedRow, undefined>,
  toCells: (row: ExportedRow) => ReturnType<typeof invoiceCells>,
  writer: TableWriter,
  giveUpLater: () => NodeJS.Timeout,
): AsyncGenerator<Uint8Array, void, undefined> {
  const waiting = giveUpLater();
  waiting.unref();
  try {
    yield writer.begin();
    for (let slice = next(rows); slice.length > 0; slice = next(rows)) {
      const piece = writer.rows(slice.map(toCells));
      waiting.refresh();
      if (piece.length > 0) yield piece;
      await nextTurn();
    }
    const end = writer.end();
    if (end.length > 0) yield end;
  } finally {
    clearTimeout(waiting);
  }
}

const next = (rows: Iterator<ExportedRow, undefined>): ExportedRow[] => {
  const slice: ExportedRow[] = [];
  while (slice.length < SLICE) {
    const { done, value } = rows.next();
    if (done || value === undefined) break;
    slice.push(value);
  }
  return slice;
};
