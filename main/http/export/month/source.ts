import type { AccountMonth, MonthTerminal } from '../../../shop/reports/month.ts';
import type { Snapshot } from '../../../store/db/snapshot.ts';
import { column } from '../report-tables.ts';
import type { ReaderLocale } from '../sources.ts';
import type { Cell, CellKind, Column, RowLocale } from '../table.ts';
import { COLUMNS } from './words.ts';

/** What the sheets of one archive are made of. */
export interface MonthSource {
  snapshot: Snapshot;
  month: AccountMonth;
  locale: ReaderLocale;
  /** Converts a moment (ms UTC) to the shop's wall clock. */
  wall(at: number): number;
}

export interface RowContext extends MonthSource, RowLocale {
  terminals: ReadonlyMap<number, MonthTerminal>;
}

type Title = keyof typeof COLUMNS;

export const titled = (
  { locale: { language } }: Pick<MonthSource, 'locale'>,
  columns: readonly (readonly [title: Title, kind: CellKind, width?: number])[],
): Column[] => columns.map(([title, kind, width]) => column(COLUMNS[title][language], kind, width));

export const sellerCells = (id: number, terminals: RowContext['terminals']): Cell[] => {
  const terminal = terminals.get(id);
  return [terminal?.name ?? '', terminal?.taxNumber ?? ''];
};
