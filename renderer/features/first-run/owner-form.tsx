import { Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { StepHead } from './frame.tsx';
import { ownerFaults } from './owner-faults.ts';
import type { useCreateOwner } from './use-create-owner.ts';

interface Form {
  username: string;
  password: string;
  repeated: string;
}

interface OwnerFormProps {
  form: Form;
  onChange(part: Partial<Form>): void;
  owner: ReturnType<typeof useCreateOwner>;
  /** The person has a backup to begin with. */
  onRestore?: () => void;
}

const FIELDS = ['username', 'password', 'repeated'] as const;

/** The form of the owner's name and password. */
export const OwnerForm = ({ form, onChange, owner, onRestore }: OwnerFormProps) => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  const id = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const found = ownerFaults(form);
  const faults = isTried ? found : {};
  const isMade = owner.stage === 'made';
  const isFixed = isMade || owner.isBusy;
  const focus = (name: string | undefined) =>
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears
  useEffect(() => focus('username'), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const faulty = FIELDS.find((name) => found[name] !== undefined);
    if (faulty) focus(faulty);
    else owner.submit(form.username.trim(), form.password);
  };
  const showPassword = { 'aria-label': common('signIn.showPassword') };

  return (
    <form ref={formElement} onSubmit={submit} noValidate aria-labelledby={id}>
      <Stack gap="md">
        <StepHead id={id} step={0} title={t('owner.title')}>
          {t('owner.about')}
        </StepHead>
        <TextInput
          name="username"
          label={common('signIn.username')}
          description={t('owner.usernameText')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isFixed}
          value={form.username}
          onChange={(event) => onChange({ username: event.currentTarget.value })}
          error={faults.username ? t(`owner.fault.username.${faults.username}`) : null}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <PasswordInput
            name="password"
            label={common('signIn.password')}
            description={t('owner.passwordText')}
            autoComplete="new-password"
            visibilityToggleButtonProps={showPassword}
            readOnly={isFixed}
            value={form.password}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
            error={faults.password ? t(`owner.fault.password.${faults.password}`) : null}
          />
          <PasswordInput
            name="repeated"
            label={t('owner.repeated')}
            description={t('owner.repeatedText')}
            autoComplete="new-password"
            visibilityToggleButtonProps={showPassword}
            readOnly={isFixed}
            value={form.repeated}
            onChange={(event) => onChange({ repeated: event.currentTarget.value })}
            error={faults.repeated ? t('owner.fault.repeated') : null}
          />
        </SimpleGrid>
        <Hint>{t('owner.forgotten')}</Hint>
        {owner.failure ? <OwnerCallout failure={owner.failure} isMade={isMade} /> : null}
        <Group justify={onRestore && !isMade ? 'space-between' : 'end'}>
          {onRestore && !isMade ? (
            <Act tone="quiet" px="xs" disabled={owner.isBusy} onClick={onRestore} text={t('restore.open')} />
          ) : null}
          <Act tone="main" type="submit" loading={owner.isBusy} text={t(isMade ? 'owner.enter' : 'next')} />
        </Group>
      </Stack>
    </form>
  );
};

const OwnerCallout = ({ failure, isMade }: { failure: Failure; isMade: boolean }) => {
  const { t } = useTranslation('first-run');
  const failureText = useFailureText();
  // The form catches blank and long names, so the rest is a name in use.
  const isNameTaken = failure.kind === 'invalid' && failure.errors.username !== undefined;
  return (
    <FailureCallout failure={failure} p="sm">
      {isMade ? `${t('owner.made')} ` : ''}
      {isNameTaken ? t('owner.nameTaken') : failureText(failure)}
    </FailureCallout>
  );
};
