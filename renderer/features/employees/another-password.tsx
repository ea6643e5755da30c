import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
            <Text size="sm" c="dimmed">
              {t('password.ends')}
            </Text>
            <PasswordFields
              password={password}
              onChange={(next) => edit({ password: next })}
              fault={faults.password}
              refused={fault.refused(failure, 'password')}
              isAnother
              autoFocus
            />
            <Button
              variant="default"
              size="compact-sm"
              className={classes.start}
              onClick={() => {
                edit({ password: NO_PASSWORD });
                setIsWanted(false);
              }}
            >
              {t('password.keep')}
            </Button>
          </>
        ) : (
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => setIsWanted(true)}>
              {t('password.change')}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
};
