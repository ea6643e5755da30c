import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { TillCash } from '../../shared/api/shifts.ts';
import type { Refusal } from './client.ts';
import { ok } from './ok.ts';
import type { Shop } from './shop.ts';

/** For a refusal with its codes. */
export const codes = { headers: { Prefer: 'codes' } };
export const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

/** Sales for cash and in parts, as a counter makes them. @param shopNow the shop of the test that runs */
export const cashOf = (shopNow: () => Shop) => {
  const owner = () => shopNow().owner;
  const sell = (body: object, client = owner()): Promise<CashSale> =>
    ok(client.post<CashSale>('cash-sales/', body), 201);
  const read = ({ id }: Pick<CashSale, 'id'>): Promise<CashSale> =>
    ok(owner().get<CashSale>(`cash-sales/${id}/`));
  /** Ends a sale in parts: `by` cash, or by giving back. */
  const rest = ({ id }: CashSale, by: string, client = owner()) =>
    client.post<CashSale & Refusal>(`cash-sales/${id}/rest/`, { by }, codes);
  const giveBack = ({ id }: CashSale, body: object, client = owner()) =>
    client.post<CashSale & Refusal>(`cash-sales/${id}/returns/`, body, codes);
  /** The cash of a shift; without a number, of the first. */
  const till = (shift = 1): Promise<TillCash> => ok(owner().get<TillCash>(`shifts/${shift}/till/`));
  const bankId = async ({ qr }: CashSale) => (await shopNow().readInvoice(qr?.invoice ?? 0)).invoice_id;
  const refresh = ({ qr }: CashSale) => shopNow().refresh(qr?.invoice ?? 0);
  /** The QR part, at the bank. */
  const pay = async (sale: CashSale): Promise<CashSale> => {
    shopNow().bank.pay(await bankId(sale));
    await refresh(sale);
    return read(sale);
  };
  return { sell, read, rest, giveBack, till, bankId, refresh, pay };
};
