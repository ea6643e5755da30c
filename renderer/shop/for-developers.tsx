import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyLine } from './copy-button.tsx';
import classes from './for-developers.module.css';

/** Commands as an aside, for who runs Kramar in a terminal: nobody has to read it to go on. */
export const ForDevelopers = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation();
  return (
    <details className={classes.aside}>
      <summary>{t('forDevelopers')}</summary>
      <Stack gap="xs" mt="xs">
        {commands.map((command) => (
          <CopyLine key={command} text={command} />
        ))}
      </Stack>
    </details>
  );
};
