import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { callProgram, isDesktop } from '../../data/bridge.ts';
import { employeesQuery } from '../../data/employees.ts';
import { useInvalidate } from '../../data/keys.ts';
import { MAX_LENGTHS } from '../../lib/employees.ts';
import { generatePassword } from '../../lib/password.ts';
import { FailureCallout } from '../../ui/callout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useFaultText } from '../../ui/use-fault-text.ts';
import type { IssuedCredentials } from './command.ts';
import { FormButtons, PurposeField } from './form-parts.tsx';
import { PURPOSES, type Purpose } from './purposes.ts';
import { freeUsername } from './username.ts';

/** The interface's largest page, which holds all employees. */
const EVERYBODY = { page_size: PAGE_SIZES.max };

interface AccountFormProps {
  onMade(credentials: IssuedCredentials): void;
  onCancel(): void;
}

export const AccountForm = ({ onMade, onCancel }: AccountFormProps) => {
  const { t } = useTranslation('till');
  const form = useAccountForm();
  const { name, username, purpose, action, fault } = form;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!form.check()) return;
    void action.run(async (isThere) => {
      const credentials = await form.make();
      if (isThere()) onMade(credentials);
    });
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="sm">
        <TextInput
          label={t('account.name')}
          description={t('account.nameHint')}
          autoFocus
          value={name}
          error={fault('full_name', name)}
          onChange={(event) => form.setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('account.username')}
          description={t('account.usernameHint')}
          value={username}
          error={fault('username', username)}
          onChange={(event) => form.setUsername(event.currentTarget.value)}
        />
        <PurposeField value={purpose} onChange={form.setPurpose} />
        <FailureCallout failure={action.failure} ownErrorFields={['username', 'full_name']} />
        <FormButtons
          submit={t(isDesktop ? 'account.make' : 'account.toCommand')}
          isBusy={action.isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
};

type TextName = 'full_name' | 'username';

const useAccountForm = () => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const action = useAction();
  const faults = useFaultText();
  const { data: employees } = useQuery(employeesQuery(EVERYBODY));
  const [name, setName] = useState(t('account.defaultName'));
  const [typed, setTyped] = useState<string>();
  const [purpose, setPurpose] = useState<Purpose>('charge');
  const [isTried, setIsTried] = useState(false);
  const taken = employees?.results.map((employee) => employee.username) ?? [];
  const username = typed ?? freeUsername(name, taken);

  const faultOf = (field: TextName, value: string): 'blank' | 'long' | undefined => {
    const { length } = [...value.trim()];
    if (length === 0) return 'blank';
    return length > MAX_LENGTHS[field] ? 'long' : undefined;
  };
  const make = async (): Promise<IssuedCredentials> => {
    const credentials = {
      name: name.trim(),
      username: username.trim(),
      purpose,
      password: generatePassword(),
    };
    // In a browser the command line adds the account, as the next step explains.
    if (isDesktop)
      await callProgram('employees.add', {
        username: credentials.username,
        full_name: credentials.name,
        email: '',
        position: t('account.position'),
        permissions: [...PURPOSES[purpose]],
        password: credentials.password,
      }).finally(() => void invalidate('employee'));
    return credentials;
  };
  return {
    ...{ name, username, purpose, action, make },
    setPurpose,
    setName: (value: string) => {
      setName(value);
      action.forget();
    },
    setUsername: (value: string) => {
      setTyped(value);
      action.forget();
    },
    fault: (field: TextName, value: string): string | null =>
      (isTried ? faults.text(field, faultOf(field, value)) : null) ?? faults.refused(action.failure, field),
    /** @returns whether the form is valid */
    check: (): boolean => {
      setIsTried(true);
      return faultOf('full_name', name) === undefined && faultOf('username', username) === undefined;
    },
  };
};
