import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { callProgram, isDesktop } from '../../../api/bridge.ts';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { CopyLine } from '../../../shop/copy-button.tsx';
import { Copies } from '../copies/copies.tsx';
import { OpenFolder } from '../folder-row.tsx';
import { OnlyHere, SettingForm } from '../setting-form.tsx';
import classes from './folder.module.css';
import { BackupList } from './list.tsx';
import { BackupState } from './state.tsx';

/** The state of backups and restoring. */
export const Backup = () => (
  <>
    <BackupState />
    {isDesktop ? <BackupList /> : <BackupCommands />}
    <BackupFolder />
    <Copies />
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
  const { isBusy, run } = useAction();
  const choose = async (onChosen: (path: string) => void): Promise<void> => {
    try {
      const { path } = await callProgram('folder.choose', {});
      if (path !== null) onChosen(path);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Panel title={t('folder.title')} text={<OnlyHere>{t('folder.text')}</OnlyHere>}>
      <SettingForm
        name="backup_folder"
        isChosen
        input={({ value, edit, put }, labels) => (
          <TextInput
            {...labels}
            value={value}
            // Chosen in the system's dialog: a typed path could be one of another computer.
            readOnly
            inputContainer={(field) => (
              <Group gap="xs" wrap="nowrap" className={classes.field}>
                {field}
                <Button
                  variant="default"
                  flex="none"
                  loading={isBusy}
                  onClick={() =>
                    void run(() =>
                      choose((path) => {
                        // Kept in the field when it is refused.
                        edit({ value: path });
                        put({ value: path });
                      }),
                    )
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
