import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { type FiscalState, fiscalState } from '../../shop/fiscal/settings.ts';
import { type SaleSettings, saleSettings } from '../../shop/settings.ts';
import { type CartRow, findCart, isCartInSale } from '../../store/carts.ts';
import { type CashRegisterRow, findCashRegister } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { findSellingTerminal, NOTHING_KNOWN } from '../../store/fiscal-settings.ts';
import { findSoldProducts, type SoldProduct } from '../../store/sold-products.ts';
import type { TerminalRow } from '../../store/terminals.ts';

/** Everything that the database knows about a sale. */
export interface SaleFacts {
  terminal: TerminalRow | undefined;
  fiscal: FiscalState;
  register: CashRegisterRow | undefined;
  products: ReadonlyMap<number | null, SoldProduct>;
  /** With the name of whoever has taken it; "": it waits. */
  cart: (CartRow & { isInSale: boolean; takenBy: string }) | undefined;
  settings: SaleSettings;
}

/** Reads it once, in the transaction that journals the sale. Fields that `input` lacks name nothing. */
export const loadSale = (db: Db, input: Partial<InvoiceCreate>): SaleFacts => {
  const { terminal, cash_register, items = [], cart } = input;
  const selling = terminal === undefined ? undefined : findSellingTerminal(db, terminal);
  const products = items.map(({ product }: Partial<(typeof items)[number]>) => product ?? null);
  const set = cart === undefined ? undefined : findCart(db, cart);
  return {
    terminal: selling?.terminal,
    fiscal: fiscalState(selling?.knowledge ?? NOTHING_KNOWN),
    register: typeof cash_register === 'number' ? findCashRegister(db, cash_register) : undefined,
    products: findSoldProducts(db, products),
    cart: set && { ...set, isInSale: isCartInSale(db, set.id), takenBy: accountName(db, set.taken_by) },
    settings: saleSettings(db),
  };
};
