import { List, Stack, Switch, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import type { EmployeeRecord } from '../../api/employees.ts';
import { useInvalidate } from '../../api/keys.ts';
import { FailureCallout } from '../../kit/callout.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import classes from './panel.module.css';

interface ActiveSwitchProps {
  employee: EmployeeRecord;
  isConfirming: boolean;
  onConfirming(isConfirming: boolean): void;
}

/** Allows or blocks sign-in; saved at once, independent of the form. */
export const ActiveSwitch = ({ employee, isConfirming, onConfirming }: ActiveSwitchProps) => {
  const { t } = useTranslation('employees');
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const { id, is_active: isOn } = employee;
  const name = employee.full_name || employee.username;
  const change = (is_active: boolean): void =>
    void run(async () => {
      await callProgram('employees.change', { id, is_active }).finally(() => invalidate('employee'));
      onConfirming(false);
    });
  return (
    <section className={classes.section} aria-labelledby="employee-access">
      <Stack gap="xs">
        <Title order={3} size="h6" id="employee-access">
          {t('active.title')}
        </Title>
        <Switch
          label={t('active.label')}
          description={t('active.text')}
          checked={isBusy ? !isOn : isOn}
          onChange={() => {
            if (isBusy) return;
            if (isOn) onConfirming(true);
            else change(true);
          }}
        />
        {isConfirming ? null : <FailureCallout failure={failure} />}
      </Stack>
      {isConfirming ? (
        <ConfirmDialog
          title={t('active.askTitle', { name })}
          keep={t('active.keep')}
          confirm={t('active.off', { name })}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => change(false)}
          onClose={() => onConfirming(false)}
        >
          <List size="sm" spacing={4}>
            <List.Item>{t('active.out')}</List.Item>
            <List.Item>{t('active.stay')}</List.Item>
            <List.Item>{t('active.back')}</List.Item>
          </List>
        </ConfirmDialog>
      ) : null}
    </section>
  );
};
