import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../shared/bridge/bridge.ts';
import type { BackupState } from '../../../../shared/operations/safekeeping.ts';
import { isDesktop } from '../../../api/bridge.ts';
import { backupsQuery } from '../../../api/program-queries.ts';
import { Act } from '../../../kit/act.tsx';
import { Strip } from '../../../kit/callout.tsx';
import { Panel, PanelNote, PanelPart } from '../../../kit/panel.tsx';
import { EmptyState, LoadingState, QueryView } from '../../../kit/query-view.tsx';
import classes from './list.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { RestoreFile } from './restore-file.tsx';
import { BackupRow } from './row.tsx';
import { useFaultText } from './state.tsx';

const FIRST = 8;

/** The available backups, newest first. */
export const BackupList = () => {
  const { t } = useTranslation('backups');
  const backups = useQuery(backupsQuery);
  const [chosen, setChosen] = useState<BackupState>();
  return (
    <Panel title={t('list.title')} text={t('list.text')}>
      <QueryView
        query={backups}
        loading={
          <PanelPart>
            <LoadingState rows={4} height={52} />
          </PanelPart>
        }
      >
        {(found) => (
          <>
            {found.problems.map((problem) => (
              <PanelNote key={problem.detail}>
                <FolderCallout {...problem} folder={found.folder} />
              </PanelNote>
            ))}
            <Rows backups={found.backups} isWhole={found.problems.length === 0} onRestore={setChosen} />
          </>
        )}
      </QueryView>
      {isDesktop ? null : <RestoreFile />}
      {chosen ? <RestoreDialog backup={chosen} onClose={() => setChosen(undefined)} /> : null}
    </Panel>
  );
};

type FolderCalloutProps = CallOutput<'backups.list'>['problems'][number] & { folder: string };

/** An unreadable folder: its backups may be intact, but are not listed. */
const FolderCallout = ({ detail, fault, folder }: FolderCalloutProps) => {
  const { t } = useTranslation('backups');
  const faultText = useFaultText();
  return (
    <Strip tone="failed" title={t('list.unreadable', { folder })}>
      {faultText(fault) ?? detail}
    </Strip>
  );
};

interface RowsProps {
  backups: readonly BackupState[];
  /** False: a folder could not be read, so an empty list proves nothing. */
  isWhole: boolean;
  onRestore(backup: BackupState): void;
}

const Rows = ({ backups, isWhole, onRestore }: RowsProps) => {
  const { t } = useTranslation('backups');
  const [isAll, setAll] = useState(false);
  const shown = isAll ? backups : backups.slice(0, FIRST);
  if (backups.length === 0)
    return isWhole ? (
      <EmptyState icon={<IconDatabaseExport size={36} stroke={1.4} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ) : null;
  return (
    <>
      <ul className={classes.list}>
        {shown.map((backup) => (
          <BackupRow key={backup.path} backup={backup} onRestore={() => onRestore(backup)} />
        ))}
      </ul>
      {shown.length < backups.length ? (
        <PanelPart>
          <Act
            tone="quiet"
            size="xs"
            onClick={() => setAll(true)}
            text={t('list.all', { count: backups.length })}
          />
        </PanelPart>
      ) : null}
    </>
  );
};
