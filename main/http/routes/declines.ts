import { type DeclineExplained, declineExplained } from '../../../shared/api/declines.ts';
import { loadInvoice } from '../../shop/accounts/scope.ts';
import { explainDecline } from '../../shop/declines/declines.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineRoute, type Route } from '../route.ts';

export const declineRoutes = (db: Db): Route[] => [
  defineRoute({
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
    isExtension: true,
    honoursScope: true,
    load: loadInvoice(db),
    handler: ({ target, language }): DeclineExplained => {
      const { errCode, failureReason, reason, advice, nextStep, mayTryAgain } = explainDecline(
        target,
        language,
      );
      return {
        invoice: target.id,
        err_code: errCode,
        failure_reason: failureReason,
        reason,
        advice,
        next_step: nextStep,
        may_try_again: mayTryAgain,
      };
    },
  }),
];
