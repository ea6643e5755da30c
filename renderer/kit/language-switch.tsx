import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Language } from '../i18n/index.ts';
import { preferencesStore, usePreferences } from '../lib/preferences.ts';

/** Each language has its own name, because its reader may not know the other. */
const NAMES: { value: Language; label: string }[] = [
  { value: 'uk', label: 'Українська' },
  { value: 'en', label: 'English' },
];

export const LanguageSwitch = () => {
  const { t } = useTranslation();
  const { language } = usePreferences();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('account.language')}
      data={NAMES}
      value={language}
      onChange={(value) => preferencesStore.set({ language: value === 'en' ? 'en' : 'uk' })}
    />
  );
};
