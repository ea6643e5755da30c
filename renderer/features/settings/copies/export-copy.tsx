import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phraseStrength } from '../../../../shared/passphrase.ts';
import { callProgram } from '../../../api/bridge.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { PanelRow } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { PhraseField } from './setup-form.tsx';

/** @param phrase undefined: that of the copies that are kept */
const useExportCopy = () => {
  const { t } = useTranslation('copies');
  const toast = useToast();
  return async (phrase?: string): Promise<void> => {
    const { path } = await callProgram('copies.export', phrase === undefined ? {} : { phrase });
    if (path !== null) toast.success(t('export.done', { path }));
  };
};

/** One encrypted copy as a file: a tab downloads it, the window asks for a folder. */
export const ExportCopy = ({ isOn }: { isOn: boolean }) => {
  const { t } = useTranslation('copies');
  const save = useExportCopy();
  const { isBusy, failure, run } = useAction();
  const [isAsking, setAsking] = useState(false);
  return (
    <PanelRow
      label={t('export.title')}
      text={
        <>
          {t(isOn ? 'export.text' : 'export.textOff')}
          <FailureLine failure={failure} />
        </>
      }
    >
      <Act
        size="xs"
        loading={isBusy}
        onClick={() => (isOn ? void run(() => save()) : setAsking(true))}
        text={t('export.start')}
      />
      {isAsking ? <PhraseDialog onClose={() => setAsking(false)} /> : null}
    </PanelRow>
  );
};

/** Copies are off, so that no passphrase is known. */
const PhraseDialog = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('copies');
  const save = useExportCopy();
  const [phrase, setPhrase] = useState('');
  const isUnfit = phrase === '' || phraseStrength(phrase) === 'weak';
  const form = useForm(isUnfit, async () => {
    await save(phrase);
    onClose();
  });
  return (
    <FormDialog
      title={t('export.title')}
      form={form}
      submit={t('export.start')}
      close={t('cancel')}
      isDisabled={isUnfit}
      onClose={onClose}
    >
      <PhraseField phrase={phrase} isKnown={false} onChange={setPhrase} />
    </FormDialog>
  );
};
