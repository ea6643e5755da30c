import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Aside } from '../kit/panel.tsx';
import { CopyLine } from './copy-button.tsx';

/** Commands as an aside, for who runs Kramar in a terminal: nobody has to read it to go on. */
export const ForDevelopers = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation();
  return (
    <Aside title={t('forDevelopers')}>
      <Stack gap="xs" mt="xs">
        {commands.map((command) => (
          <CopyLine key={command} text={command} />
        ))}
      </Stack>
    </Aside>
  );
};
