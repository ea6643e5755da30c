import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { useDecline } from '../../../ui/use-decline.ts';
import classes from './details-view.module.css';

/** Why the last try to pay did not succeed, and what to tell the payer. */
export const DeclineNotice = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const { reason, advice, bank } = useDecline(invoice);
  if (reason === '' && bank === '') return null;
  return (
    <div className={classes.decline}>
      {reason === '' ? null : (
        <Text size="sm" data-tone="failed" className={classes.toned}>
          {t('details.failureReason', { reason })}
        </Text>
      )}
      {advice === '' ? null : <Text size="sm">{advice}</Text>}
      {bank === '' ? null : (
        <Text size="xs" c="dimmed">
          {bank}
        </Text>
      )}
    </div>
  );
};
