import { Select, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Computer } from '../../../shared/bridge/computer.ts';
import { isDesktop, isPossibleHere } from '../../api/bridge.ts';
import { computerQuery } from '../../api/program-queries.ts';
import { systemQuery } from '../../api/queries.ts';
import { Fault } from '../../kit/act.tsx';
import { FailureLine } from '../../kit/callout.tsx';
import { LanguageSwitch } from '../../kit/language-switch.tsx';
import { Aside, Panel, PanelLoading, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { SchemeControl } from '../../kit/scheme-switch.tsx';
import { LOCK_AFTER, preferencesStore, usePreferences } from '../../lib/preferences.ts';
import { FolderRow, SaveLogs } from './folder-row.tsx';
import { Scanner } from './scanning.tsx';
import { SettingForm } from './setting-form.tsx';
import { Updates } from './updates.tsx';
import { useComputerChange } from './use-computer-change.ts';

/** Settings of this computer, not of the shop. */
export const ThisComputer = () => (
  <>
    <Appearance />
    {isDesktop ? (
      <Desktop />
    ) : (
      <>
        <Scanner />
        <Port />
      </>
    )}
    <Version />
    {isDesktop ? <Updates /> : null}
  </>
);

const Version = () => {
  const { t } = useTranslation('settings');
  const { data: system } = useQuery(systemQuery);
  return (
    <Panel title={t('about.title')} text={t('signIn.about')}>
      <PanelRow label={t('about.version')} text={t('about.licence')}>
        <Text size="sm" className="figures">
          {system?.version ?? ''}
        </Text>
      </PanelRow>
      {!isDesktop && isPossibleHere('logs.export') ? (
        <PanelRow label={t('folders.log')} text={t('folders.text.logs')}>
          <SaveLogs />
        </PanelRow>
      ) : null}
    </Panel>
  );
};

const Desktop = () => {
  const { t } = useTranslation('settings');
  const computer = useQuery(computerQuery);
  if (computer.data)
    return (
      <>
        <Panel title={t('computer.title')} text={t('computer.text')}>
          {SWITCHES.filter((name) => name !== 'closes_to_tray' || computer.data.platform !== 'linux').map(
            (name) => (
              <ComputerSwitch key={name} name={name} computer={computer.data} />
            ),
          )}
          <SoundSwitch />
          <PanelPart>
            <Aside title={t('advanced')}>
              <ComputerSwitch name={ADVANCED} computer={computer.data} />
            </Aside>
          </PanelPart>
        </Panel>
        <Scanner />
        <Panel title={t('folders.title')}>
          <FolderRow which="data" path={computer.data.data_folder} />
          <FolderRow which="logs" path={computer.data.log_folder} />
        </Panel>
        <Port />
      </>
    );
  return (
    <Panel title={t('computer.title')} text={t('computer.text')}>
      <QueryView query={computer} loading={<PanelLoading height={260} />}>
        {() => null}
      </QueryView>
    </Panel>
  );
};

const SWITCHES = [
  'starts_with_system',
  'closes_to_tray',
  'keeps_awake',
  'notifications',
  'notification_sound',
] as const;
const ADVANCED = 'hardware_acceleration';

interface ComputerSwitchProps {
  name: (typeof SWITCHES)[number] | typeof ADVANCED;
  computer: Computer;
}

const ComputerSwitch = ({ name, computer }: ComputerSwitchProps) => {
  const { t } = useTranslation('settings');
  const { isBusy, failure, change } = useComputerChange();
  const value = computer[name];
  // Without notifications their sound has no effect; it keeps its value.
  const isIdle = name === 'notification_sound' && !computer.notifications;
  if (value === null)
    return (
      <PanelRow
        label={t(`switches.label.${name}`)}
        text={t(computer.is_signed ? 'computer.notHere' : 'computer.notSigned')}
      />
    );
  return (
    <PanelRow
      label={t(`switches.label.${name}`)}
      text={
        <>
          {t(`switches.text.${name}`)}
          <FailureLine failure={failure} />
        </>
      }
    >
      <Switch
        aria-label={t(`switches.label.${name}`)}
        checked={value}
        disabled={isBusy || isIdle}
        onChange={(event) => change({ [name]: event.currentTarget.checked })}
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

/** The browser asks its user once; what they refused there is only given there. */
const NotificationSwitch = () => {
  const { t } = useTranslation('settings');
  const { notifies } = usePreferences();
  const [isRefused, setRefused] = useState(false);
  const change = async (isWanted: boolean): Promise<void> => {
    const isGiven = !isWanted || (await Notification.requestPermission()) === 'granted';
    setRefused(!isGiven);
    preferencesStore.set({ notifies: isWanted && isGiven });
  };
  return (
    <PanelRow
      label={t('switches.label.notifications')}
      text={
        <>
          {t('switches.text.notifications')}
          {isRefused ? <Fault role="alert">{t('computer.notificationsRefused')}</Fault> : null}
        </>
      }
    >
      <Switch
        aria-label={t('switches.label.notifications')}
        checked={notifies}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </PanelRow>
  );
};

/** The port of the service, where till apps find it. */
const Port = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('port.title')}>
      <SettingForm
        name="port"
        input={({ value, edit }, labels) => (
          <TextInput
            {...labels}
            value={value}
            inputMode="numeric"
            onChange={(event) => edit({ value: event.currentTarget.value })}
          />
        )}
      />
    </Panel>
  );
};

/** What this window alone has, and in a browser what the installed program has elsewhere; takes effect at once. */
const Appearance = () => {
  const { t } = useTranslation('settings');
  const { lockAfter } = usePreferences();
  return (
    <Panel title={t('looks.title')} text={t('looks.text')}>
      <PanelRow label={t('account.language')} text={t('looks.language')}>
        <LanguageSwitch />
      </PanelRow>
      <PanelRow label={t('account.scheme')} text={t('looks.scheme')}>
        <SchemeControl />
      </PanelRow>
      <PanelRow label={t('security.lock')} text={t('security.lockText')}>
        <Select
          size="sm"
          w="11rem"
          aria-label={t('security.lock')}
          value={String(lockAfter)}
          onChange={(value) => preferencesStore.set({ lockAfter: Number(value) })}
          data={LOCK_AFTER.map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t('account.never') : t('account.minutes', { count: minutes }),
          }))}
        />
      </PanelRow>
      {isDesktop ? null : (
        <>
          <SoundSwitch />
          <NotificationSwitch />
          <PanelRow label={t('computer.programOnly')} text={t('computer.programOnlyText')} />
        </>
      )}
    </Panel>
  );
};
