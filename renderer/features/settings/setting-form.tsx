import { Group, type InputWrapperProps, Text, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { canOperate } from '../../api/bridge.ts';
import { Act, Fault, Hint } from '../../kit/act.tsx';
import { PanelLoading, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import classes from './settings.module.css';
import { type SettingField, type SettingName, useSetting } from './use-setting.ts';

export type FieldLabels = Pick<InputWrapperProps, 'label' | 'description'> & {
  classNames: { description: string | undefined };
};

interface SettingFormProps {
  name: SettingName;
  /** The labelled field. @param fault why the value cannot be saved */
  input(field: SettingField, labels: FieldLabels): ReactNode;
  /** Validates a value before it is sent. */
  faultOf?(value: string): string | undefined;
  /** A hint about the input, at the end of the row of buttons. */
  aside?(value: string): ReactNode;
  /** Content that depends on the stored value. */
  children?: ReactNode;
  /** The value is chosen and saved at once: leaving the form, or its busy button, must not save the one before. */
  isChosen?: true;
}

/**
 * One setting as a form: its meaning and default; saved by Enter, or when it is left. A browser that is not the window
 * shows it read-only.
 */
export const SettingForm = ({
  name,
  input,
  faultOf = () => undefined,
  aside,
  isChosen,
  children,
}: SettingFormProps) => {
  const { t } = useTranslation('settings');
  const field = useSetting(name, faultOf);
  const { query, stored } = field;
  const isFaulty = faultOf(field.value) !== undefined;
  /** Saves what was typed once the field is left; its own buttons act by themselves. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
    if (currentTarget.contains(relatedTarget) || !field.isDirty || isFaulty || field.isBusy) return;
    field.put({ value: field.value });
  };
  const loading = <PanelLoading height={92} />;
  if (!stored)
    return (
      <QueryView query={query} loading={loading}>
        {() => loading}
      </QueryView>
    );
  const isQuiet = !(field.isDirty || field.saved || (canOperate && !stored.is_default) || aside);
  return (
    <PanelPart>
      <form
        onSubmit={field.submit}
        onBlur={isChosen ? undefined : leave}
        noValidate
        aria-label={t(`fields.label.${name}`)}
      >
        <fieldset disabled={!canOperate} className={classes.fields}>
          {input(field, {
            label: t(`fields.label.${name}`),
            description:
              stored.takes_effect === 'at once'
                ? t(`fields.text.${name}`)
                : `${t(`fields.text.${name}`)} ${t('effect.restart')}`,
            classNames: { description: classes.description },
          })}
          {field.fault ? <Fault role="alert">{field.fault}</Fault> : null}
          {/* No room is kept for what is not said. */}
          <Group
            justify="space-between"
            wrap="nowrap"
            {...(isQuiet && { mt: 'calc(-1 * var(--mantine-spacing-xs))' })}
          >
            <Buttons name={name} field={field} />
            <Hint className="figures">{aside?.(field.value)}</Hint>
          </Group>
          {children}
        </fieldset>
      </form>
    </PanelPart>
  );
};

const Buttons = ({ name, field }: { name: SettingName; field: SettingField }) => {
  const { t } = useTranslation('settings');
  const { stored, isDirty, isBusy, saved } = field;
  return (
    <Group gap="xs">
      {isDirty ? (
        <Act tone="faint" size="xs" disabled={isBusy} onClick={field.undo} text={t('discard')} />
      ) : null}
      {!isDirty && canOperate && stored && !stored.is_default ? (
        <Act
          tone="faint"
          size="xs"
          disabled={isBusy}
          onClick={() => field.put({ value: '' })}
          text={t(`fields.default.${name}`)}
        />
      ) : null}
      <Text size="sm" component="span" role="status" c="dimmed">
        {isDirty ? t(isBusy ? 'saving' : 'unsaved') : null}
        {!isDirty && saved ? (
          <span className="verdict" data-tone="paid">
            <IconCheck size={16} stroke={2.2} aria-hidden /> {saved}
          </span>
        ) : null}
      </Text>
    </Group>
  );
};

/** The field of a setting that is a text of several lines. */
export const LongText = ({ field, labels }: { field: SettingField; labels: FieldLabels }) => (
  <Textarea
    {...labels}
    autosize
    minRows={2}
    value={field.value}
    onChange={(event) => field.edit({ value: event.currentTarget.value })}
  />
);
