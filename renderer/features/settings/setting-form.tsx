import { Button, Group, type InputWrapperProps, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';
import { CopyLine } from '../../ui/copy-button.tsx';
import { PanelLoading, PanelPart } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import classes from './setting-form.module.css';
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
  /** The stored value, where a browser can know it. */
  known?: string | undefined;
}

/** One setting as a form: its meaning, default, time of effect, and a save button. */
export const SettingForm = (props: SettingFormProps) =>
  isDesktop ? <Form {...props} /> : <OnCommandLine {...props} />;

const Form = ({ name, input, faultOf, aside, children }: SettingFormProps) => {
  const { t } = useTranslation('settings');
  const field = useSetting(name);
  const { query, stored } = field;
  const loading = <PanelLoading height={92} />;
  if (!stored)
    return (
      <QueryView query={query} loading={loading}>
        {() => loading}
      </QueryView>
    );
  const fault = faultOf?.(field.value);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (field.isChanged && fault === undefined && !field.isSaving) field.save();
  };
  return (
    <PanelPart>
      <form onSubmit={submit} noValidate aria-label={t(`fields.label.${name}`)}>
        <Stack gap="xs">
          {input(field, {
            label: t(`fields.label.${name}`),
            description: `${t(`fields.text.${name}`)} ${effectText(stored.takes_effect, t)}`,
            classNames: { description: classes.description },
          })}
          {(fault ?? field.fault) ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {fault ?? field.fault}
            </Text>
          ) : null}
          <Group justify="space-between" wrap="nowrap">
            <Buttons name={name} field={field} isFaulty={fault !== undefined} />
            <Text size="sm" c="dimmed" className="figures">
              {aside?.(field.value)}
            </Text>
          </Group>
          {children}
        </Stack>
      </form>
    </PanelPart>
  );
};

const effectText = (
  effect: 'at once' | 'at the next start of the service',
  t: ReturnType<typeof useTranslation<'settings'>>['t'],
): string => t(effect === 'at once' ? 'effect.now' : 'effect.restart');

interface ButtonsProps {
  name: SettingName;
  field: SettingField;
  isFaulty: boolean;
}

const Buttons = ({ name, field, isFaulty }: ButtonsProps) => {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { stored, isChanged, isSaving, isSaved } = field;
  return (
    <Group gap="xs" className={classes.buttons}>
      <Button type="submit" size="xs" disabled={!isChanged || isFaulty} loading={isSaving}>
        {common('save')}
      </Button>
      {isChanged ? (
        <Button size="xs" variant="subtle" color="gray" disabled={isSaving} onClick={field.discard}>
          {t('discard')}
        </Button>
      ) : null}
      {!isChanged && stored && !stored.is_default ? (
        <Button size="xs" variant="subtle" color="gray" disabled={isSaving} onClick={field.putDefault}>
          {t(`fields.default.${name}`)}
        </Button>
      ) : null}
      <Text size="sm" component="span" role="status" className={classes.status}>
        {isChanged ? t('unsaved') : null}
        {!isChanged && isSaved ? (
          <span className={classes.saved} data-tone="paid">
            <IconCheck size={16} stroke={2.2} aria-hidden /> {common('saved')}
          </span>
        ) : null}
      </Text>
    </Group>
  );
};

/** In a browser, without the program's window: the setting's meaning and the command that changes it. */
const OnCommandLine = ({ name, known }: SettingFormProps) => {
  const { t } = useTranslation('settings');
  return (
    <PanelPart>
      <Stack gap={6}>
        <Text size="sm" fw={550}>
          {t(`fields.label.${name}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`fields.text.${name}`)}
        </Text>
        {known ? <Text size="sm">{t('known', { value: known })}</Text> : null}
        <CopyLine text={`npm run admin -- setting set ${name} "${t(`fields.example.${name}`)}"`} />
      </Stack>
    </PanelPart>
  );
};
