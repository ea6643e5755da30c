import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import classes from './panel.module.css';
import type { EmployeeForm } from './panel.tsx';
import { areSame, hasUnusableRights, rightsFrom, SET_NAMES, SETS, type SetName } from './rights.ts';

/** Permissions: presets, and each with its explanation. */
export const RightsFields = ({ form }: { form: EmployeeForm }) => {
  const { t } = useTranslation('employees');
  const { shown, edit } = form;
  const id = useId();
  // Two presets are equal, so the chosen one stays marked until a permission changes.
  const [chosen, setChosen] = useState<SetName>();
  return (
    <fieldset className={classes.rights}>
      <legend>{t('rights.title')}</legend>
      <Stack gap="sm" pt="xs">
        <Group gap={6} role="group" aria-labelledby={id}>
          <Text size="sm" c="dimmed" id={id} w="100%">
            {t('rights.sets')}
          </Text>
          {SET_NAMES.map((name) => {
            const rights = rightsFrom(SETS[name]);
            const isChosen = chosen === name && areSame(shown, rights);
            return (
              <Button
                key={name}
                size="compact-sm"
                variant={isChosen ? 'filled' : 'default'}
                aria-pressed={isChosen}
                onClick={() => {
                  setChosen(name);
                  edit(rights);
                }}
              >
                {t(`rights.set.${name}`)}
              </Button>
            );
          })}
        </Group>
        {PERMISSIONS.map((right) => (
          <Checkbox
            key={right}
            label={t(`rights.label.${right}`)}
            description={t(`rights.text.${right}`)}
            classNames={{ description: classes.description }}
            checked={shown[right]}
            onChange={(event) => edit({ [right]: event.currentTarget.checked })}
          />
        ))}
        {hasUnusableRights(shown) ? (
          <Text size="sm" role="status" data-tone="working" className={classes.warning}>
            {t('rights.blind')}
          </Text>
        ) : null}
      </Stack>
    </fieldset>
  );
};
