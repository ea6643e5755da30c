import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../data/bridge.ts';
import type { EmployeeRecord } from '../../data/employees.ts';
import { useInvalidate } from '../../data/keys.ts';
import { employeePinsQuery } from '../../data/pin-queries.ts';
import { FailureCallout } from '../../ui/callout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useToast } from '../../ui/use-toast.ts';
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
        <Text size="sm" c="dimmed">
          {t(hasPin ? 'pin.set' : 'pin.none')}
        </Text>
        {hasPin ? (
          <Group>
            <Button variant="default" size="compact-sm" loading={isBusy} onClick={remove}>
              {t('pin.remove')}
            </Button>
          </Group>
        ) : null}
        <FailureCallout failure={failure} />
      </Stack>
    </section>
  );
};
