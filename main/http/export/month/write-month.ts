import { accountMonth, type Month } from '../../../domain/reports/month.ts';
import { cachedOffset } from '../../../domain/shop-time.ts';
import { openSnapshot, type Snapshot } from '../../../store/db/snapshot.ts';
import type { TaskContext } from '../../../store/threads/serve-tasks.ts';
import type { ReaderLocale } from '../sources.ts';
import { type ExportPart, PIECE_BYTES } from '../write-export.ts';
import { monthArchive } from './archive.ts';

export interface MonthRequest {
  /** Path of the database. */
  file: string;
  month: Month;
  /** Only of the terminals of this seller. */
  taxNumber: string | undefined;
  locale: ReaderLocale;
}

export interface MonthTask {
  name: 'writeMonth';
  args: [request: MonthRequest];
  result: undefined;
  part: ExportPart;
}

/** Writes the archive of a month from one snapshot, at the speed of its consumer. */
export const writeMonth = async (
  request: MonthRequest,
  { isCancelled, report, send }: TaskContext<ExportPart>,
): Promise<undefined> => {
  const snapshot = openSnapshot(request.file, () => !isCancelled());
  const { payments, pieces } = monthPieces(snapshot, request);
  report({ count: payments });
  for (const piece of pieces) {
    // A copy: a small piece may share its buffer with others, which a transfer would move too.
    const own = new Uint8Array(piece);
    await send({ piece: own }, [own.buffer]);
  }
  snapshot.close();
};

/** The archive in pieces of some size, and how many payments it has. */
export const monthPieces = (
  snapshot: Snapshot,
  { month: of, taxNumber, locale }: Omit<MonthRequest, 'file'>,
): { payments: number; pieces: Generator<Uint8Array, void, undefined> } => {
  const month = accountMonth(snapshot, of, taxNumber);
  const offsetAt = cachedOffset(locale.timeZone);
  const wall = (at: number): number => at + offsetAt(at);
  return {
    payments: month.currencies.reduce((sum, { totals }) => sum + totals.count, 0),
    pieces: gathered(monthArchive({ snapshot, month, locale, wall })),
  };
};

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
