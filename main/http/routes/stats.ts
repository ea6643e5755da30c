import { stats, statsQuery } from '../../../shared/api/stats.ts';
import type { Db } from '../../store/db/connection.ts';
import { invoiceStats } from '../../store/invoices/rollups/rollups.ts';
import { defineRoute, type Route } from '../route.ts';

export const statsRoutes = (db: Db): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'stats/',
    id: 'getStats',
    summary: 'Counts and sums of invoices created in a range',
    answer: stats,
    access: 'can_view_invoices',
    query: statsQuery,
    handler: ({ query }) => invoiceStats(db, query),
  }),
];
