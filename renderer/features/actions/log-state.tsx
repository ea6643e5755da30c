import { Button, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FAULT_WORDS } from '../../../shared/action-words.ts';
import type { ActionLogState } from '../../../shared/api/actions.ts';
import { actionStateQuery, checkActionLog } from '../../data/actions.ts';
import { failureOf } from '../../data/failure.ts';
import { formatCount } from '../../lib/count.ts';
import { FailureLine, Strip } from '../../ui/callout.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { usePreferences } from '../../ui/use-preferences.ts';

/** What is wrong with the log, and what to do. */
export const LogFault = ({ state: { fault, fault_number } }: { state: ActionLogState }) => {
  const { t } = useTranslation('actions');
  const { language } = usePreferences();
  if (fault === null) return null;
  return (
    <Strip tone="failed" title={t('fault.title', { what: FAULT_WORDS[fault](fault_number ?? 0)[language] })}>
      {t('fault.text')}
    </Strip>
  );
};

/** Whether the log is whole, and a check of it now. */
export const LogState = () => {
  const { t } = useTranslation('actions');
  const dates = useDates();
  const queries = useQueryClient();
  const { data: state } = useQuery(actionStateQuery);
  const check = useMutation({
    mutationFn: checkActionLog,
    onSettled: () => queries.invalidateQueries({ queryKey: actionStateQuery.queryKey }),
  });
  if (!state) return null;
  const checkedAt = state.checked_at;
  return (
    <>
      <LogFault state={state} />
      <Group gap="xs">
        {state.fault === null && checkedAt !== null ? (
          <Group gap={6} data-tone="paid">
            <IconShieldCheck size={18} stroke={1.8} aria-hidden />
            <Text size="sm" c="dimmed" role="status">
              {t('whole', { at: dates.short(Date.parse(checkedAt)), total: formatCount(state.checked) })}
            </Text>
          </Group>
        ) : null}
        {checkedAt === null ? (
          <Text size="sm" c="dimmed">
            {t('unchecked')}
          </Text>
        ) : null}
        <Button size="compact-sm" variant="subtle" loading={check.isPending} onClick={() => check.mutate()}>
          {t('check')}
        </Button>
        <FailureLine failure={check.error ? failureOf(check.error) : undefined} />
      </Group>
    </>
  );
};
