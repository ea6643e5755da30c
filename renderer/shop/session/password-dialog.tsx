import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import { FailureCallout } from '../../kit/callout.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';

/** Asks for the owner's password where a call needs it; the call is then repeated (api/bridge.ts). */
export const PasswordDialog = ({ done }: { done(isGiven: boolean): void }) => {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const action = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password === '') return;
    void action.run(async () => {
      await callProgram('owner.confirm', { password });
      done(true);
    });
  };
  return (
    <Dialog title={t('ownerPassword.title')} closeOnClickOutside={false} onClose={() => done(false)}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{t('ownerPassword.text')}</Text>
          <PasswordInput
            label={t('ownerPassword.label')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <FailureCallout failure={action.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => done(false)}>
              {t('ownerPassword.cancel')}
            </Button>
            <Button type="submit" loading={action.isBusy} disabled={password === ''}>
              {t('ownerPassword.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
