import { Group, List, Switch } from '@mantine/core';
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
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { RecordEditor, RecordSection, RecordView, useRecordTexts } from '../../kit/record-panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useRecordForm } from '../../kit/use-record-form.ts';
import { useToast } from '../../kit/use-toast.ts';
import { isPasswordTyped, NO_PASSWORD } from '../../lib/password.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useFaultText } from '../../shop/use-fault-text.ts';
import { changesOf, personOf } from './form.ts';
import { HandoverCard, type HandoverProps, useHandoverWords } from './handover.tsx';
import { LimitFields } from './limit-fields.tsx';
import { type EmployeeForm, employeeRules, OWN_ERROR_FIELDS, useEmployee } from './panel.tsx';
import { PasswordFields } from './password-fields.tsx';
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
    read: async () => ({ ...personOf(await readNow(queries, employeeQuery(id))), password: NO_PASSWORD }),
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
    <RecordSection title={t('account.pin')}>
      <Hint>{t(hasPin ? 'pin.set' : 'pin.none')}</Hint>
      {hasPin ? (
        <Group>
          <Act size="compact-sm" loading={isBusy} onClick={remove} text={t('pin.remove')} />
        </Group>
      ) : null}
      <FailureCallout failure={failure} />
    </RecordSection>
  );
};

/** An optional new password. */
const AnotherPassword = ({ form }: { form: EmployeeForm }) => {
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
    <RecordSection title={t('signIn.password')}>
      {isWanted ? (
        <>
          <Hint>{t('password.ends')}</Hint>
          <PasswordFields
            password={password}
            onChange={(next) => edit({ password: next })}
            fault={faults.password}
            refused={fault.refused(failure, 'password')}
            isAnother
            autoFocus
          />
          <Act
            size="compact-sm"
            style={{ alignSelf: 'start' }}
            onClick={() => {
              edit({ password: NO_PASSWORD });
              setIsWanted(false);
            }}
            text={t('password.keep')}
          />
        </>
      ) : (
        <Group>
          <Act size="compact-sm" onClick={() => setIsWanted(true)} text={t('password.change')} />
        </Group>
      )}
    </RecordSection>
  );
};

interface ActiveSwitchProps {
  employee: EmployeeRecord;
  isConfirming: boolean;
  onConfirming(isConfirming: boolean): void;
}

/** Allows or blocks sign-in; saved at once, independent of the form. */
const ActiveSwitch = ({ employee, isConfirming, onConfirming }: ActiveSwitchProps) => {
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
    <RecordSection title={t('active.title')}>
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
    </RecordSection>
  );
};
