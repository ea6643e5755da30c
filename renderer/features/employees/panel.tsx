import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmployeeRecord, employeeQuery } from '../../api/employees.ts';
import type { Failure } from '../../api/failure.ts';
import { keyOf } from '../../api/keys.ts';
import { Act } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { useListed, useOpenRecord } from '../../kit/record-panel.tsx';
import type { RecordForm, RecordRules } from '../../kit/use-record-form.ts';
import { TEXTS } from '../../lib/employees.ts';
import { type NewPassword, NO_PASSWORD } from '../../lib/password.ts';
import { type Faults, faultsOf, hasFaults, isDirty, isOvertaken, type Person } from './form.ts';

/** The form's fields: the employee and a new password. */
export interface Account extends Person {
  password: NewPassword;
}
export type EmployeeForm = RecordForm<Account, Faults>;

/** Fields that show their own errors. */
export const OWN_ERROR_FIELDS = [...TEXTS, 'password'];

/** @param isNew a password is required */
export const employeeRules = (isNew: boolean): RecordRules<Account, Faults> => ({
  isDirty: (stored, { password = NO_PASSWORD, ...edits }) => isDirty(stored, edits, password),
  faultsOf: ({ password, ...shown }) => faultsOf(shown, password, isNew),
  hasFaults,
  noFaults: { texts: {}, limits: [] },
  isOvertaken,
});

/** One employee, with the list's data as initial data. */
export const useEmployee = (id: number) =>
  useQuery({ ...employeeQuery(id), ...useListed<EmployeeRecord>(keyOf('employees/'), id) });

interface PanelFootProps extends PropsWithChildren {
  failure: Failure | undefined;
  isBusy: boolean;
  /** Fields that show their own errors. */
  ownErrorFields: readonly string[];
}

/** The foot of a form that closes when done: failure, cancel and submit. */
export const PanelFoot = ({ failure, isBusy, ownErrorFields, children }: PanelFootProps) => {
  const { t } = useTranslation();
  const open = useOpenRecord();
  return (
    <>
      <FailureCallout failure={failure} ownErrorFields={ownErrorFields} />
      <Group justify="flex-end">
        <Act onClick={() => open(undefined)} text={t('cancel')} />
        <Act tone="main" type="submit" loading={isBusy} text={children} />
      </Group>
    </>
  );
};
