import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ForDevelopers } from './for-developers.tsx';
import { InWindow } from './in-window.tsx';

interface ChangeElsewhereProps {
  /** The screen that the window opens. */
  screen: string;
  commands?: readonly string[];
}

/** In a browser that is not the window: where this is changed. */
export const ChangeElsewhere = ({ screen, commands = [] }: ChangeElsewhereProps) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Text size="sm">{t('changeElsewhere')}</Text>
      <InWindow screen={screen} />
      {commands.length > 0 ? <ForDevelopers commands={commands} /> : null}
    </Stack>
  );
};
