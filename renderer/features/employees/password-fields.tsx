import { Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_LENGTH } from '../../../shared/api/auth.ts';
import { Act } from '../../kit/act.tsx';
import { generatePassword, type NewPassword, NO_PASSWORD, type PasswordFault } from '../../lib/password.ts';
import { CopyIcon } from '../../shop/copy-button.tsx';
import { useFaultText } from '../../shop/use-fault-text.ts';

interface PasswordFieldsProps {
  password: NewPassword;
  onChange(password: NewPassword): void;
  fault: PasswordFault | undefined;
  /** The program's refusal. */
  refused: string | null;
  /** Replaces an existing password. */
  isAnother: boolean;
  /** Whether a password can be generated: one's own should be memorable. */
  canGenerate?: boolean;
  autoFocus?: boolean;
}

/** A new password, typed twice, or generated and shown. */
export const PasswordFields = ({ canGenerate = true, ...props }: PasswordFieldsProps) => {
  if (props.password.isGenerated) return <Generated {...props} />;
  return <Typed {...props} canGenerate={canGenerate} />;
};

const Typed = ({
  password,
  onChange,
  fault,
  refused,
  isAnother,
  canGenerate,
  autoFocus = false,
}: PasswordFieldsProps) => {
  const { t } = useTranslation('employees');
  const faultText = useFaultText();
  const faultMessage = faultText.password(fault);
  const toggle = { 'aria-label': t('signIn.showPassword') };
  return (
    <Stack gap="sm">
      <PasswordInput
        label={t(isAnother ? 'password.first' : 'signIn.password')}
        description={t('password.hint', { min: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        withAsterisk={!isAnother}
        autoFocus={autoFocus}
        visibilityToggleButtonProps={toggle}
        value={password.first}
        error={fault === 'differs' ? null : (faultMessage ?? refused)}
        onChange={(event) => onChange({ ...password, first: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('password.second')}
        autoComplete="new-password"
        withAsterisk={!isAnother}
        visibilityToggleButtonProps={toggle}
        value={password.second}
        error={fault === 'differs' ? faultMessage : null}
        onChange={(event) => onChange({ ...password, second: event.currentTarget.value })}
      />
      {canGenerate ? (
        <Act
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          leftSection={<IconSparkles size={16} aria-hidden />}
          onClick={() => onChange({ first: generatePassword(), second: '', isGenerated: true })}
          text={t('password.generate')}
        />
      ) : null}
    </Stack>
  );
};

const Generated = ({ password, onChange, fault, refused }: PasswordFieldsProps) => {
  const { t } = useTranslation('employees');
  const faultText = useFaultText();
  return (
    <Stack gap="sm">
      <TextInput
        label={t('password.generated')}
        description={t('password.generatedHint')}
        readOnly
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={password.first}
        error={faultText.password(fault) ?? refused}
        rightSection={<CopyIcon value={password.first} label={t('handover.copyPassword')} />}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Act size="compact-sm" onClick={() => onChange(NO_PASSWORD)} text={t('password.own')} />
      </Group>
    </Stack>
  );
};
