import { SegmentedControl, Select, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../kit/language-switch.tsx';
import { usePreferences } from '../kit/use-preferences.ts';
import { LOCK_AFTER, preferencesStore } from '../lib/preferences.ts';

/** The preferences of this window, for employees without Settings. */
export const OnThisComputer = () => {
  const { t } = useTranslation();
  const { sound, lockAfter } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="sm" p="xs">
      <LanguageSwitch />
      <SegmentedControl
        size="xs"
        aria-label={t('account.scheme')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
        data={[
          { value: 'light', label: t('account.light') },
          { value: 'dark', label: t('account.dark') },
          { value: 'auto', label: t('account.system') },
        ]}
      />
      <Switch
        label={t('account.sound')}
        checked={sound}
        onChange={(event) => preferencesStore.set({ sound: event.currentTarget.checked })}
      />
      <Select
        size="xs"
        label={t('account.lockAfter')}
        comboboxProps={{ withinPortal: false }}
        value={String(lockAfter)}
        onChange={(value) => preferencesStore.set({ lockAfter: Number(value) })}
        data={LOCK_AFTER.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t('account.never') : t('account.minutes', { count: minutes }),
        }))}
      />
    </Stack>
  );
};
