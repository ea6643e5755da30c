import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../data/failure.ts';
import { isPasswordTyped, NO_PASSWORD } from '../../lib/password.ts';
import { useFaultText } from '../../ui/use-fault-text.ts';
import classes from './panel.module.css';
import { PasswordFields } from './password-fields.tsx';
import type { Draft } from './use-draft.ts';

/** In place of the one they have: asked for only when it is wanted. */
export const AnotherPassword = ({ draft, failure }: { draft: Draft; failure: Failure | undefined }) => {
  const { t } = useTranslation('employees');
  const fault = useFaultText();
  const [isWanted, setIsWanted] = useState(false);
  const [wasTyped, setWasTyped] = useState(false);
  const isTyped = isPasswordTyped(draft.password);
  // Saved, or discarded with the rest.
  if (isTyped !== wasTyped) {
    setWasTyped(isTyped);
    if (!isTyped && draft.password === NO_PASSWORD && !draft.isDirty) setIsWanted(false);
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
              password={draft.password}
              onChange={draft.setPassword}
              fault={draft.faults.password}
              refused={fault.refused(failure, 'password')}
              isAnother
              autoFocus
            />
            <Button
              variant="default"
              size="compact-sm"
              className={classes.start}
              onClick={() => {
                draft.setPassword(NO_PASSWORD);
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
