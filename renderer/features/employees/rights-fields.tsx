import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { RIGHT_SET_NAMES, RIGHT_SETS } from '../../../shared/rights.ts';
import { Hint } from '../../kit/act.tsx';
import classes from './panel.module.css';
import type { EmployeeForm } from './panel.tsx';
import { hasUnusableRights, isRole } from './rights.ts';

/** Permissions: presets, and each with its explanation. */
export const RightsFields = ({ form }: { form: EmployeeForm }) => {
  const { t } = useTranslation('employees');
  const { shown, edit } = form;
  const id = useId();
  return (
    <fieldset className={classes.rights}>
      <legend>{t('rights.title')}</legend>
      <Stack gap="sm" pt="xs">
        <Group gap={6} role="group" aria-labelledby={id}>
          <Hint id={id} w="100%">
            {t('rights.sets')}
          </Hint>
          {RIGHT_SET_NAMES.map((name) => {
            const isChosen = isRole(shown, RIGHT_SETS[name]);
            return (
              <Button
                key={name}
                size="compact-sm"
                variant={isChosen ? 'filled' : 'default'}
                aria-pressed={isChosen}
                onClick={() => edit(RIGHT_SETS[name])}
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
        <Checkbox
          label={t('rights.label.own_sales_only')}
          description={t('rights.text.own_sales_only')}
          classNames={{ description: classes.description }}
          checked={shown.own_sales_only}
          onChange={(event) => edit({ own_sales_only: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('rights.label.typed_prices')}
          description={t('rights.text.typed_prices')}
          classNames={{ description: classes.description }}
          checked={!shown.catalog_prices_only}
          onChange={(event) => edit({ catalog_prices_only: !event.currentTarget.checked })}
        />
        <Checkbox
          label={t('rights.label.changes_catalog')}
          description={t('rights.text.changes_catalog')}
          classNames={{ description: classes.description }}
          disabled={shown.catalog_prices_only}
          checked={!shown.catalog_prices_only && !shown.catalog_read_only}
          onChange={(event) => edit({ catalog_read_only: !event.currentTarget.checked })}
        />
        {hasUnusableRights(shown) ? (
          <Text size="sm" role="status" data-tone="working" className={classes.warning}>
            {t('rights.blind')}
          </Text>
        ) : null}
      </Stack>
    </fieldset>
  );
};
