import { PasswordInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import { sessionStore } from '../../api/session.ts';
import { Callout } from '../../kit/callout.tsx';
import { RecordPanel, useOpenRecord } from '../../kit/record-panel.tsx';
import { type RecordRules, useRecordForm } from '../../kit/use-record-form.ts';
import {
  isPasswordTyped,
  type NewPassword,
  NO_PASSWORD,
  type PasswordFault,
  passwordFaultOf,
} from '../../lib/password.ts';
import { useAccount } from '../../shop/session/account.ts';
import { useFaultText } from '../../shop/use-fault-text.ts';
import { PanelFoot } from './panel.tsx';
import { PasswordFields } from './password-fields.tsx';

const OWN_ERROR_FIELDS = ['current', 'password'];

interface Fields {
  /** The password until now. */
  current: string;
  password: NewPassword;
}

const BLANK: Fields = { current: '', password: NO_PASSWORD };

const rules: RecordRules<Fields, { isBlank: boolean; password?: PasswordFault | undefined }> = {
  isDirty: (_, { current = '', password = NO_PASSWORD }) => current !== '' || isPasswordTyped(password),
  faultsOf: ({ current, password }) => ({ isBlank: current === '', password: passwordFaultOf(password) }),
  hasFaults: ({ isBlank, password }) => isBlank || password !== undefined,
  noFaults: { isBlank: false },
};

/** Changes the owner's password. It ends this session: the sign-in keeps the name. */
export const OwnerPassword = () => {
  const { t } = useTranslation('employees');
  const { username } = useAccount();
  const open = useOpenRecord();
  const faultText = useFaultText();
  const form = useRecordForm({
    stored: BLANK,
    rules,
    write: async ({ current = '', password = NO_PASSWORD }) => {
      await callProgram('owner.password', { current, password: password.first });
      open(undefined, { isSaved: true });
      sessionStore.end('expired');
      return undefined;
    },
  });
  const { shown, faults, failure, edit } = form;
  return (
    <RecordPanel
      open="me"
      label={t('ownerPassword.label')}
      title={t('ownerPassword.label')}
      about={username}
      closeLabel={t('panel.close')}
      isDirty={form.isDirty}
      onSubmit={form.submit}
      foot={
        <PanelFoot failure={failure} isBusy={form.isBusy} ownErrorFields={OWN_ERROR_FIELDS}>
          {t('owner.password')}
        </PanelFoot>
      }
    >
      <Callout tone="hint" icon={<IconInfoCircle />} p="sm">
        {t('me.ends')}
      </Callout>
      <PasswordInput
        label={t('me.current')}
        autoComplete="current-password"
        autoFocus
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        value={shown.current}
        error={faults.isBlank ? t('faults.currentBlank') : faultText.refused(failure, 'current')}
        onChange={(event) => edit({ current: event.currentTarget.value })}
      />
      <PasswordFields
        password={shown.password}
        onChange={(password) => edit({ password })}
        fault={faults.password}
        refused={faultText.refused(failure, 'password')}
        isAnother
        canGenerate={false}
      />
    </RecordPanel>
  );
};
