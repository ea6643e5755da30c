import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Act, Hint } from '../../kit/act.tsx';
import { isPasswordTyped, NO_PASSWORD } from '../../lib/password.ts';
import { useFaultText } from '../../shop/use-fault-text.ts';
import classes from './panel.module.css';
import type { EmployeeForm } from './panel.tsx';
import { PasswordFields } from './password-fields.tsx';

/** An optional new password. */
export const AnotherPassword = ({ form }: { form: EmployeeForm }) => {
  const { t } = useTranslation('employees');
  const fault = useFaultText();
  const { shown, faults, failure, edit } = form;
  const { password } = shown;
  const [isWanted, setIsWanted] = useState(false);
  const [wasTyped, setWasTyped] = useState(false);
  const isTyped = isPasswordTyped(password);
  // Resets after saving or discarding.
  if (isTyped !== wasTyped) {
    setWasTyped(isTyped);
    if (!isTyped && password === NO_PASSWORD && !form.isDirty) setIsWanted(false);
  }
  return (
    <section className={classes.section} aria-labelledby="employee-password">
      <Stack gap="xs" align="stretch">
        <Title order={3} size="h6" id="employee-password">
          {t('password.title')}
        </Title>
        {isWanted ? (
          <>
            <Hint>{t('password.ends')}</Hint>
            <PasswordFields
              password={password}
              onChange={(next) => edit({ password: next })}
              fault={faults.password}
              refused={fault.refused(failure, 'password')}
              isAnother
              autoFocus
            />
            <Act
              size="compact-sm"
              className={classes.start}
              onClick={() => {
                edit({ password: NO_PASSWORD });
                setIsWanted(false);
              }}
              text={t('password.keep')}
            />
          </>
        ) : (
          <Group>
            <Act size="compact-sm" onClick={() => setIsWanted(true)} text={t('password.change')} />
          </Group>
        )}
      </Stack>
    </section>
  );
};
