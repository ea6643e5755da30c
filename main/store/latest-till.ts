import { build, type Db } from './db/connection.ts';
import type { CashMoveRow, CashSaleRow, ShiftRow } from './shifts.ts';

/** The latest entries of the till and the latest shifts, of everyone, the newest first; voided entries left out. */
export const latestTill = (
  db: Db,
  limit: number,
): { sales: CashSaleRow[]; moves: CashMoveRow[]; shifts: ShiftRow[] } => ({
  sales: db.all(
    build
      .selectFrom('cash_sales')
      .selectAll()
      .where('voided_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit),
  ),
  moves: db.all(build.selectFrom('cash_moves').selectAll().orderBy('id', 'desc').limit(limit)),
  shifts: db.all(build.selectFrom('shifts').selectAll().orderBy('id', 'desc').limit(limit)),
});
