import { Group } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FAULT_WORDS } from '../../../shared/action-words.ts';
import type { ActionLogState } from '../../../shared/api/actions.ts';
import { actionStateQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { Strip } from '../../kit/callout.tsx';
import { formatCount } from '../../lib/count.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useDates } from '../../shop/use-dates.ts';

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

/** What the last backup found of the log. */
export const LogState = () => {
  const { t } = useTranslation('actions');
  const dates = useDates();
  const { data: state } = useQuery(actionStateQuery);
  if (!state) return null;
  if (state.fault !== null) return <LogFault state={state} />;
  if (state.checked_at === null) return <Hint>{t('unchecked')}</Hint>;
  return (
    <Group gap={6} data-tone="paid">
      <IconShieldCheck size={18} stroke={1.8} aria-hidden />
      <Hint role="status">
        {t('whole', { at: dates.short(Date.parse(state.checked_at)), total: formatCount(state.checked) })}
      </Hint>
    </Group>
  );
};
