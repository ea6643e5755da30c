import { queryOptions } from '@tanstack/react-query';
import type { DayFiscal } from '../../shared/api/fiscal-checks.ts';
import type { ProductFiscal, ProductFiscalPatch } from '../../shared/api/product-fiscal.ts';
import type { TerminalFiscal, TerminalFiscalPatch } from '../../shared/api/terminal-fiscal.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { search } from './queries.ts';

/** What fiscal receipts need, and the checks of a day. Mutations throw ApiError. */

/** The key begins as those of the products do: what changes the catalog makes it stale. */
export const productFiscalQuery = (id: number) =>
  queryOptions({
    queryKey: keys.productFiscal(id),
    queryFn: ({ signal }) => call<ProductFiscal>(`catalog/products/${id}/fiscal/`, { signal }),
  });

export const changeProductFiscal = (id: number, changes: ProductFiscalPatch): Promise<ProductFiscal> =>
  call(`catalog/products/${id}/fiscal/`, { method: 'PATCH', body: changes });

/** As above, with those of the terminals. */
export const terminalFiscalQuery = (id: number) =>
  queryOptions({
    queryKey: keys.terminalFiscal(id),
    queryFn: ({ signal }) => call<TerminalFiscal>(`terminals/${id}/fiscal/`, { signal }),
  });

export const changeTerminalFiscal = (id: number, changes: TerminalFiscalPatch): Promise<TerminalFiscal> =>
  call(`terminals/${id}/fiscal/`, { method: 'PATCH', body: changes });

/**
 * @param date YYYY-MM-DD; undefined: today by the service's clock
 * @param today by the browser's clock, part of the key so that midnight starts a new query
 */
export const dayFiscalQuery = (date: string | undefined, today: string) =>
  queryOptions({
    queryKey: keys.dayFiscal(date, today),
    queryFn: ({ signal }) => call<DayFiscal>(`stats/day-fiscal/${search({ date })}`, { signal }),
  });

export const emailReceipt = (invoice: number, email: string): Promise<unknown> =>
  call(`invoices/${invoice}/receipt/email/`, { method: 'POST', body: { email } });
