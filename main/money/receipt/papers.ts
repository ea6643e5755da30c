import type { Language } from '../../../shared/action-value-words.ts';
import type { PaperPart, PaperSize } from '../../../shared/api/papers.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { counterSettings, paperTexts, shopName } from '../../shop/settings.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { type CashSaleRow, itemsOfCashSales, partsOfInvoices } from '../../store/shifts.ts';
import { allTerminals, findTerminal } from '../../store/terminals.ts';
import { wasPaid } from '../bank-state/status.ts';
import { cashReceiptPaper } from './cash-paper.ts';
import { receiptPaper } from './receipt-paper.ts';

/** The papers of a sale, from its rows: the receipt printer, the window and a till get the same. */

export interface PaperLook {
  size: PaperSize;
  language: Language;
  isCopy?: boolean;
  /** Whether one is printed in the place of the shop's name. */
  hasLogo: boolean;
  /** IANA; the shop's. */
  timeZone: string;
}

const shopFacts = (db: Db, { isCopy = false, ...look }: PaperLook) => ({
  ...look,
  ...paperTexts(db),
  isCopy,
  shopName: shopName(db),
});

/** The receipt of an invoice that is the rest of a sale in parts is that of the whole sale. */
export const invoicePaper = (db: Db, invoice: InvoiceRow, look: PaperLook): PaperPart[] => {
  const isReceipt = look.size === 'roll' && wasPaid(invoice.status);
  const sale = isReceipt ? partsOfInvoices(db, [invoice.id]).get(invoice.id) : undefined;
  if (sale) return cashPaper(db, sale, look);
  const terminal = findTerminal(db, invoice.terminal_id);
  const register =
    invoice.cash_register_id === null ? undefined : findCashRegister(db, invoice.cash_register_id);
  return receiptPaper({
    ...shopFacts(db, look),
    invoice,
    items: itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [],
    merchant: terminal?.merchant_name || invoice.terminal_name,
    taxNumber: terminal?.edrpou ?? '',
    register: register?.name ?? '',
  });
};

export const cashPaper = (db: Db, sale: CashSaleRow, look: PaperLook): PaperPart[] => {
  // Cash is of the shop: of one seller, where all bank connections are of the same.
  const [seller, ...others] = new Map(
    allTerminals(db).map(({ edrpou, merchant_name }) => [edrpou, merchant_name]),
  );
  const [taxNumber, merchant] = seller && others.length === 0 ? seller : ['', ''];
  return cashReceiptPaper({
    ...shopFacts(db, look),
    sale,
    taxNumber,
    merchant,
    items: itemsOfCashSales(db, [sale.id]).get(sale.id) ?? [],
    seller: accountName(db, sale.made_by),
    receipts: counterSettings(db).cash_receipts,
  });
};
