import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RIGHT_SET_NAMES, type Rights } from '../../../shared/rights.ts';
import { tilesQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import classes from './employees.module.css';
import type { EmployeeForm } from './panel.tsx';
import { choiceOf, hasUnusableRights, presetOf, salesSeen } from './rights.ts';

interface Row {
  name: 'sells' | 'types' | 'seesAll' | 'refunds' | 'changesCatalog' | 'managesBank';
  isChecked: boolean;
  set(isChecked: boolean): Partial<Rights>;
  isDisabled?: boolean;
}

/** The rights in plain words; one that only other programs read is kept, and not shown. */
const rowsOf = (shown: Rights): Row[] => {
  const seesAll = shown.can_view_invoices && !shown.own_sales_only;
  return [
    { name: 'sells', isChecked: shown.can_create_invoices, set: (sells) => salesSeen(sells, seesAll) },
    {
      name: 'types',
      isChecked: !shown.catalog_prices_only,
      set: (types) => ({ catalog_prices_only: !types }),
    },
    { name: 'seesAll', isChecked: seesAll, set: (all) => salesSeen(shown.can_create_invoices, all) },
    {
      name: 'refunds',
      isChecked: shown.can_cancel_invoices,
      set: (refunds) => ({ can_cancel_invoices: refunds }),
    },
    {
      name: 'changesCatalog',
      isChecked: !shown.catalog_prices_only && !shown.catalog_read_only,
      set: (changes) => ({ catalog_read_only: !changes }),
      isDisabled: shown.catalog_prices_only,
    },
    {
      name: 'managesBank',
      isChecked: shown.can_manage_terminals,
      set: (manages) => ({ can_manage_terminals: manages }),
    },
  ];
};

/** Permissions: presets, and each right with its explanation. */
export const RightsFields = ({ form }: { form: EmployeeForm }) => {
  const { t } = useTranslation('employees');
  const { shown, edit } = form;
  const id = useId();
  return (
    <fieldset className={`ruled ${classes.rights}`}>
      <legend>{t('table.rights')}</legend>
      <Stack gap="sm" pt="xs">
        <Presets form={form} labelledBy={id} />
        {rowsOf(shown).map(({ name, isChecked, set, isDisabled }) => (
          <Checkbox
            key={name}
            label={t(`rights.label.${name}`)}
            description={t(`rights.text.${name}`)}
            // Two lines read as one sentence.
            styles={{ description: { lineHeight: 1.35 } }}
            checked={isChecked}
            disabled={isDisabled}
            onChange={(event) => edit(set(event.currentTarget.checked))}
          />
        ))}
        {hasUnusableRights(shown) ? (
          <Text size="sm" role="status" data-tone="working" className="tinted" p="xs" bdrs="md">
            {t('rights.blind')}
          </Text>
        ) : null}
      </Stack>
    </fieldset>
  );
};

const Presets = ({ form, labelledBy }: { form: EmployeeForm; labelledBy: string }) => {
  const { t } = useTranslation('employees');
  const { shown, edit } = form;
  const { data: products } = useQuery(tilesQuery({ page_size: 1 }));
  const hasProducts = products === undefined || products.count > 0;
  const preset = presetOf(shown);
  const isTyping =
    preset !== undefined && choiceOf(preset, true).catalog_prices_only && !shown.catalog_prices_only;
  return (
    <>
      <Group gap={6} role="group" aria-labelledby={labelledBy}>
        <Hint id={labelledBy} w="100%">
          {t('rights.sets')}
        </Hint>
        {RIGHT_SET_NAMES.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={name === preset ? 'filled' : 'default'}
            aria-pressed={name === preset}
            onClick={() => edit(choiceOf(name, hasProducts))}
          >
            {t(`rights.set.${name}`)}
          </Button>
        ))}
      </Group>
      <Hint>{t('rights.alone')}</Hint>
      {isTyping && !hasProducts ? <Hint role="status">{t('rights.noProducts')}</Hint> : null}
      {isTyping && hasProducts ? (
        <Group gap="xs" role="status">
          <Hint>{t('rights.productsCame', { name: shown.full_name || shown.username })}</Hint>
          <Act size="compact-sm" onClick={() => edit(choiceOf(preset, true))} text={t('rights.turnOn')} />
        </Group>
      ) : null}
    </>
  );
};
