import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ask, isDesktop } from '../../../data/bridge.ts';
import { CopyLine } from '../../../ui/copy-button.tsx';
import { Panel, PanelPart } from '../../../ui/panel.tsx';
import { useToast } from '../../../ui/use-toast.ts';
import { OpenFolder } from '../folder-row.tsx';
import { OnlyHere } from '../only-here.tsx';
import { SettingForm } from '../setting-form.tsx';
import classes from './folder.module.css';
import { BackupList } from './list.tsx';
import { BackupState } from './state.tsx';

/** The state of backups and restoring. */
export const Backup = () => (
  <>
    <BackupState />
    {isDesktop ? <BackupList /> : <BackupCommands />}
    <BackupFolder />
  </>
);

const COMMANDS = ['create', 'list', 'verify', 'restore'] as const;
const ARGUMENTS = { create: '', list: '', verify: ' latest', restore: ' latest' };

/** In a browser, without the program's window: the commands for backups. */
const BackupCommands = () => {
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

/** The folder of backups, best on another device than this computer. */
const BackupFolder = () => {
  const { t } = useTranslation('backups');
  const toast = useToast();
  const choose = useMutation({ mutationFn: () => ask('folder.choose', {}), onError: toast.error });
  return (
    <Panel title={t('folder.title')} text={<OnlyHere>{t('folder.text')}</OnlyHere>}>
      <SettingForm
        name="backup_folder"
        input={({ value, type }, labels) => (
          <TextInput
            {...labels}
            value={value}
            onChange={(event) => type(event.currentTarget.value)}
            inputContainer={(field) => (
              <Group gap="xs" wrap="nowrap" className={classes.field}>
                {field}
                <Button
                  variant="default"
                  flex="none"
                  loading={choose.isPending}
                  onClick={() =>
                    choose.mutate(undefined, { onSuccess: ({ path }) => path !== null && type(path) })
                  }
                >
                  {t('folder.choose')}
                </Button>
                <OpenFolder which="backups" label={t('folder.open')} size="sm" />
              </Group>
            )}
          />
        )}
      />
    </Panel>
  );
};
