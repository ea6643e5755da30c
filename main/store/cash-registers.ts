import type { Selectable } from 'kysely';
import type { CashRegisterQuery } from '../../shared/api/cash-registers.ts';
import { withBackgroundCheckpoints } from './db/checkpoints.ts';
import { build, type Db } from './db/connection.ts';
import { BY_NAME, bit, type Found, findSlice, type Slice } from './db/list.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { CashRegistersTable } from './db/tables.ts';

export type CashRegisterRow = Selectable<CashRegistersTable> & { terminal_name: string };

export const { insert: insertCashRegister, update: updateCashRegister } = rowsBy('cash_registers', 'id');

/** Excludes registers of deleted terminals, some of which may not be removed yet. */
const registers = () =>
  build
    .selectFrom('cash_registers')
    .innerJoin('terminals', 'terminals.id', 'cash_registers.terminal_id')
    .where('terminals.deleted_at', 'is', null);

const withTerminalName = () =>
  registers().selectAll('cash_registers').select('terminals.name as terminal_name');

const byId = fixedQuery<CashRegisterRow, [id: number]>(() =>
  withTerminalName().where('cash_registers.id', '=', placeholder<number>()),
);

export const findCashRegister = (db: Db, id: number): CashRegisterRow | undefined => db.get(byId(id));

export const terminalCashRegisters = (db: Db, terminalId: number): CashRegisterRow[] =>
  db.all(withTerminalName().where('terminal_id', '=', terminalId).orderBy('cash_registers.id'));

export const listCashRegisters = (db: Db, query: CashRegisterQuery, slice: Slice): Found<CashRegisterRow> => {
  const matching = registers().where((eb) =>
    eb.and([
      ...(query.terminal === undefined ? [] : [eb('cash_registers.terminal_id', '=', query.terminal)]),
      ...(query.is_active === undefined ? [] : [eb('cash_registers.is_active', '=', bit(query.is_active))]),
    ]),
  );
  const rows = matching.selectAll('cash_registers').select('terminals.name as terminal_name');
  return findSlice(db, matching, rows, 'cash_registers', query.ordering ?? BY_NAME, slice);
};

/** Invoices written at a time: each has entries in the sums and in three indexes. */
const UNBOUND = 40;

/**
 * Removes the registers of deleted terminals and unbinds their invoices, a few per transaction. The progress is
 * invisible, because queries hide these registers from the moment the terminal is deleted. An interrupted run can be
 * repeated.
 */
export const forgetCashRegisters = async (db: Db): Promise<number> => {
  if (!db.get(ofDeleted().limit(1))) return 0;
  if (unbindSome(db) < UNBOUND) return deleteUnbound(db);
  return withBackgroundCheckpoints(db, async (betweenTransactions) => {
    do await betweenTransactions();
    while (unbindSome(db) === UNBOUND);
    return deleteUnbound(db);
  });
};

const ofDeleted = () =>
  build
    .selectFrom('cash_registers')
    .select('cash_registers.id')
    .where(
      'terminal_id',
      'in',
      build.selectFrom('terminals').select('id').where('deleted_at', 'is not', null),
    );

/** Returns the number of invoices. */
const unbindSome = (db: Db): number =>
  db.transaction(() =>
    db.run(
      build
        .updateTable('invoices')
        .set({ cash_register_id: null })
        .where(
          'id',
          'in',
          build
            .selectFrom('invoices')
            .select('id')
            .where('cash_register_id', 'in', ofDeleted())
            .limit(UNBOUND),
        ),
    ),
  );

const deleteUnbound = (db: Db): number =>
  db.transaction(() => db.run(build.deleteFrom('cash_registers').where('id', 'in', ofDeleted())));
