import { Box, Button, FileButton, Flex, Group, PasswordInput, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDatabaseExport, IconHelpCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BACKUP_KINDS } from '../../../../shared/api/statuses.ts';
import type { CallOutput } from '../../../../shared/bridge/bridge.ts';
import type { BackupState } from '../../../../shared/operations/safekeeping.ts';
import { formatSize } from '../../../../shared/size.ts';
import { callProgram, isDesktop } from '../../../api/bridge.ts';
import { backupsQuery } from '../../../api/program-queries.ts';
import { restoringStore } from '../../../api/restoring.ts';
import { uploadBackup } from '../../../api/upload-backup.ts';
import { Act, Fault, Hint } from '../../../kit/act.tsx';
import { FailureLine, Strip } from '../../../kit/callout.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { Panel, PanelNote, PanelPart } from '../../../kit/panel.tsx';
import { EmptyState, LoadingState, QueryView } from '../../../kit/query-view.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { FailureText } from '../../../kit/use-failure-text.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { type Chosen, RestoreDialog } from './restore-dialog.tsx';
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
      <ul className="plain-list">
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

/** One backup: its time, content, verification and actions. */
const BackupRow = ({ backup, onRestore }: { backup: BackupState; onRestore(): void }) => {
  const { t } = useTranslation('backups');
  const dates = useDates();
  const queries = useQueryClient();
  const { isBusy, failure, result, run } = useAction<CallOutput<'backups.verify'>>();
  const verify = async () => {
    try {
      return await callProgram('backups.verify', { name: backup.path });
    } catch (error) {
      // The list shows the state that the check found.
      void queries.invalidateQueries({ queryKey: backupsQuery.queryKey });
      throw error;
    }
  };
  const moment = dates.spoken(Date.parse(backup.created_at));
  const isDamaged = backup.state === 'damaged';
  return (
    <Box component="li" className="ruled" py="xs" px="md">
      <Flex align="center" justify="space-between" gap="md">
        <Box className="breaks" miw={0}>
          <Group gap="xs">
            <Text size="sm" fw={550} component="span">
              {moment}
            </Text>
            <State state={backup.state} />
          </Group>
          <About backup={backup} />
        </Box>
        {isDamaged ? null : (
          <Group gap={6} wrap="nowrap" flex="none">
            <Act
              tone="quiet"
              size="xs"
              aria-label={t('row.verifyOf', { moment })}
              loading={isBusy}
              onClick={() => void run(verify)}
              text={t('row.verify')}
            />
            <Act
              size="xs"
              aria-label={t('restore.confirm', { moment })}
              onClick={onRestore}
              text={t('row.restore')}
            />
          </Group>
        )}
      </Flex>
      {isDamaged ? <Fault>{t('row.damaged')}</Fault> : null}
      {backup.state === 'unverified' ? <Hint>{t('row.unverified')}</Hint> : null}
      <div role="status">
        {result ? (
          <Text size="sm" className="with-icon toned" data-tone="paid">
            <IconCheck size={16} stroke={2} aria-hidden />
            {t('row.verified', { count: result.invoices ?? 0 })}
          </Text>
        ) : null}
        {failure ? (
          <Fault>
            <FailureText failure={failure} />
          </Fault>
        ) : null}
      </div>
    </Box>
  );
};

const LOOKS = {
  sound: { tone: 'paid', icon: IconCheck },
  unverified: { tone: 'working', icon: IconHelpCircle },
  damaged: { tone: 'failed', icon: IconAlertTriangle },
} as const;

const State = ({ state }: Pick<BackupState, 'state'>) => {
  const { t } = useTranslation('backups');
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Text size="sm" component="span" className="with-icon toned" data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      {t(`states.${state}`)}
    </Text>
  );
};

const About = ({ backup: { kind, size, invoices } }: { backup: BackupState }) => {
  const { t } = useTranslation('backups');
  const { language } = usePreferences();
  const known = BACKUP_KINDS.find((each) => each === kind);
  const parts = [
    known ? t(`kinds.${known}`) : kind,
    formatSize(size, language),
    invoices === null ? '' : t('words.sales', { count: invoices }),
  ];
  return <Hint className="figures">{parts.filter(Boolean).join(' · ')}</Hint>;
};

const isCopy = ({ path }: Chosen): boolean => path.endsWith('.age');

/** Restores a backup, or an encrypted copy, of the computer on which this page is open. */
const RestoreFile = () => {
  const { t } = useTranslation('backups');
  const { isBusy, failure, run } = useAction();
  const [percent, setPercent] = useState(0);
  const [chosen, setChosen] = useState<Chosen>();
  const [phrase, setPhrase] = useState<string>();
  const send = async (file: File): Promise<void> => {
    setPercent(0);
    const path = await uploadBackup(file, setPercent);
    setChosen({ path, created_at: new Date(file.lastModified).toISOString() });
  };
  const close = (): void => {
    // The passphrase is asked for again.
    if (restoringStore.get() || phrase === undefined || !chosen || !isCopy(chosen)) setChosen(undefined);
    setPhrase(undefined);
  };
  return (
    <PanelPart>
      <Group gap="sm">
        <FileButton accept=".db,.age" onChange={(file) => file && void run(() => send(file))}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={isBusy}>
              {t('file.choose')}
            </Button>
          )}
        </FileButton>
        <div role="status">{isBusy ? <Hint>{t('file.sending', { percent })}</Hint> : null}</div>
      </Group>
      <Hint mt={6}>{t('file.text')}</Hint>
      <FailureLine failure={failure} />
      {chosen && isCopy(chosen) && phrase === undefined ? (
        <PhraseDialog onPhrase={setPhrase} onClose={close} />
      ) : null}
      {chosen && (phrase !== undefined || !isCopy(chosen)) ? (
        <RestoreDialog backup={chosen} phrase={phrase} onClose={close} />
      ) : null}
    </PanelPart>
  );
};

const PhraseDialog = ({ onPhrase, onClose }: { onPhrase(phrase: string): void; onClose(): void }) => {
  const { t } = useTranslation('backups');
  const [phrase, setPhrase] = useState('');
  const form = useForm(phrase === '', async () => onPhrase(phrase));
  return (
    <FormDialog
      title={t('file.phraseTitle')}
      form={form}
      submit={t('words.open')}
      close={t('cancel')}
      isDisabled={phrase === ''}
      onClose={onClose}
    >
      <PasswordInput
        label={t('words.copyPhrase')}
        description={t('words.copyPhraseHint')}
        autoComplete="off"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('file.showPhrase') }}
        value={phrase}
        onChange={(event) => setPhrase(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
