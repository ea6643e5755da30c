import { Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../data/failure.ts';
import { Callout } from '../../ui/callout.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useTableFault } from '../../ui/use-table-fault.ts';
import { useDesk } from './desk.ts';
import { TillHints } from './till-hints.tsx';

/** Nothing was compared; a file that was not understood can be told how to be read. */
export const Failed = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('reconciliation');
  const { till } = useDesk();
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
