import { type CashRegisterRow, findCashRegister } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';
import { findTerminal, type TerminalRow } from '../../store/terminals.ts';

/** The part of the shop that a narrowed caller sees and uses: what lies outside is a missing object. */
export interface Scope {
  /** Only this terminal (id). */
  terminal?: number | undefined;
  /** Only the invoices that this account created. */
  createdBy?: number | undefined;
}

/** A caller as far as visibility goes; without a scope everything is visible. */
interface Narrowed {
  scope?: Scope | undefined;
}

/** Matches no record. */
const NONE = 0;

const both = (wanted: number | undefined, allowed: number | undefined): number | undefined =>
  allowed === undefined || wanted === undefined || wanted === allowed ? (wanted ?? allowed) : NONE;

interface ScopeFilter {
  terminal?: number | undefined;
  created_by?: number | undefined;
}

/** The filter of a list, narrowed to what the caller sees. */
export const narrowInvoices = <Filter extends ScopeFilter>(
  filter: Filter,
  { scope }: Narrowed,
): Filter & ScopeFilter =>
  scope === undefined
    ? filter
    : {
        ...filter,
        terminal: both(filter.terminal, scope.terminal),
        created_by: both(filter.created_by, scope.createdBy),
      };

/** The same for a list whose records belong to a terminal. */
export const narrowTerminal = <Filter extends object & { terminal?: number | undefined }>(
  filter: Filter,
  { scope }: Narrowed,
): Filter & { terminal?: number | undefined } =>
  scope === undefined ? filter : { ...filter, terminal: both(filter.terminal, scope.terminal) };

export const seesTerminal = ({ scope }: Narrowed, id: number): boolean =>
  scope?.terminal === undefined || scope.terminal === id;

export const seesInvoice = (
  caller: Narrowed,
  { terminal_id, created_by }: Pick<InvoiceRow, 'terminal_id' | 'created_by'>,
): boolean =>
  seesTerminal(caller, terminal_id) &&
  (caller.scope?.createdBy === undefined || caller.scope.createdBy === created_by);

/** Loads for routes: undefined, and so a 404, also for what the caller does not see. */
export const loadInvoice =
  (db: Db) =>
  (id: number, caller: Narrowed): InvoiceRow | undefined => {
    const found = findInvoice(db, id);
    return found && seesInvoice(caller, found) ? found : undefined;
  };

export const loadTerminal =
  (db: Db) =>
  (id: number, caller: Narrowed): TerminalRow | undefined =>
    seesTerminal(caller, id) ? findTerminal(db, id) : undefined;

export const loadCashRegister =
  (db: Db) =>
  (id: number, caller: Narrowed): CashRegisterRow | undefined => {
    const found = findCashRegister(db, id);
    return found && seesTerminal(caller, found.terminal_id) ? found : undefined;
  };
