import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FiscalFields,
  isUktzed,
  joinTaxes,
  MAX_RECEIPT_TEXT,
  plainUktzed,
  splitTaxes,
} from '../../shared/fiscal.ts';
import { FailureCallout } from '../kit/callout.tsx';
import { Form, FormFooter, useForm } from '../kit/form.tsx';
import { textLength } from '../lib/text-length.ts';

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

/** Fiscal fields as they are typed: pure. */

type FiscalDraft = Record<keyof FiscalFields, string>;
type FiscalFaults = Partial<Record<keyof FiscalFields, 'tax' | 'uktzed' | 'long'>>;

const draftOf = ({ tax, uktzed, header, footer }: FiscalFields): FiscalDraft => ({
  tax: joinTaxes(tax),
  uktzed,
  header,
  footer,
});

/** The fields, or what is wrong with them. */
const readFiscalDraft = (draft: FiscalDraft): { fields: FiscalFields } | { faults: FiscalFaults } => {
  const tax = splitTaxes(draft.tax);
  const uktzed = plainUktzed(draft.uktzed);
  const [header, footer] = [draft.header.trim(), draft.footer.trim()];
  const faults: FiscalFaults = {
    ...(tax === undefined ? { tax: 'tax' } : {}),
    ...(uktzed === '' || isUktzed(uktzed) ? {} : { uktzed: 'uktzed' }),
    ...(textLength(header) > MAX_RECEIPT_TEXT ? { header: 'long' } : {}),
    ...(textLength(footer) > MAX_RECEIPT_TEXT ? { footer: 'long' } : {}),
  };
  return tax === undefined || Object.keys(faults).length > 0
    ? { faults }
    : { fields: { tax, uktzed, header, footer } };
};
