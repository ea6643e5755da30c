import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Light or dark, for screens without the account menu. */
export const SchemeSwitch = () => {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={t(isDark ? 'palette.light' : 'palette.dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
};
