import type { Insertable, Selectable, Updateable } from 'kysely';
import type { CashRegisterQuery } from '../../shared/api/cash-registers.ts';
import { build, type Db } from './database.ts';
import { BY_NAME, bit, type Found, findSlice, type Slice } from './list.ts';
import type { CashRegistersTable } from './tables.ts';

export type CashRegisterRow = Selectable<CashRegistersTable> & { terminal_name: string };

const registers = () =>
  build.selectFrom('cash_registers').innerJoin('terminals', 'terminals.id', 'cash_registers.terminal_id');

const withTerminalName = () =>
  registers().selectAll('cash_registers').select('terminals.name as terminal_name');

export const findCashRegister = (db: Db, id: number): CashRegisterRow | undefined =>
  db.get(withTerminalName().where('cash_registers.id', '=', id));

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

export const insertCashRegister = (db: Db, register: Insertable<CashRegistersTable>): void => {
  db.run(build.insertInto('cash_registers').values(register));
};

export const updateCashRegister = (db: Db, id: number, changes: Updateable<CashRegistersTable>): void => {
  db.run(build.updateTable('cash_registers').set(changes).where('id', '=', id));
};

/** Invoices that were bound to one of them then read `cash_register: null`. */
export const deleteCashRegisters = (db: Db, terminalId: number): void => {
  db.run(build.deleteFrom('cash_registers').where('terminal_id', '=', terminalId));
};
