import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import { useInvalidate } from '../../api/keys.ts';
import { RecordPanel, useOpenRecord } from '../../kit/record-panel.tsx';
import { useRecordForm } from '../../kit/use-record-form.ts';
import { useToast } from '../../kit/use-toast.ts';
import { NO_PASSWORD } from '../../lib/password.ts';
import { useFaultText } from '../../shop/use-fault-text.ts';
import { additionOf, NOBODY } from './form.ts';
import { HandoverCard, type HandoverProps, useHandoverWords } from './handover.tsx';
import { LimitFields } from './limit-fields.tsx';
import classes from './panel.module.css';
import { employeeRules, OWN_ERROR_FIELDS, PanelFoot } from './panel.tsx';
import { PasswordFields } from './password-fields.tsx';
import { PersonFields, UsernameField } from './person-fields.tsx';
import { RightsFields } from './rights-fields.tsx';

const rules = employeeRules(true);

/** Opens the added employee; what was typed meanwhile is the next one, and keeps the form open. */
export const AddEmployee = ({ handover, onHandover }: HandoverProps) => {
  const { t } = useTranslation('employees');
  const invalidate = useInvalidate();
  const toast = useToast();
  const open = useOpenRecord();
  const fault = useFaultText();
  const made = useRef<number>(undefined);
  const form = useRecordForm({
    stored: { ...NOBODY, password: NO_PASSWORD },
    rules,
    write: async ({ password: typed = NO_PASSWORD, ...edits }, _stored, isThere) => {
      const addition = additionOf(edits, typed);
      const { username, password } = addition;
      const { id } = await callProgram('employees.add', addition).finally(() => invalidate('employee'));
      toast.success(t('new.done', { name: addition.full_name || username }));
      // Stays away if the user has left the form.
      if (!isThere()) return undefined;
      onHandover(typed.isGenerated ? { id, username, password } : undefined);
      made.current = id;
      return {};
    },
    onDone: () => open(made.current, { isSaved: true }),
  });
  const { shown, faults, failure, edit } = form;
  return (
    <RecordPanel
      open="new"
      label={t('new.label')}
      title={t('new.label')}
      closeLabel={t('panel.close')}
      isDirty={form.isDirty}
      words={useHandoverWords(handover)}
      onSubmit={form.submit}
      foot={
        <PanelFoot failure={failure} isBusy={form.isBusy} ownErrorFields={OWN_ERROR_FIELDS}>
          {t('new.save')}
        </PanelFoot>
      }
    >
      {handover ? <HandoverCard handover={handover} onDone={() => onHandover(undefined)} /> : null}
      <UsernameField form={form} />
      <PersonFields form={form} />
      <RightsFields form={form} />
      <LimitFields form={form} />
      <div className={classes.section}>
        <PasswordFields
          password={shown.password}
          onChange={(password) => edit({ password })}
          fault={faults.password}
          refused={fault.refused(failure, 'password')}
          isAnother={false}
        />
      </div>
    </RecordPanel>
  );
};
