import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { type Failure, isInDoubt } from '../../api/failure.ts';
import { withdrawInvoice } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { invoiceQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { useDoubtText } from '../../kit/callout.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { ChargeCallout } from './charge-callout.tsx';

/** Cancels an unpaid invoice after an inline confirmation. */
export const CancelInvoice = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const [isConfirming, { open, close }] = useDisclosure(false);
  const cancel = useCancel(invoice);
  const amount = formatAmount(invoice.amount, invoice.ccy);
  const { failure } = cancel;
  const isLost = failure !== undefined && isInDoubt(failure);

  const closeQuestion = (): void => {
    cancel.forget();
    close();
  };
  if (!isConfirming) return <Act onClick={open} text={t('cancel.ask')} />;
  return (
    <Stack gap="xs" role="group" aria-label={t('cancel.ask')}>
      <Text size="sm">{t('cancel.what')}</Text>
      {isLost ? null : (
        <Act
          tone="danger"
          loading={cancel.isBusy}
          onClick={cancel.start}
          fullWidth
          text={t('cancel.do', { amount })}
        />
      )}
      <Group grow>
        <Act
          autoFocus
          disabled={cancel.isBusy}
          onClick={closeQuestion}
          text={isLost ? common('close') : t('cancel.keep')}
        />
      </Group>
      {failure ? <CancelFailure failure={failure} /> : null}
    </Stack>
  );
};

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
  const cancel = async (): Promise<void> => {
    try {
      putData(queries, query.queryKey, await withdrawInvoice(invoice.id));
      onEnded();
    } catch (error) {
      // The invoice may have been paid just now, or the outcome is unknown: read it again.
      void queries.invalidateQueries({ queryKey: query.queryKey });
      throw error;
    }
  };
  return { ...action, start: () => void action.run(cancel) };
};
