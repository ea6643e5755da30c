import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../data/failure.ts';
import type { TextName } from '../../lib/employees.ts';
import { useFaultText } from '../../ui/use-fault-text.ts';
import type { Draft } from './use-draft.ts';

interface FieldsProps {
  draft: Draft;
  failure: Failure | undefined;
}

/** Under which name somebody signs in; chosen once. */
export const UsernameField = (props: FieldsProps) => {
  const { t } = useTranslation('employees');
  return <Field {...props} name="username" description={t('fields.usernameHint')} isFirst isRequired />;
};

export const PersonFields = (props: FieldsProps) => (
  <>
    <Field {...props} name="full_name" />
    <Field {...props} name="position" />
    <Field {...props} name="email" />
  </>
);

interface FieldProps extends FieldsProps {
  name: TextName;
  description?: string;
  isFirst?: boolean;
  isRequired?: boolean;
}

const Field = ({ draft, failure, name, description, isFirst = false, isRequired = false }: FieldProps) => {
  const { t } = useTranslation('employees');
  const fault = useFaultText();
  return (
    <TextInput
      label={t(`fields.${name}`)}
      description={description}
      // So that the browser offers none of what it keeps.
      autoComplete="off"
      autoCapitalize={name === 'full_name' || name === 'position' ? 'sentences' : 'none'}
      spellCheck={false}
      inputMode={name === 'email' ? 'email' : 'text'}
      autoFocus={isFirst}
      data-autofocus={isFirst || undefined}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      value={draft.shown[name]}
      error={fault.text(name, draft.faults.texts[name]) ?? fault.refused(failure, name)}
      onChange={(event) => draft.setText(name, event.currentTarget.value)}
    />
  );
};
