import { Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../data/bridge.ts';
import { useInvalidate } from '../../data/keys.ts';
import { TEXTS } from '../../lib/employees.ts';
import { useAction } from '../../ui/use-action.ts';
import { useFaultText } from '../../ui/use-fault-text.ts';
import { useTell } from '../../ui/use-tell.ts';
import { focusFault } from './focus-fault.ts';
import { additionOf, NOBODY } from './form.ts';
import type { Handover } from './handover.tsx';
import classes from './panel.module.css';
import { PanelHead, SidePanel } from './panel.tsx';
import { PanelFoot } from './panel-foot.tsx';
import { PasswordFields } from './password-fields.tsx';
import { PersonFields, UsernameField } from './person-fields.tsx';
import { RightsFields } from './rights-fields.tsx';
import { useDraft } from './use-draft.ts';
import { useOpen } from './use-open.ts';

const TOLD = [...TEXTS, 'password'];

export const AddEmployee = ({ onMade }: { onMade(handover: Handover | undefined): void }) => {
  const { t } = useTranslation('employees');
  const invalidate = useInvalidate();
  const tell = useTell();
  const open = useOpen();
  const action = useAction();
  const draft = useDraft(NOBODY, true, action.forget);
  const fault = useFaultText();

  const add = async (isThere: () => boolean): Promise<void> => {
    const addition = additionOf(draft.edits, draft.password);
    const { username, password } = addition;
    const { id } = await ask('employees.add', addition).finally(() => invalidate('employee'));
    tell.done(t('new.done', { name: addition.full_name || username }));
    // Whoever has walked on meanwhile is not to be fetched back.
    if (!isThere()) return;
    onMade(draft.password.isGenerated ? { id, username, password } : undefined);
    open(id, { isSaved: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.check()) void action.run(add);
    else focusFault(event.currentTarget);
  };
  return (
    <SidePanel open="new" label={t('new.label')} isDirty={draft.isDirty}>
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="sm">
          <PanelHead title={t('new.label')} />
          <UsernameField draft={draft} failure={action.failure} />
          <PersonFields draft={draft} failure={action.failure} />
          <RightsFields draft={draft} />
          <div className={classes.section}>
            <PasswordFields
              password={draft.password}
              onChange={draft.setPassword}
              fault={draft.faults.password}
              refused={fault.refused(action.failure, 'password')}
              isAnother={false}
            />
          </div>
        </Stack>
        <PanelFoot action={action} told={TOLD}>
          {t('new.save')}
        </PanelFoot>
      </form>
    </SidePanel>
  );
};
