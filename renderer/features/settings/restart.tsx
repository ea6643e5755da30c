import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ask } from '../../data/bridge.ts';
import { keys } from '../../data/keys.ts';
import { settingsQuery } from '../../data/program-queries.ts';
import { systemQuery } from '../../data/queries.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './restart.module.css';

/** What is set holds only after the next start: until then both are told, and the start is offered. */
export const RestartNotice = () => {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const { data: system } = useQuery(systemQuery);
  const { data: settings } = useQuery(settingsQuery);
  const set = settings?.find(({ name }) => name === 'time_zone')?.value;
  const action = useAction();
  const restart = () =>
    action.run(async () => {
      await ask('service.restart', {});
      await queries.invalidateQueries({ queryKey: keys.system });
    });
  if (set === undefined || system === undefined || set === system.time_zone) return null;
  return (
    <div className={classes.notice} data-tone="working" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <strong>{t('restart.title', { zone: system.time_zone })}</strong> {t('restart.text')}
        </Text>
        {action.failure ? (
          <Text size="sm" role="alert">
            <FailureText failure={action.failure} />
          </Text>
        ) : null}
        <Button size="xs" variant="default" loading={action.isBusy} onClick={() => void restart()}>
          {t('restart.now')}
        </Button>
      </Stack>
    </div>
  );
};
