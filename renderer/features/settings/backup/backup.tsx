import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isPossibleHere } from '../../../api/bridge.ts';
import { systemQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { Strip } from '../../../kit/callout.tsx';
import { Panel, PanelNote } from '../../../kit/panel.tsx';
import { FolderField } from '../../../shop/folder-field.tsx';
import { Copies } from '../copies/copies.tsx';
import { OpenFolder } from '../folder-row.tsx';
import { SettingForm } from '../setting-form.tsx';
import { BackupList } from './list.tsx';
import { BackupState } from './state.tsx';

/** The state of backups and restoring. */
export const Backup = () => {
  const { t } = useTranslation('backups');
  const { data: system } = useQuery(systemQuery);
  return (
    <>
      <BackupState />
      {isPossibleHere('backups.list') ? (
        <BackupList />
      ) : (
        <Panel title={t('list.title')} text={t('elsewhere')} />
      )}
      {/* The folder of backups, best on another device than this computer. */}
      <Panel title={t('folder.title')} text={t('folder.text')}>
        {system?.disk.is_same ? (
          <PanelNote>
            <Strip tone="working" title={t('folder.sameDisk')}>
              {t('folder.sameDiskText')}
            </Strip>
          </PanelNote>
        ) : null}
        <SettingForm
          name="backup_folder"
          isChosen
          input={({ value, edit, put, isDirty, isBusy }, labels) => (
            <FolderField
              labels={labels}
              value={value}
              onType={(path) => edit({ value: path })}
              onChoose={(path) => {
                // Kept in the field when it is refused.
                edit({ value: path });
                put({ value: path });
              }}
            >
              {isPossibleHere('folder.open') ? (
                <OpenFolder which="backups" label={t('folder.open')} size="sm" />
              ) : isDirty ? (
                <Act type="submit" flex="none" loading={isBusy} text={t('words.checkAndSave')} />
              ) : null}
            </FolderField>
          )}
        />
      </Panel>
      <Copies />
    </>
  );
};
