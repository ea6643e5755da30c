import { Box, Flex, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { FailureText } from '../../kit/use-failure-text.ts';
import { useNow } from '../../kit/use-now.ts';
import { useTableFault } from '../../shop/use-table-fault.ts';
import { ReconciliationForm } from './form.tsx';
import { Outcome } from './outcome.tsx';
import { reconciliationStore, useReconciliation } from './reconciliation-store.ts';
import { TillHints } from './till-hints.tsx';

/** Compares three books: Kramar's invoices, the bank's statement, the till's file. */
export const Reconciliation = () => {
  const { runningSince, failure, outcome } = useReconciliation();
  return (
    <Stack gap="md">
      <ReconciliationForm />
      {runningSince === undefined ? null : <RunningNotice since={runningSince} />}
      {failure ? <ReconciliationCallout failure={failure} /> : null}
      {outcome ? <Outcome {...outcome} /> : null}
      {outcome || failure || runningSince !== undefined ? null : <Begin />}
    </Stack>
  );
};

const Begin = () => {
  const { t } = useTranslation('reconciliation');
  return (
    <EmptyState isCard icon={IconScale} title={t('begin.title')}>
      {t('begin.text')}
    </EmptyState>
  );
};

/** Continues across screens, and can be cancelled: it writes nothing. */
const RunningNotice = ({ since }: { since: number }) => {
  const { t } = useTranslation('reconciliation');
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000));
  return (
    <Flex className="card" gap="md" align="center" p="md">
      <Loader size={20} aria-hidden />
      <Box flex="1">
        <Text fw={600} role="status">
          {t('asking.title')}
        </Text>
        <Hint className="figures">{t('asking.text', { seconds })}</Hint>
      </Box>
      <Act onClick={reconciliationStore.cancel} text={t('work.stop')} />
    </Flex>
  );
};

/** The comparison failed; for an unreadable file, offers the parse settings. */
const ReconciliationCallout = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('reconciliation');
  const { till } = useReconciliation();
  const tableFault = useTableFault();
  const isOfFile = till !== undefined && failure.kind === 'invalid';
  return (
    <Stack gap="xs">
      <Callout
        tone="failed"
        role="alert"
        icon={<IconAlertTriangle />}
        title={isOfFile ? t('failed.fileTitle', { name: till.name }) : t('failed.title')}
      >
        {isOfFile ? `${tableFault(failure)} ${t('failed.fileText')}` : <FailureText failure={failure} />}
      </Callout>
      {isOfFile ? <TillHints facts={undefined} /> : null}
    </Stack>
  );
};
