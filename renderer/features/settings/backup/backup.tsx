import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { callProgram, isPossibleHere } from '../../../api/bridge.ts';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { ForDevelopers } from '../../../shop/for-developers.tsx';
import { Copies } from '../copies/copies.tsx';
import { OpenFolder } from '../folder-row.tsx';
import { SettingForm } from '../setting-form.tsx';
import classes from './folder.module.css';
import { BackupList } from './list.tsx';
import { BackupState } from './state.tsx';

/** The state of backups and restoring. */
export const Backup = () => (
  <>
    <BackupState />
    {isPossibleHere('backups.list') ? <BackupList /> : <BackupCommands />}
    <BackupFolder />
    <Copies />
  </>
);

const COMMANDS = ['create', 'list', 'verify latest', 'restore latest'].map(
  (command) => `npm run admin -- backup ${command}`,
);

/** In a browser that is not the window. */
const BackupCommands = () => {
  const { t } = useTranslation('backups');
  return (
    <Panel title={t('list.title')} text={t('elsewhere')}>
      <PanelPart>
        <ForDevelopers commands={COMMANDS} />
      </PanelPart>
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
    <Panel title={t('folder.title')} text={t('folder.text')}>
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
                {isPossibleHere('folder.choose') ? (
                  <>
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
                  </>
                ) : null}
              </Group>
            )}
          />
        )}
      />
    </Panel>
  );
};
