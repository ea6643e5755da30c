import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { preferencesStore } from '../../lib/preferences.ts';
import { usePreferences } from '../../ui/use-preferences.ts';

export const SoundSwitch = () => {
  const { t } = useTranslation();
  const { sound } = usePreferences();
  return (
    <Switch
      label={t('account.sound')}
      checked={sound}
      onChange={(event) => preferencesStore.set({ sound: event.currentTarget.checked })}
    />
  );
};
