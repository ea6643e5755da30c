import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { FailureCallout } from '../../../kit/callout.tsx';
import { Form, useForm } from '../../../kit/form.tsx';
import { TerminalPicker } from '../../../shop/terminal-picker.tsx';
import { FormButtons } from '../form-parts.tsx';

export interface IssuedSecret {
  secret: string;
  url: string;
}

interface WebhookFormProps {
  onIssued(issued: IssuedSecret): void;
  onCancel(): void;
}

const EXAMPLE = 'http://127.0.0.1:8090/kramar';

export const WebhookForm = ({ onIssued, onCancel }: WebhookFormProps) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const [url, setUrl] = useState('');
  const [terminal, setTerminal] = useState<number>();
  const form = useForm(false, async (isThere) => {
    const issued = await callProgram('webhooks.add', { url, terminal: terminal ?? null }).finally(
      () => void invalidate('webhook'),
    );
    if (isThere()) onIssued(issued);
  });
  const refusal = form.failure?.kind === 'invalid' ? form.failure.codes?.url?.[0]?.code : undefined;
  return (
    <Form gap="sm" onSubmit={form.onSubmit} autoComplete="off" aria-label={t('webhooks.open')}>
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlText')}
        placeholder={EXAMPLE}
        autoFocus
        value={url}
        error={refusal === undefined ? null : t(refusal === 'unique' ? 'webhooks.taken' : 'webhooks.badUrl')}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          form.forget();
        }}
      />
      <TerminalPicker from={terminals} value={terminal} onChange={setTerminal} hasAll />
      <FailureCallout failure={form.failure} ownErrorFields={['url']} />
      <FormButtons submit={t('webhooks.add')} isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  );
};
