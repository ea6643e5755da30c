import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { System } from '../../../../shared/api/system.ts';
import { isDesktop } from '../../../data/bridge.ts';
import { jobsQuery, systemQuery } from '../../../data/queries.ts';
import { useIsWorking } from '../../../tasks/background-work.tsx';
import { Strip } from '../../../ui/callout.tsx';
import { Panel, PanelNote, PanelRow } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { reasonIn } from '../../../ui/reason.ts';
import { useDates } from '../../../ui/use-dates.ts';
import { BACKUP_WORK, useBackupWork } from './use-backup-work.ts';

/** How it stands with backups, what comes by itself, and one now. */
export const BackupState = () => {
  const { t } = useTranslation('backups');
  const system = useQuery(systemQuery);
  return (
    <Panel title={t('title')} text={t('text')} actions={isDesktop ? <MakeButton /> : null}>
      <QueryView query={system} rows={3} height={40}>
        {({ backup }) => <State backup={backup} />}
      </QueryView>
    </Panel>
  );
};

const MakeButton = () => {
  const { t } = useTranslation('backups');
  const make = useBackupWork();
  const isWorking = useIsWorking(BACKUP_WORK);
  return (
    <Button size="sm" flex="none" loading={isWorking} onClick={make}>
      {t('make.now')}
    </Button>
  );
};

const State = ({ backup }: { backup: System['backup'] }) => {
  const { t } = useTranslation('backups');
  const dates = useDates();
  const { data: jobs } = useQuery(jobsQuery);
  const job = (name: string) => jobs?.find((each) => each.name === name);
  const next = job('back-up')?.next_run_at ?? null;
  const drill = job('drill-backup')?.runs.find(({ status }) => status === 'done' || status === 'failed');
  const last =
    backup.last_at === null
      ? t('state.never')
      : t('state.lastAt', { moment: dates.spoken(Date.parse(backup.last_at)) });
  return (
    <>
      <Warning backup={backup} />
      <PanelRow label={t('state.last')} text={t('state.lastText')}>
        <Text size="sm">{last}</Text>
      </PanelRow>
      <PanelRow label={t('state.daily')} text={t('state.dailyText')}>
        <Text size="sm">
          {next === null ? t('state.unknown') : t('state.next', { time: dates.short(Date.parse(next)) })}
        </Text>
      </PanelRow>
      <PanelRow label={t('state.drill')} text={t('state.drillText')}>
        <Text size="sm">
          {drill
            ? t(`drills.${drill.status === 'done' ? 'done' : 'failed'}`, {
                moment: dates.spoken(Date.parse(drill.started_at)),
              })
            : t('state.noDrill')}
        </Text>
      </PanelRow>
    </>
  );
};

const Warning = ({ backup: { problem, is_overdue: isOverdue } }: { backup: System['backup'] }) => {
  const { t } = useTranslation('backups');
  const { t: failures } = useTranslation('failures');
  if (problem === '' && !isOverdue) return null;
  const reason = reasonIn(problem);
  return (
    <PanelNote>
      {problem === '' ? (
        <Strip tone="working" title={t('state.overdue')}>
          {t('state.overdueText')}
        </Strip>
      ) : (
        <Strip tone="failed" title={t('state.failed')}>
          {reason
            ? `${t('state.why', { why: failures(`reason.${reason}`) })} ${t(`step.${reason}`)}`
            : problem}
        </Strip>
      )}
    </PanelNote>
  );
};
