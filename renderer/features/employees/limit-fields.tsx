import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import classes from './employees.module.css';
import { LIMITS } from './limits.ts';
import type { EmployeeForm } from './panel.tsx';

/** What an employee refunds without a second person; nothing to limit without the right to refund. */
export const LimitFields = ({ form }: { form: EmployeeForm }) => {
  const { t } = useTranslation('employees');
  const { shown, faults, edit } = form;
  if (!shown.can_cancel_invoices && LIMITS.every((name) => shown[name] === '')) return null;
  return (
    <fieldset className={`ruled ${classes.rights}`}>
      <legend>{t('limits.title')}</legend>
      <Stack gap="sm" pt="xs">
        <Hint>{t('limits.hint')}</Hint>
        {LIMITS.map((name) => (
          <MoneyInput
            key={name}
            label={t(`limits.${name}`)}
            rightSection="₴"
            value={shown[name]}
            error={faults.limits.includes(name) ? t('limits.format') : null}
            onChange={(typed) => edit({ [name]: typed })}
          />
        ))}
      </Stack>
    </fieldset>
  );
};
