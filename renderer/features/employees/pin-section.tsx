import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import type { EmployeeRecord } from '../../api/employees.ts';
import { useInvalidate } from '../../api/keys.ts';
import { employeePinsQuery } from '../../api/program-queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';
import classes from './panel.module.css';

/** Whether the employee has a PIN, which the owner can remove; at once, independent of the form. */
export const PinSection = ({ employee: { id } }: { employee: EmployeeRecord }) => {
  const { t } = useTranslation('employees');
  const toast = useToast();
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const { data } = useQuery(employeePinsQuery);
  const hasPin = data?.includes(id) === true;
  const remove = (): void =>
    void run(async () => {
      await callProgram('employees.change', { id, remove_pin: true }).finally(() => invalidate('employee'));
      toast.success(t('pin.removed'));
    });
  return (
    <section className={classes.section} aria-labelledby="employee-pin">
      <Stack gap="xs">
        <Title order={3} size="h6" id="employee-pin">
          {t('pin.title')}
        </Title>
        <Hint>{t(hasPin ? 'pin.set' : 'pin.none')}</Hint>
        {hasPin ? (
          <Group>
            <Act size="compact-sm" loading={isBusy} onClick={remove} text={t('pin.remove')} />
          </Group>
        ) : null}
        <FailureCallout failure={failure} />
      </Stack>
    </section>
  );
};
