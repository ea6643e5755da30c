import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { System } from '../../../../shared/api/system.ts';
import type { OsFault } from '../../../../shared/errors.ts';
import { formatSize } from '../../../../shared/size.ts';
import { callProgram, isPossibleHere } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { jobsQuery, systemQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { Strip } from '../../../kit/callout.tsx';
import { Panel, PanelNote, PanelRow } from '../../../kit/panel.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { preferencesStore } from '../../../lib/preferences.ts';
import { startWork, useIsWorking, withElapsed } from '../../../shop/tasks/background-work.tsx';
import { useDates } from '../../../shop/use-dates.ts';

/** The state of backups, the schedule, and a button for one now. */
export const BackupState = () => {
  const { t } = useTranslation('backups');
  const system = useQuery(systemQuery);
  return (
    <Panel
      title={t('title')}
      text={t('text')}
      actions={isPossibleHere('backups.create') ? <MakeButton /> : null}
    >
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
  return <Act tone="main" size="sm" flex="none" loading={isWorking} onClick={make} text={t('make.now')} />;
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
  const faultText = useFaultText();
  return (
    <>
      {backup.problem === '' && !backup.is_overdue ? null : (
        <PanelNote>
          {backup.problem === '' ? (
            <Strip tone="working" title={t('state.overdue')}>
              {t('state.overdueText')}
            </Strip>
          ) : (
            <Strip tone="failed" title={t('state.failed')}>
              {faultText(backup.fault) ?? backup.problem}
            </Strip>
          )}
        </PanelNote>
      )}
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

/** The cause and the next step; undefined: an unknown cause, or one that does not concern backups. */
export const useFaultText = (): ((fault: OsFault | null | undefined) => string | undefined) => {
  const { t } = useTranslation('backups');
  const { t: refusals } = useTranslation('refusals');
  return (fault) => {
    if (!fault || fault === 'port_taken') return undefined;
    return `${t('state.why', { why: refusals(`reason.${fault}`) })} ${t(`step.${fault}`)}`;
  };
};

const BACKUP_WORK = 'backup-create';

/** Makes a backup in the background. */
const useBackupWork = () => {
  const invalidate = useInvalidate();
  return (): void =>
    startWork({
      id: BACKUP_WORK,
      title: i18next.t('make.title', { ns: 'backups' }),
      run: (signal, report) =>
        withElapsed(report, async () => {
          try {
            const { backup } = await unlessGivenUp(callProgram('backups.create', {}), signal);
            const size = formatSize(backup.size, preferencesStore.get().language);
            return i18next.t('make.done', { ns: 'backups', count: backup.invoices ?? 0, size });
          } finally {
            void invalidate('backup');
          }
        }),
    });
};

/** The program cannot cancel a backup: an abort only stops waiting, and the list shows the result. */
const unlessGivenUp = <Result,>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
