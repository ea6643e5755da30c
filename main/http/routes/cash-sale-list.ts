import { cashSaleListQuery } from '../../../shared/api/cash-sale-list.ts';
import { type CashSalePage, cashSalePage } from '../../../shared/api/cash-sales.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { entriesOf } from '../../money/shifts/visibility.ts';
import { listAllCashSales } from '../../store/cash-sale-list.ts';
import type { Db } from '../../store/db/connection.ts';
import { presentCashSale } from '../present-cash-sale.ts';
import { defineRoute, type Route } from '../route.ts';

export const cashSaleListRoute = (db: Db): Route =>
  defineRoute({
    method: 'GET',
    path: 'cash-sales/',
    id: 'listAllCashSales',
    summary: 'List the cash sales of all shifts, and their returns',
    description:
      'Voided ones too. Whoever sees only their own sales, or may not view invoices, gets only what they entered.',
    order: 'latest first.',
    answer: cashSalePage,
    access: 'member',
    isExtension: true,
    honoursScope: true,
    query: cashSaleListQuery,
    handler: ({ actor, query, paginate }): CashSalePage =>
      paginate(
        PAGE_SIZES,
        (slice) => listAllCashSales(db, { ...query, made_by: entriesOf(actor) }, slice),
        (rows) => rows.map((row) => presentCashSale(db, row, actor)),
      ),
  });
