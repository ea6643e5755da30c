import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ask } from '../../../data/bridge.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useTell } from '../../../ui/use-tell.ts';
import { OpenFolder } from '../folder-row.tsx';
import { OnlyHere } from '../only-here.tsx';
import { SettingForm } from '../setting-form.tsx';
import classes from './folder.module.css';

/** Where backups are kept: best where this computer's end is not theirs too. */
export const BackupFolder = () => {
  const { t } = useTranslation('backups');
  const tell = useTell();
  const choose = useMutation({ mutationFn: () => ask('folder.choose', {}), onError: tell.failed });
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
