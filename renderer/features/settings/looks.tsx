import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../kit/language-switch.tsx';
import { Panel, PanelRow } from '../../kit/panel.tsx';
import { usePreferences } from '../../kit/use-preferences.ts';
import { LOCK_AFTER, preferencesStore } from '../../lib/preferences.ts';

/** Language, appearance and lock of this window only; takes effect at once. */
export const Appearance = () => {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { lockAfter } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t('looks.title')} text={t('looks.text')}>
      <PanelRow label={common('account.language')} text={t('looks.language')}>
        <LanguageSwitch />
      </PanelRow>
      <PanelRow label={common('account.scheme')} text={t('looks.scheme')}>
        <SegmentedControl
          size="xs"
          aria-label={common('account.scheme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
          data={[
            { value: 'light', label: common('account.light') },
            { value: 'dark', label: common('account.dark') },
            { value: 'auto', label: common('account.system') },
          ]}
        />
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
            label: minutes === 0 ? common('account.never') : t('security.minutes', { count: minutes }),
          }))}
        />
      </PanelRow>
    </Panel>
  );
};
