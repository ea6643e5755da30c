import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import { ValidationError } from '../../domain/errors.ts';
import { invoiceFilters } from '../../domain/invoice-filter.ts';
import { cachedOffset, dateOf } from '../../domain/shop-time.ts';
import { countInvoices, type ExportedRow, iterateInvoices } from '../../store/invoice-export.ts';
import { countProducts, iterateProducts, type NamedProductRow } from '../../store/products.ts';
import { openSnapshot, type Snapshot } from '../../store/snapshot.ts';
import { HttpError, throttled } from '../errors.ts';
import type { FileAnswer } from '../file-answer.ts';
import type { Language } from '../route.ts';
import { invoiceCells, invoiceColumns, SHEET_NAME } from './invoice-columns.ts';
import { PRODUCTS_SHEET, productCells, productColumns } from './product-columns.ts';
import type { Cell, Column, TableWriter } from './table.ts';
import { writerOf } from './table-file.ts';
import { MAX_SHEET_ROWS } from './xlsx.ts';

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
  /** Invoices. @throws ValidationError, HttpError */
  start(query: InvoiceExportQuery, language: Language): FileAnswer;
  /** @throws ValidationError, HttpError */
  products(query: ProductExportQuery, language: Language): FileAnswer;
  /** Breaks off what is under way: a file that is cut short must not look whole. */
  close(): Promise<void>;
}

/** What a table is made of. */
interface Source<Row> {
  /** Of its file, before the date. */
  name: string;
  sheetName: string;
  columns: readonly Column[];
  count: number;
  rows(): Iterator<Row, undefined>;
  cells(row: Row): Cell[];
}

/** Tables of many rows, each read from one snapshot on a connection of its own, and sent as it is read. */
export const createExports = (options: Options): Exports => {
  const { file, timeZone, now, maxSheetRows = MAX_SHEET_ROWS, stalledMs = STALLED_MS } = options;
  const running = new Set<Readable>();
  const offsetAt = cachedOffset(timeZone);
  const toFilter = invoiceFilters(timeZone);
  const wall = (at: number): number => at + offsetAt(at);
  let isClosed = false;

  const begin = <Row>(snapshot: Snapshot, source: Source<Row>, format: ExportFormat): FileAnswer => {
    const { name, sheetName, columns, count, rows, cells } = source;
    if (format === 'xlsx' && count >= maxSheetRows) throw tooMany(name, maxSheetRows - 1);
    const writer = writerOf(format, sheetName, columns);
    const body: Readable = Readable.from(
      pieces(rows(), cells, writer, () => setTimeout(() => body.destroy(stalled()), stalledMs)),
      { objectMode: false },
    );
    running.add(body);
    body.once('close', () => {
      running.delete(body);
      snapshot.close();
    });
    return {
      type: writer.type,
      name: `${name}-${dateOf(Math.floor(wall(now()) / DAY_MS))}.${format}`,
      body,
      headers: { 'X-Total-Count': String(count) },
    };
  };

  const start = <Row>(
    format: ExportFormat | undefined,
    open: (snapshot: Snapshot) => Source<Row>,
  ): FileAnswer => {
    if (isClosed) throw new HttpError(503, 'The service is stopping; nothing was exported.');
    if (running.size >= MAX_RUNNING) throw throttled(TRY_LATER_S);
    const snapshot = openSnapshot(file);
    try {
      return begin(snapshot, open(snapshot), format ?? 'csv');
    } catch (error) {
      snapshot.close();
      throw error;
    }
  };

  return {
    start: ({ format, ...query }, language) =>
      start<ExportedRow>(format, (snapshot) => {
        const filter = toFilter(snapshot, query);
        return {
          name: 'invoices',
          sheetName: SHEET_NAME[language],
          columns: invoiceColumns(language),
          count: countInvoices(snapshot, filter),
          rows: () => iterateInvoices(snapshot, filter),
          cells: (row) => invoiceCells(row, { language, wall }),
        };
      }),
    products: ({ format, ...query }, language) =>
      start<NamedProductRow>(format, (snapshot) => ({
        name: 'products',
        sheetName: PRODUCTS_SHEET[language],
        columns: productColumns(language),
        count: countProducts(snapshot, query),
        rows: () => iterateProducts(snapshot, query),
        cells: (row) => productCells(row, language),
      })),
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

const tooMany = (what: string, rows: number) =>
  new ValidationError({
    format: [`A sheet holds at most ${rows} ${what}. Choose fewer of them, or csv.`],
  });

/** The file, piece by piece. The next is made only once somebody takes it. */
async function* pieces<Row>(
  rows: Iterator<Row, undefined>,
  toCells: (row: Row) => Cell[],
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

const next = <Row>(rows: Iterator<Row, undefined>): Row[] => {
  const slice: Row[] = [];
  while (slice.length < SLICE) {
    const { done, value } = rows.next();
    if (done || value === undefined) break;
    slice.push(value);
  }
  return slice;
};
