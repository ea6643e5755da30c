import { takesShiftCash } from '../../../money/income/taxpayers.ts';
import { createZip } from '../../../platform/zip-writer.ts';
import { accountMonth, daysOfMonth } from '../../../shop/reports/month.ts';
import { type ArchivePart, archiveName, type MonthRequest } from '../../../shop/reports/month-archive.ts';
import { cachedOffset } from '../../../shop/shop-time.ts';
import { openSnapshot } from '../../../store/db/snapshot.ts';
import type { TaskContext } from '../../../store/threads/serve-tasks.ts';
import type { Cell } from '../table.ts';
import { csvWriter } from '../table-file.ts';
import { nextRows, PIECE_BYTES } from '../write-export.ts';
import { xlsxWorkbook } from '../xlsx.ts';
import { basExchange } from './bas.ts';
import { type MonthSheet, monthSheets } from './sheets.ts';
import type { MonthSource } from './source.ts';

/** Fast, and still a tenth of the size. */
const LEVEL = 4;
/** For what is compressed already. */
const STORED = 0;

/**
 * Yields the archive piece by piece; a piece may be empty. Every file is of one snapshot, so their sums agree. The
 * tables are read twice, for the workbook and for CSV, so that none is held in memory.
 */
export function* monthArchive(source: MonthSource): Generator<Uint8Array, void, undefined> {
  const { month, snapshot, locale, wall } = source;
  const name = archiveName(month.name, month.taxNumber);
  const sheets = monthSheets(source);
  // A zip holds a wall clock's time and no zone; fflate takes that of the process.
  const shown = new Date(wall(month.madeAt));
  const zip = createZip(LEVEL, new Date(shown.getTime() + shown.getTimezoneOffset() * 60_000));
  const book = xlsxWorkbook(sheets);
  zip.startFile(`${name}.xlsx`, STORED);
  zip.push(book.begin());
  for (const sheet of sheets) {
    zip.push(book.startSheet());
    for (const rows of slicesOf(sheet)) {
      zip.push(book.rows(rows));
      yield zip.taken();
    }
  }
  zip.push(book.end());
  zip.endFile();
  yield zip.taken();

  for (const sheet of sheets) {
    const writer = csvWriter(sheet.columns);
    zip.startFile(`csv/${sheet.name}.csv`);
    zip.push(writer.begin());
    for (const rows of slicesOf(sheet)) {
      zip.push(writer.rows(rows));
      yield zip.taken();
    }
    zip.endFile();
  }
  const { terminalDays } = daysOfMonth(snapshot, locale.timeZone, month);
  zip.startFile('1c-bas/acquiring.xml');
  zip.push(Buffer.from(basExchange(month, terminalDays)));
  zip.endFile();
  zip.end();
  yield zip.taken();
}

function* slicesOf(sheet: MonthSheet): Generator<Cell[][], void, undefined> {
  const rows = sheet.rows();
  for (let slice = nextRows(rows); slice.length > 0; slice = nextRows(rows)) yield slice;
}

/** Writes the archive of a month from one snapshot, at the speed of its consumer. */
export const writeMonth = async (
  { file, month: of, taxNumber, locale }: MonthRequest,
  { isCancelled, report, send }: TaskContext<ArchivePart>,
): Promise<undefined> => {
  const snapshot = openSnapshot(file, () => !isCancelled());
  const month = accountMonth(snapshot, of, taxNumber, takesShiftCash(snapshot, taxNumber, of.name));
  report({ count: month.currencies.reduce((sum, { totals }) => sum + totals.count, 0) });
  const offsetAt = cachedOffset(locale.timeZone);
  const wall = (at: number): number => at + offsetAt(at);
  for (const piece of gathered(monthArchive({ snapshot, month, locale, wall }))) {
    // A copy: a small piece may share its buffer with others, which a transfer would move too.
    const own = new Uint8Array(piece);
    await send({ piece: own }, [own.buffer]);
  }
  snapshot.close();
};

/** The same in pieces of some size. */
function* gathered(pieces: Generator<Uint8Array, void, undefined>): Generator<Uint8Array, void, undefined> {
  let made: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    made.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(made);
    [made, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(made);
}
