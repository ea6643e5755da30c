import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput, Computer } from '../../../shared/bridge.ts';
import { ask, isDesktop } from '../../data/bridge.ts';
import { failureOf } from '../../data/failure.ts';
import { computerQuery } from '../../data/program-queries.ts';
import { preferencesStore } from '../../lib/preferences.ts';
import { FailureLine } from '../../ui/callout.tsx';
import { Panel, PanelLoading, PanelRow } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { usePreferences } from '../../ui/use-preferences.ts';
import { FolderRow } from './folder-row.tsx';

/** Settings of this computer, not of the shop. */
export const ThisComputer = () => (isDesktop ? <Desktop /> : <Browser />);

const Desktop = () => {
  const { t } = useTranslation('settings');
  const computer = useQuery(computerQuery);
  if (computer.data) return <ComputerView computer={computer.data} />;
  return (
    <Panel title={t('computer.title')} text={t('computer.text')}>
      <QueryView query={computer} loading={<PanelLoading height={260} />}>
        {() => null}
      </QueryView>
    </Panel>
  );
};

const SWITCHES = ['starts_with_system', 'closes_to_tray', 'notifications', 'notification_sound'] as const;

const ComputerView = ({ computer }: { computer: Computer }) => {
  const { t } = useTranslation('settings');
  return (
    <>
      <Panel title={t('computer.title')} text={t('computer.text')}>
        {SWITCHES.map((name) => (
          <ComputerSwitch key={name} name={name} computer={computer} />
        ))}
        <SoundSwitch />
      </Panel>
      <Panel title={t('folders.title')}>
        <FolderRow which="data" path={computer.data_folder} />
        <FolderRow which="logs" path={computer.log_folder} />
      </Panel>
    </>
  );
};

interface ComputerSwitchProps {
  name: (typeof SWITCHES)[number];
  computer: Computer;
}

const ComputerSwitch = ({ name, computer }: ComputerSwitchProps) => {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (changes: CallInput<'computer.change'>) => ask('computer.change', changes),
    onSuccess: (changed) => queries.setQueryData(computerQuery.queryKey, changed),
  });
  const value = computer[name];
  // Without notifications their sound has no effect; it keeps its value.
  const isIdle = name === 'notification_sound' && !computer.notifications;
  if (value === null) return <PanelRow label={t(`switches.label.${name}`)} text={t('computer.notHere')} />;
  return (
    <PanelRow
      label={t(`switches.label.${name}`)}
      text={
        <>
          {t(`switches.text.${name}`)}
          <FailureLine failure={change.error ? failureOf(change.error) : undefined} />
        </>
      }
    >
      <Switch
        aria-label={t(`switches.label.${name}`)}
        checked={value}
        disabled={change.isPending || isIdle}
        onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
      />
    </PanelRow>
  );
};

const SoundSwitch = () => {
  const { t } = useTranslation('settings');
  const { sound } = usePreferences();
  return (
    <PanelRow label={t('switches.label.sound')} text={t('switches.text.sound')}>
      <Switch
        aria-label={t('switches.label.sound')}
        checked={sound}
        onChange={(event) => preferencesStore.set({ sound: event.currentTarget.checked })}
      />
    </PanelRow>
  );
};

/** The browser's own settings; the others need the installed program. */
const Browser = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('computer.browserTitle')} text={t('computer.browserText')}>
      <SoundSwitch />
      <PanelRow label={t('computer.programOnly')} text={t('computer.programOnlyText')} />
    </Panel>
  );
};
