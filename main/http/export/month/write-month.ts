import { takesShiftCash } from '../../../money/income/taxpayers.ts';
import { accountMonth } from '../../../shop/reports/month.ts';
import type { ArchivePart, MonthRequest } from '../../../shop/reports/month-archive.ts';
import { cachedOffset } from '../../../shop/shop-time.ts';
import { openSnapshot } from '../../../store/db/snapshot.ts';
import type { TaskContext } from '../../../store/threads/serve-tasks.ts';
import { PIECE_BYTES } from '../write-export.ts';
import { monthArchive } from './archive.ts';

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
