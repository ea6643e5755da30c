import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyLine } from '../../../ui/copy-button.tsx';
import { Panel, PanelPart } from '../../../ui/panel.tsx';

const COMMANDS = ['create', 'list', 'verify', 'restore'] as const;
const ARGUMENTS = { create: '', list: '', verify: ' latest', restore: ' latest' };

/** A browser on a service without a window: what is done with backups, and by which commands. */
export const BackupCommands = () => {
  const { t } = useTranslation('backups');
  return (
    <Panel title={t('list.title')} text={t('commands.text')}>
      {COMMANDS.map((name) => (
        <PanelPart key={name}>
          <Stack gap={6}>
            <Text size="sm">{t(`commands.${name}`)}</Text>
            <CopyLine text={`npm run admin -- backup ${name}${ARGUMENTS[name]}`} />
          </Stack>
        </PanelPart>
      ))}
    </Panel>
  );
};
