import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Sale } from '../../../shared/api/sales.ts';
import { salesQuery } from '../../api/queries.ts';
import { useListSearch } from '../../kit/use-list.ts';
import { invoicesSearch } from '../../lib/invoice-search.ts';
import { readId } from '../../lib/invoices.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { saleLink } from '../../shop/sale-link.ts';
import { useKeysOutsideFields } from '../../shop/session/hotkeys.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { useFilterParams } from './use-filter-params.ts';

/** The sale at the side of the list, and its neighbours there. */

interface OpenIds {
  invoiceId: number | undefined;
  cashId: number | undefined;
}

/** The ids in the address; undefined: none, or not a possible one. */
export const useOpenIds = (): OpenIds => {
  const { invoiceId = '', cashId = '' } = useParams({ strict: false });
  return { invoiceId: readId(invoiceId), cashId: readId(cashId) };
};

export const keyOf = ({ id, invoice, cash_sale }: Sale): string =>
  cash_sale || !invoice ? `cash-${cash_sale?.id ?? id}` : `qr-${id}`;

/** The row of the open sale: that of a sale in parts by either part. */
export const rowOf = (rows: readonly Sale[], { invoiceId, cashId }: OpenIds): Sale | undefined =>
  rows.find(({ invoice, cash_sale }) =>
    cashId === undefined ? invoice && invoice.id === invoiceId : cash_sale?.id === cashId,
  );

/** On a Ukrainian layout the J key types о. */
const PHYSICAL = { usePhysicalKeys: true };

export interface SaleSteps {
  onClose(): void;
  /** To the rows above and below on the shown page of the list; undefined: there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Ways away from the open sale, by buttons and keys. @param isBusy a dialog is open above */
export const useSaleSteps = (isBusy: boolean): SaleSteps => {
  const navigate = useNavigate();
  const { search } = useListSearch(invoicesSearch);
  const { pageSize } = usePreferences();
  const { cash } = useShopFacts();
  const page = { page: search.page ?? 1, page_size: pageSize };
  const { data } = useQuery(salesQuery({ ...useFilterParams(search), ...page }, cash));
  const rows = data?.results ?? [];
  const open = rowOf(rows, useOpenIds());
  const at = open ? rows.indexOf(open) : Number.NaN;
  const stepTo = (sale: Sale | undefined) =>
    sale && !isBusy
      ? () => void navigate({ ...saleLink(sale), search: true, resetScroll: false })
      : undefined;
  const [onPrevious, onNext] = [stepTo(rows[at - 1]), stepTo(rows[at + 1])];
  useKeysOutsideFields([
    ['J', () => onNext?.(), PHYSICAL],
    ['K', () => onPrevious?.(), PHYSICAL],
  ]);
  return {
    onClose: () => void navigate({ to: '/invoices', search: true, resetScroll: false }),
    onPrevious,
    onNext,
  };
};
