import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiscalFields } from '../../shared/fiscal.ts';
import { draftOf, type FiscalFaults, readFiscalDraft } from '../lib/fiscal-draft.ts';
import { FailureCallout } from '../kit/callout.tsx';
import { useAction } from '../kit/use-action.ts';

const NAMES = ['tax', 'uktzed', 'header', 'footer'] as const;

interface FiscalFormProps {
  stored: FiscalFields;
  text: string;
  /** Fields before these. */
  children?: ReactNode;
  /** Stores the fields. @throws ApiError */
  save(fields: FiscalFields): Promise<void>;
  onClose(): void;
}

/** What the fiscal receipt says of a line: of a product, or by default at a terminal. */
export const FiscalForm = ({ stored, text, children, save, onClose }: FiscalFormProps) => {
  const { t } = useTranslation('fiscal');
  const { t: common } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [isTried, setIsTried] = useState(false);
  const { isBusy, failure, run } = useAction();
  const read = readFiscalDraft(draft);
  const faults: FiscalFaults = isTried && 'faults' in read ? read.faults : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (!('fields' in read)) return;
    void run(async () => {
      await save(read.fields);
      onClose();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{text}</Text>
        {children}
        {NAMES.map((name) => {
          const fault = faults[name];
          return (
            <TextInput
              key={name}
              label={t(`fields.${name}`)}
              description={t(`hints.${name}`)}
              spellCheck={name === 'header' || name === 'footer'}
              value={draft[name]}
              error={fault === undefined ? null : t(`faults.${fault}`)}
              onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          );
        })}
        <FailureCallout failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
