import { Button, Group, Progress, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PHRASE_BITS, phraseBits, phraseStrength } from '../../../../shared/passphrase.ts';
import { callProgram } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { Form, useForm } from '../../../kit/form.tsx';
import { useToast } from '../../../kit/use-toast.ts';
import { generatePhrase } from '../../../lib/password.ts';
import { FolderField } from '../../../shop/folder-field.tsx';

interface SetupFormProps {
  /** Null: copies are off. */
  folder: string | null;
  onDone(): void;
}

/** Folder and passphrase of the encrypted copies. The phrase is shown: it is to be written down. */
export const SetupForm = ({ folder: known, onDone }: SetupFormProps) => {
  const { t } = useTranslation('copies');
  const toast = useToast();
  const invalidate = useInvalidate();
  const [folder, setFolder] = useState(known ?? '');
  const [phrase, setPhrase] = useState('');
  const isWeak = phrase !== '' && phraseStrength(phrase) === 'weak';
  const isReady = folder !== '' && !isWeak && (phrase !== '' || known !== null);

  const change = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      toast.success(done);
      onDone();
    } finally {
      await invalidate('backup');
    }
  };
  const form = useForm(!isReady, () =>
    change(
      () => callProgram('copies.setup', { folder, ...(phrase === '' ? {} : { phrase }) }),
      t('setup.saved'),
    ),
  );
  return (
    <Form gap="md" onSubmit={form.onSubmit} aria-label={t('title')}>
      <FolderField
        labels={{ label: t('setup.folder'), description: t('setup.folderText') }}
        value={folder}
        onType={setFolder}
        onChoose={setFolder}
      />
      <PhraseField phrase={phrase} isKnown={known !== null} onChange={setPhrase} />
      <FailureCallout failure={form.failure} />
      <Group justify="space-between">
        {known === null ? (
          <span />
        ) : (
          <Button
            variant="subtle"
            color="red.9"
            disabled={form.isBusy}
            onClick={() =>
              void form.run(() => change(() => callProgram('copies.off', {}), t('setup.turnedOff')))
            }
          >
            {t('setup.turnOff')}
          </Button>
        )}
        <Group gap="xs">
          <Act onClick={onDone} text={t('cancel')} />
          <Act tone="main" type="submit" loading={form.isBusy} disabled={!isReady} text={t('save')} />
        </Group>
      </Group>
    </Form>
  );
};

const TONES = { weak: 'red', fair: 'yellow', strong: 'teal' } as const;
/** The bar is full at twice what is enough. */
const FULL_BITS = 2 * MIN_PHRASE_BITS;

interface PhraseFieldProps {
  phrase: string;
  isKnown: boolean;
  onChange(phrase: string): void;
}

export const PhraseField = ({ phrase, isKnown, onChange }: PhraseFieldProps) => {
  const { t } = useTranslation('copies');
  const strength = phraseStrength(phrase);
  return (
    <div>
      <TextInput
        label={t('setup.phrase')}
        description={t(isKnown ? 'setup.phraseStays' : 'setup.phraseText')}
        value={phrase}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        inputContainer={(field) => (
          <Group gap="xs" wrap="nowrap" align="end">
            <div style={{ flex: 1 }}>{field}</div>
            <Act onClick={() => onChange(generatePhrase())} text={t('setup.generate')} />
          </Group>
        )}
      />
      {phrase === '' ? null : (
        <>
          <Progress
            mt={8}
            size="sm"
            value={Math.min(100, (phraseBits(phrase) / FULL_BITS) * 100)}
            color={TONES[strength]}
            aria-hidden
          />
          <Text size="sm" mt={4} role="status">
            {t(`strength.${strength}`)}
          </Text>
        </>
      )}
    </div>
  );
};
