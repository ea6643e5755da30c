import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Employee } from '../../../shared/api/employees.ts';
import { ask } from '../../data/bridge.ts';
import { employeeQuery } from '../../data/employees.ts';
import { useInvalidate } from '../../data/keys.ts';
import { readNow } from '../../data/read-now.ts';
import { TEXTS } from '../../lib/employees.ts';
import { FailureCallout, Strip } from '../../ui/callout.tsx';
import { SidePanelFoot } from '../../ui/side-panel.tsx';
import { type Action, useAction } from '../../ui/use-action.ts';
import { useDates } from '../../ui/use-dates.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { AnotherPassword } from './another-password.tsx';
import { focusFault } from './focus-fault.ts';
import { changesOf, isOvertaken } from './form.ts';
import { type Handover, HandoverCard } from './handover.tsx';
import classes from './panel.module.css';
import { PanelHead, SidePanel } from './panel.tsx';
import { PersonFields } from './person-fields.tsx';
import { RightsFields } from './rights-fields.tsx';
import { type Draft, useDraft } from './use-draft.ts';

interface EditFormProps {
  /** As it is stored, as far as is known. */
  employee: Employee;
  /** It was there, and is no longer. */
  isGone: boolean;
  handover: Handover | undefined;
  onHandover(handover: Handover | undefined): void;
}

const TOLD = [...TEXTS, 'password'];

export const EditForm = ({ employee, isGone, handover, onHandover }: EditFormProps) => {
  const { t } = useTranslation('employees');
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction();
  const [saved, setSaved] = useState<string>();
  const draft = useDraft(employee, false, () => {
    action.forget();
    setSaved(undefined);
  });
  const save = useSave(employee, draft, onHandover, setSaved);

  const words =
    handover && !draft.isDirty
      ? { title: t('handover.leaveTitle'), text: t('handover.leaveText'), go: t('handover.leave') }
      : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!draft.isDirty) return;
    if (draft.check()) void action.run(save.run);
    else focusFault(event.currentTarget);
  };
  return (
    <SidePanel
      open={employee.id}
      label={t('panel.label')}
      isDirty={draft.isDirty || handover !== undefined}
      words={words}
      isCovered={isAsking}
    >
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="sm">
          <Head employee={employee} />
          {isGone ? (
            <Strip tone="failed" title={t('missing.title')}>
              {t('missing.text')}
            </Strip>
          ) : null}
          {save.isOvertaken ? (
            <Strip tone="working" title={t('overtaken.title')}>
              {t('overtaken.text')}
            </Strip>
          ) : null}
          {handover ? <HandoverCard handover={handover} onDone={() => onHandover(undefined)} /> : null}
          <PersonFields draft={draft} failure={action.failure} />
          <RightsFields draft={draft} />
          <AnotherPassword draft={draft} failure={action.failure} />
          <ActiveSwitch employee={employee} isAsking={isAsking} onAsking={setIsAsking} />
        </Stack>
        <Footer draft={draft} action={action} saved={saved} onUndo={save.forget} />
      </form>
    </SidePanel>
  );
};

/** Looks once more before it writes: what somebody else has changed meanwhile is shown first. */
const useSave = (
  employee: Employee,
  draft: Draft,
  onHandover: EditFormProps['onHandover'],
  tell: (saved: string) => void,
) => {
  const { t } = useTranslation('employees');
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const [overtaken, setOvertaken] = useState(false);
  const { id, username } = employee;
  const run = async (isThere: () => boolean): Promise<void> => {
    const stored = await readNow(queries, employeeQuery(id));
    const isNews = isOvertaken(employee, stored, draft.edits);
    setOvertaken(isNews);
    if (isNews) return;
    const changes = changesOf(stored, draft.edits, draft.password);
    await ask('employees.change', changes).finally(() => invalidate('employee'));
    if (!isThere()) return;
    draft.clearSent(draft.edits, draft.password);
    tell(t(changes.password === undefined ? 'edit.done' : 'edit.donePassword'));
    onHandover(
      draft.password.isGenerated && changes.password !== undefined
        ? { id, username, password: changes.password }
        : undefined,
    );
  };
  const forget = (): void => {
    setOvertaken(false);
    draft.clear();
  };
  return { run, isOvertaken: overtaken, forget };
};

const Head = ({ employee }: { employee: Employee }) => {
  const { t } = useTranslation('employees');
  const dates = useDates();
  const { username, full_name, created_at, updated_at } = employee;
  return (
    <PanelHead title={full_name || username}>
      {full_name === '' ? null : <div>{username}</div>}
      {t('panel.since', {
        since: dates.day(Date.parse(created_at)),
        changed: dates.short(Date.parse(updated_at)),
      })}
    </PanelHead>
  );
};

interface FooterProps {
  draft: Draft;
  action: Action;
  /** What was saved last, in words. */
  saved: string | undefined;
  onUndo(): void;
}

const Footer = ({ draft, action, saved, onUndo }: FooterProps) => {
  const { t } = useTranslation('employees');
  const { t: common } = useTranslation();
  return (
    <SidePanelFoot>
      <Stack gap="xs">
        <FailureCallout failure={action.failure} told={TOLD} />
        <Group justify="space-between" mih="2.25rem">
          <Text
            size="sm"
            role="status"
            {...(saved && !draft.isDirty
              ? { 'data-tone': 'paid', className: classes.saved }
              : { c: 'dimmed' })}
          >
            {(draft.isDirty ? undefined : saved) ?? t(draft.isDirty ? 'edit.dirty' : 'edit.clean')}
          </Text>
          {draft.isDirty ? (
            <Group gap="xs">
              <Button
                variant="default"
                disabled={action.isBusy}
                onClick={() => {
                  action.forget();
                  onUndo();
                }}
              >
                {t('edit.undo')}
              </Button>
              <Button type="submit" loading={action.isBusy}>
                {common('save')}
              </Button>
            </Group>
          ) : null}
        </Group>
      </Stack>
    </SidePanelFoot>
  );
};
