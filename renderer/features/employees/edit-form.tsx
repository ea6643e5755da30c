import { Group, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import { type EmployeeRecord, employeeQuery } from '../../api/employees.ts';
import { useInvalidate } from '../../api/keys.ts';
import { employeePinsQuery } from '../../api/program-queries.ts';
import { readNow } from '../../api/read-now.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { RecordEditor, RecordView, useRecordTexts } from '../../kit/record-panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useRecordForm } from '../../kit/use-record-form.ts';
import { useToast } from '../../kit/use-toast.ts';
import { NO_PASSWORD } from '../../lib/password.ts';
import { useDates } from '../../shop/use-dates.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { AnotherPassword } from './another-password.tsx';
import { changesOf, personOf } from './form.ts';
import { HandoverCard, type HandoverProps, useHandoverWords } from './handover.tsx';
import { LimitFields } from './limit-fields.tsx';
import classes from './panel.module.css';
import { employeeRules, OWN_ERROR_FIELDS, useEmployee } from './panel.tsx';
import { PersonFields } from './person-fields.tsx';
import { RightsFields } from './rights-fields.tsx';

export const EditEmployee = ({ id, ...handover }: HandoverProps & { id: number }) => (
  <RecordView id={id} query={useEmployee(id)} texts={useRecordTexts('employees')} rows={8} height={48}>
    {(employee, isGone) => <EditForm employee={employee} isGone={isGone} {...handover} />}
  </RecordView>
);

interface EditFormProps extends HandoverProps {
  /** The stored employee. */
  employee: EmployeeRecord;
  /** The employee has been deleted meanwhile. */
  isGone: boolean;
}

const rules = employeeRules(false);

const EditForm = ({ employee, isGone, handover, onHandover }: EditFormProps) => {
  const { t } = useTranslation('employees');
  const dates = useDates();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, username, full_name, created_at, updated_at } = employee;
  const form = useRecordForm({
    stored: { ...personOf(employee), password: NO_PASSWORD },
    rules,
    read: async () => ({
      ...personOf(await readNow(queries, employeeQuery(id))),
      password: NO_PASSWORD,
    }),
    write: async ({ password = NO_PASSWORD, ...edits }, stored, isThere) => {
      const changes = changesOf({ ...personOf(employee), ...stored }, edits, password);
      await callProgram('employees.change', changes).finally(() => invalidate('employee'));
      if (!isThere()) return undefined;
      const isHandedOver = password.isGenerated && changes.password !== undefined;
      onHandover(isHandedOver ? { id, username, password: password.first } : undefined);
      return { saved: t(changes.password === undefined ? 'edit.done' : 'edit.donePassword') };
    },
  });
  return (
    <RecordEditor
      open={id}
      form={form}
      texts={useRecordTexts('employees')}
      title={full_name || username}
      about={
        <>
          {full_name === '' ? null : <div>{username}</div>}
          {t('panel.since', {
            since: dates.day(Date.parse(created_at)),
            changed: dates.short(Date.parse(updated_at)),
          })}
        </>
      }
      isGone={isGone}
      isCovered={isConfirming}
      ownErrorFields={OWN_ERROR_FIELDS}
      words={useHandoverWords(handover)}
    >
      {handover ? <HandoverCard handover={handover} onDone={() => onHandover(undefined)} /> : null}
      <PersonFields form={form} />
      <RightsFields form={form} />
      <LimitFields form={form} />
      <AnotherPassword form={form} />
      <PinSection employee={employee} />
      <ActiveSwitch employee={employee} isConfirming={isConfirming} onConfirming={setIsConfirming} />
    </RecordEditor>
  );
};

/** Whether the employee has a PIN, which the owner can remove; at once, independent of the form. */
const PinSection = ({ employee: { id } }: { employee: EmployeeRecord }) => {
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
