import { PasswordInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../data/bridge.ts';
import { sessionStore } from '../../data/session.ts';
import { isPasswordTyped, NO_PASSWORD, passwordFaultOf } from '../../lib/password.ts';
import { useAccount } from '../../session/account.ts';
import { Callout } from '../../ui/callout.tsx';
import { RecordPanel, useOpenRecord } from '../../ui/record-panel.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useFaultText } from '../../ui/use-fault-text.ts';
import { focusFault } from '../../ui/use-record-form.ts';
import { PanelFoot } from './panel.tsx';
import { PasswordFields } from './password-fields.tsx';

const OWN_ERROR_FIELDS = ['current', 'password'];

/** Changes the owner's password. It ends this session: the sign-in keeps the name. */
export const OwnerPassword = () => {
  const { t } = useTranslation('employees');
  const { t: common } = useTranslation();
  const { username } = useAccount();
  const open = useOpenRecord();
  const action = useAction();
  const faultText = useFaultText();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState(NO_PASSWORD);
  const [isTried, setIsTried] = useState(false);
  const fault = passwordFaultOf(password);
  const currentFault = isTried && current === '' ? t('faults.currentBlank') : null;

  const change = async (): Promise<void> => {
    await ask('owner.password', { current, password: password.first });
    setCurrent('');
    setPassword(NO_PASSWORD);
    open(undefined, { isSaved: true });
    sessionStore.end('expired');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (fault || current === '') focusFault(event.currentTarget);
    else void action.run(change);
  };
  return (
    <RecordPanel
      open="me"
      label={t('me.title')}
      title={t('me.title')}
      about={username}
      closeLabel={t('panel.close')}
      isDirty={current !== '' || isPasswordTyped(password)}
      onSubmit={submit}
      foot={
        <PanelFoot failure={action.failure} isBusy={action.isBusy} ownErrorFields={OWN_ERROR_FIELDS}>
          {t('me.save')}
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
        visibilityToggleButtonProps={{ 'aria-label': common('signIn.showPassword') }}
        value={current}
        error={currentFault ?? faultText.refused(action.failure, 'current')}
        onChange={(event) => {
          setCurrent(event.currentTarget.value);
          action.forget();
        }}
      />
      <PasswordFields
        password={password}
        onChange={(next) => {
          setPassword(next);
          action.forget();
        }}
        fault={isTried ? fault : undefined}
        refused={faultText.refused(action.failure, 'password')}
        isAnother
        canGenerate={false}
      />
    </RecordPanel>
  );
};
