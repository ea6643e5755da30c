import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import { FormDialog, useForm } from '../../kit/form.tsx';

/** Asks for the owner's password where a call needs it; the call is then repeated (api/bridge.ts). */
export const PasswordDialog = ({ done }: { done(isGiven: boolean): void }) => {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const form = useForm(password === '', async () => {
    await callProgram('owner.confirm', { password });
    done(true);
  });
  return (
    <FormDialog
      title={t('ownerPassword.title')}
      form={form}
      submit={t('ownerPassword.confirm')}
      close={t('cancel')}
      isDisabled={password === ''}
      closeOnClickOutside={false}
      onClose={() => done(false)}
    >
      <Text size="sm">{t('ownerPassword.text')}</Text>
      <PasswordInput
        label={t('ownerPassword.label')}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
