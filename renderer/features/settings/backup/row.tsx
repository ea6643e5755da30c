import { Flex, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHelpCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BACKUP_KINDS } from '../../../../shared/api/statuses.ts';
import type { CallOutput } from '../../../../shared/bridge/bridge.ts';
import type { BackupState } from '../../../../shared/operations/safekeeping.ts';
import { formatSize } from '../../../../shared/size.ts';
import { callProgram } from '../../../api/bridge.ts';
import { backupsQuery } from '../../../api/program-queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FailureText } from '../../../kit/failure-text.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { usePreferences } from '../../../kit/use-preferences.ts';
import { useDates } from '../../../shop/use-dates.ts';
import classes from './list.module.css';

interface BackupRowProps {
  backup: BackupState;
  onRestore(): void;
}

/** One backup: its time, content, verification and actions. */
export const BackupRow = ({ backup, onRestore }: BackupRowProps) => {
  const { t } = useTranslation('backups');
  const dates = useDates();
  const queries = useQueryClient();
  const { isBusy, failure, result, run } = useAction<CallOutput<'backups.verify'>>();
  const verify = async () => {
    try {
      return await callProgram('backups.verify', { name: backup.path });
    } catch (error) {
      // The list shows the state that the check found.
      void queries.invalidateQueries({ queryKey: backupsQuery.queryKey });
      throw error;
    }
  };
  const moment = dates.spoken(Date.parse(backup.created_at));
  const isDamaged = backup.state === 'damaged';
  return (
    <li className={classes.row}>
      <Flex align="center" justify="space-between" gap="md">
        <div className={classes.about}>
          <Group gap="xs">
            <Text size="sm" fw={550} component="span">
              {moment}
            </Text>
            <State state={backup.state} />
          </Group>
          <About backup={backup} />
        </div>
        {isDamaged ? null : (
          <Group gap={6} wrap="nowrap" flex="none">
            <Act
              tone="quiet"
              size="xs"
              aria-label={t('row.verifyOf', { moment })}
              loading={isBusy}
              onClick={() => void run(verify)}
              text={t('row.verify')}
            />
            <Act
              size="xs"
              aria-label={t('restore.confirm', { moment })}
              onClick={onRestore}
              text={t('row.restore')}
            />
          </Group>
        )}
      </Flex>
      {isDamaged ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('row.damaged')}
        </Text>
      ) : null}
      {backup.state === 'unverified' ? <Hint>{t('row.unverified')}</Hint> : null}
      <div role="status">
        {result ? (
          <Text size="sm" className={classes.state} data-tone="paid">
            <IconCheck size={16} stroke={2} aria-hidden />
            {t('row.verified', { count: result.invoices ?? 0 })}
          </Text>
        ) : null}
        {failure ? (
          <Text size="sm" c="var(--mantine-color-error)">
            <FailureText failure={failure} />
          </Text>
        ) : null}
      </div>
    </li>
  );
};

const LOOKS = {
  sound: { tone: 'paid', icon: IconCheck },
  unverified: { tone: 'working', icon: IconHelpCircle },
  damaged: { tone: 'failed', icon: IconAlertTriangle },
} as const;

const State = ({ state }: Pick<BackupState, 'state'>) => {
  const { t } = useTranslation('backups');
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Text size="sm" component="span" className={classes.state} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      {t(`states.${state}`)}
    </Text>
  );
};

const About = ({ backup: { kind, size, invoices } }: { backup: BackupState }) => {
  const { t } = useTranslation('backups');
  const { language } = usePreferences();
  const known = BACKUP_KINDS.find((each) => each === kind);
  const parts = [
    known ? t(`kinds.${known}`) : kind,
    formatSize(size, language),
    invoices === null ? '' : t('words.sales', { count: invoices }),
  ];
  return <Hint className="figures">{parts.filter(Boolean).join(' · ')}</Hint>;
};
