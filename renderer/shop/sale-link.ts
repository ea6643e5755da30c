import type { Sale } from '../../shared/api/sales.ts';

/** Where a sale is opened: one in parts as a whole, where the user may see the whole. */
export const saleLink = ({ id, invoice, cash_sale }: Pick<Sale, 'id' | 'invoice' | 'cash_sale'>) =>
  cash_sale || !invoice ? cashLink(cash_sale?.id ?? id) : invoiceLink(invoice.id);

export const invoiceLink = (id: number) =>
  ({ to: '/invoices/$invoiceId', params: { invoiceId: String(id) } }) as const;

export const cashLink = (id: number) =>
  ({ to: '/invoices/cash/$cashId', params: { cashId: String(id) } }) as const;
