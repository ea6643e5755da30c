import { Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/query-view.tsx';
import { Asking } from './asking.tsx';
import { useDesk } from './desk.ts';
import { Failed } from './failed.tsx';
import { ReconciliationForm } from './form.tsx';
import { Outcome } from './outcome.tsx';

/** Three books side by side: what was asked for here, what the bank's statement says, what the till noted. */
export const Reconciliation = () => {
  const { askingSince, failure, outcome } = useDesk();
  return (
    <Stack gap="md">
      <ReconciliationForm />
      {askingSince === undefined ? null : <Asking since={askingSince} />}
      {failure ? <Failed failure={failure} /> : null}
      {outcome ? <Outcome {...outcome} /> : null}
      {outcome || failure || askingSince !== undefined ? null : <Begin />}
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
