import { Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { FailureCallout } from '../../../kit/callout.tsx';
import { Form, useForm } from '../../../kit/form.tsx';
import { TerminalPicker } from '../../../shop/terminal-picker.tsx';
import { FormButtons, PurposeField } from '../form-parts.tsx';
import { PURPOSES, type Purpose } from '../purposes.ts';

/** A key as the form hands it on; the value is shown once. */
export interface IssuedKey {
  key: string;
  name: string;
  terminal: number | null;
}

interface KeyFormProps {
  onIssued(issued: IssuedKey): void;
  onCancel(): void;
}

export const KeyForm = ({ onIssued, onCancel }: KeyFormProps) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const [name, setName] = useState(t('keys.defaultName'));
  const [purpose, setPurpose] = useState<Purpose>('charge');
  const [terminal, setTerminal] = useState<number>();
  const [isOwnOnly, setIsOwnOnly] = useState(false);
  const [isCatalogOnly, setIsCatalogOnly] = useState(false);
  const [isCatalogReadOnly, setIsCatalogReadOnly] = useState(false);
  const form = useForm(false, async (isThere) => {
    const issued = await callProgram('keys.add', {
      name,
      permissions: [...PURPOSES[purpose]],
      terminal: terminal ?? null,
      own_sales_only: isOwnOnly,
      catalog_prices_only: isCatalogOnly,
      catalog_read_only: isCatalogReadOnly,
    }).finally(() => void invalidate('tillKey'));
    if (isThere()) onIssued(issued);
  });
  const refusal = form.failure?.kind === 'invalid' ? form.failure.codes?.name?.[0]?.code : undefined;
  return (
    <Form gap="sm" onSubmit={form.onSubmit} autoComplete="off" aria-label={t('keys.open')}>
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        autoFocus
        value={name}
        error={refusal === undefined ? null : t(refusal === 'unique' ? 'keys.taken' : 'keys.badName')}
        onChange={(event) => {
          setName(event.currentTarget.value);
          form.forget();
        }}
      />
      <PurposeField value={purpose} onChange={setPurpose} />
      <TerminalPicker from={terminals} value={terminal} onChange={setTerminal} hasAll />
      <Switch
        label={t('keys.ownOnly')}
        description={t('keys.ownOnlyText')}
        checked={isOwnOnly}
        onChange={(event) => setIsOwnOnly(event.currentTarget.checked)}
      />
      <Switch
        label={t('keys.catalogOnly')}
        description={t('keys.catalogOnlyText')}
        checked={isCatalogOnly}
        onChange={(event) => setIsCatalogOnly(event.currentTarget.checked)}
      />
      <Switch
        label={t('keys.catalogReadOnly')}
        description={t('keys.catalogReadOnlyText')}
        disabled={isCatalogOnly}
        checked={isCatalogOnly || isCatalogReadOnly}
        onChange={(event) => setIsCatalogReadOnly(event.currentTarget.checked)}
      />
      <FailureCallout failure={form.failure} ownErrorFields={['name']} />
      <FormButtons submit={t('keys.make')} isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  );
};
