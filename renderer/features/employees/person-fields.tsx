import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TextName } from '../../lib/employees.ts';
import { useFaultText } from '../../shop/use-fault-text.ts';
import type { EmployeeForm } from './panel.tsx';

interface FieldsProps {
  form: EmployeeForm;
}

/** The username, which cannot be changed later. */
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

const Field = ({ form, name, description, isFirst = false, isRequired = false }: FieldProps) => {
  const { t } = useTranslation('employees');
  const fault = useFaultText();
  return (
    <TextInput
      label={t(`fields.${name}`)}
      description={description}
      // Keeps the browser from offering stored values.
      autoComplete="off"
      autoCapitalize={name === 'full_name' || name === 'position' ? 'sentences' : 'none'}
      spellCheck={false}
      inputMode={name === 'email' ? 'email' : 'text'}
      autoFocus={isFirst}
      data-autofocus={isFirst || undefined}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      value={form.shown[name]}
      error={fault.text(name, form.faults.texts[name]) ?? fault.refused(form.failure, name)}
      onChange={(event) => form.edit({ [name]: event.currentTarget.value })}
    />
  );
};
