import { Button, FileButton, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoringStore } from '../../../api/restoring.ts';
import { uploadBackup } from '../../../api/upload-backup.ts';
import { Hint } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { PanelPart } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { type Chosen, RestoreDialog } from './restore-dialog.tsx';

const isCopy = ({ path }: Chosen): boolean => path.endsWith('.age');

/** Restores a backup, or an encrypted copy, of the computer on which this page is open. */
export const RestoreFile = () => {
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

interface PhraseDialogProps {
  onPhrase(phrase: string): void;
  onClose(): void;
}

const PhraseDialog = ({ onPhrase, onClose }: PhraseDialogProps) => {
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
