import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { failureOf, isInDoubt } from '../../data/failure.ts';
import { cancelInvoice } from '../../data/mutations.ts';
import { invoiceQuery } from '../../data/queries.ts';
import { useDoubtText } from '../../ui/callout.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ChargeCallout } from './charge-callout.tsx';

/** Cancels an unpaid invoice after an inline confirmation. */
export const CancelInvoice = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const [isConfirming, { open, close }] = useDisclosure(false);
  const cancel = useCancel(invoice);
  const amount = formatAmount(invoice.amount);
  const failure = cancel.error ? failureOf(cancel.error) : undefined;
  const isLost = failure !== undefined && isInDoubt(failure);

  const closeQuestion = (): void => {
    cancel.reset();
    close();
  };
  if (!isConfirming)
    return (
      <Button variant="default" onClick={open}>
        {t('cancel.ask')}
      </Button>
    );
  return (
    <Stack gap="xs" role="group" aria-label={t('cancel.ask')}>
      <Text size="sm">{t('cancel.what')}</Text>
      {isLost ? null : (
        <Button color="red.9" loading={cancel.isPending} onClick={() => cancel.mutate()} fullWidth>
          {t('cancel.do', { amount })}
        </Button>
      )}
      <Group grow>
        <Button variant="default" autoFocus disabled={cancel.isPending} onClick={closeQuestion}>
          {isLost ? common('close') : t('cancel.keep')}
        </Button>
      </Group>
      {failure && failure.kind !== 'session' ? <CancelFailure failure={failure} /> : null}
    </Stack>
  );
};

const CancelFailure = ({ failure }: { failure: ReturnType<typeof failureOf> }) => {
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

const useCancel = (invoice: Invoice) => {
  const queries = useQueryClient();
  const query = invoiceQuery(invoice.id);
  return useMutation({
    mutationFn: () => cancelInvoice(invoice),
    onSuccess: (fresh) => queries.setQueryData(query.queryKey, fresh),
    // The invoice may have been paid just now, or the outcome is unknown: read it again.
    onError: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
};
