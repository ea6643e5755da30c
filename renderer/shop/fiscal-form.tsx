import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiscalFields } from '../../shared/fiscal.ts';
import { FailureCallout } from '../kit/callout.tsx';
import { Form, FormFooter, useForm } from '../kit/form.tsx';
import { draftOf, type FiscalFaults, readFiscalDraft } from '../lib/fiscal-draft.ts';

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
  const [draft, setDraft] = useState(() => draftOf(stored));
  const read = readFiscalDraft(draft);
  const fields = 'fields' in read ? read.fields : undefined;
  const { isTried, isBusy, failure, onSubmit } = useForm(fields === undefined, async () => {
    if (fields) await save(fields);
    onClose();
  });
  const faults: FiscalFaults = isTried && 'faults' in read ? read.faults : {};
  return (
    <Form onSubmit={onSubmit}>
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
      <FormFooter submit={t('save')} isBusy={isBusy} onClose={onClose} />
    </Form>
  );
};
