import { declineExplained } from '../../../shared/api/declines.ts';
import { present } from '../../platform/present.ts';
import { loadInvoice } from '../../shop/accounts/scope.ts';
import { explainDecline } from '../../shop/declines/declines.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

export const declineRoutes = (db: Db): Route[] => [
  defineExtension({
    method: 'GET',
    path: 'invoices/{id}/failure/',
    id: 'getInvoiceFailure',
    summary: 'Read why a payment failed, and what can be done',
    description:
      "The bank's code, explained for the counter. For an unknown code reason and advice are empty, and " +
      'for an invoice whose payment did not fail err_code as well.',
    answer: declineExplained,
    isTranslated: true,
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(db),
    handler: ({ target, language }) =>
      present(declineExplained, { ...explainDecline(target, language), invoice: target.id }),
  }),
];
