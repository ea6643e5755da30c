import { Button, Stack, Text } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../api/bridge.ts';
import { systemQuery } from '../api/queries.ts';

interface ChangeElsewhereProps {
  /** The screen that the window opens. */
  screen: string;
}

/** In a browser that is not the window: where this is changed. */
export const ChangeElsewhere = ({ screen }: ChangeElsewhereProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(systemQuery);
  return (
    <Stack gap="xs">
      <Text size="sm">{t('changeElsewhere')}</Text>
      {/*
        In a browser, opens the program's window at a screen that can do more there. A service without a window has none
        to open, and a browser cannot tell: the service says so.
      */}
      {isDesktop || !data?.has_window ? null : (
        <Button
          component="a"
          href={`kramar://${screen}`}
          size="xs"
          variant="default"
          leftSection={<IconAppWindow size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
        >
          {t('openWindow')}
        </Button>
      )}
    </Stack>
  );
};
