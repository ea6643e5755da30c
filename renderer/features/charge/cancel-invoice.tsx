import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { type Failure, isInDoubt } from '../../api/failure.ts';
import { withdrawInvoice } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { invoiceQuery } from '../../api/queries.ts';
import { useDoubtText } from '../../kit/callout.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { ChargeCallout } from './charge-callout.tsx';

export const CancelFailure = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const failureText = useFailureText();
  const doubtText = useDoubtText();
  return isInDoubt(failure) ? (
    <ChargeCallout tone="working" title={common('doubt.title')}>
      {doubtText({ about: 'cancel' })}
    </ChargeCallout>
  ) : (
    <ChargeCallout tone="failed" title={t('cancel.failed')}>
      {failureText(failure)}
    </ChargeCallout>
  );
};

/** Ends an unpaid invoice, also one whose payment failed: its page then takes no money. @param onEnded once that is certain */
export const useCancel = (invoice: Invoice, onEnded: () => void = () => undefined) => {
  const queries = useQueryClient();
  const query = invoiceQuery(invoice.id);
  const action = useAction();
  const cancel = async (isThere: () => boolean): Promise<void> => {
    try {
      putData(queries, query.queryKey, await withdrawInvoice(invoice.id));
      // The seller may have begun the next sale: its cart stays.
      if (isThere()) onEnded();
    } catch (error) {
      // The invoice may have been paid just now, or the outcome is unknown: read it again.
      void queries.invalidateQueries({ queryKey: query.queryKey });
      throw error;
    }
  };
  return { ...action, start: () => void action.run(cancel) };
};
