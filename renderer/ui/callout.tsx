import { Alert, type AlertProps, Text, type TextProps } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../data/failure.ts';
import classes from './callout.module.css';
import type { Tone } from './theme.ts';
import { useFailureText } from './use-failure-text.ts';

/** Beside the tones of invoices: a fault of what was typed or sent, and a mere hint. */
const COLORS = { error: 'red', hint: 'ink' } as const;

interface CalloutProps extends Omit<AlertProps, 'color' | 'variant'> {
  tone: Tone | keyof typeof COLORS;
}

/** Something to know, in the colour of what it is. Mantine's own yellow on yellow is too pale to be read. */
export const Callout = ({ tone, ...props }: CalloutProps) =>
  tone === 'error' || tone === 'hint' ? (
    <Alert {...props} color={COLORS[tone]} variant="light" />
  ) : (
    <Alert
      {...props}
      data-tone={tone}
      classNames={{ root: classes.root, title: classes.title, icon: classes.icon }}
    />
  );

/** The same as a strip over the whole width: how things stand. */
export const Strip = ({ tone, title, children }: PropsWithChildren<{ tone: Tone; title: string }>) => {
  const Icon = tone === 'failed' || tone === 'working' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div role="status" className={classes.strip} data-tone={tone}>
      <Icon size={20} aria-hidden className={classes.stripIcon} />
      <div>
        <strong>{title}</strong> {children}
      </div>
    </div>
  );
};

interface FailureCalloutProps extends Omit<CalloutProps, 'tone'> {
  failure: Failure | undefined;
  /** Fields that tell themselves what is wrong with them. */
  ownErrorFields?: readonly string[];
  /** In place of the usual words. */
  children?: ReactNode;
}

/** Why it was not done. */
export const FailureCallout = ({ failure, ownErrorFields = [], children, ...props }: FailureCalloutProps) => {
  const failureText = useFailureText();
  if (!failure) return null;
  if (failure.kind === 'invalid') {
    const names = Object.keys(failure.errors);
    if (names.length > 0 && names.every((name) => ownErrorFields.includes(name))) return null;
  }
  return (
    <Callout tone="error" role="alert" p="xs" {...props}>
      {children ?? failureText(failure)}
    </Callout>
  );
};

interface FailureLineProps extends TextProps {
  failure: Failure | undefined;
  children?: ReactNode;
}

/** The same as a line, beside what it is about. */
export const FailureLine = ({ failure, children, ...text }: FailureLineProps) => {
  const failureText = useFailureText();
  if (!failure) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert" {...text}>
      {failureText(failure)}
      {children}
    </Text>
  );
};

type Doubt = { about: 'refund'; amount: string } | { about: 'cancel' | 'release' };

/** What an answer that was lost means: what happened, what is safe, what to do. The same words wherever it is met. */
export const useDoubtText = (): ((doubt: Doubt) => string) => {
  const { t } = useTranslation();
  return (doubt) => {
    const what =
      doubt.about === 'refund' ? t('doubt.refund', { amount: doubt.amount }) : t(`doubt.${doubt.about}`);
    return `${what} ${t('doubt.wait')}`;
  };
};

interface DoubtCalloutProps {
  doubt: Doubt;
  /** alert: it comes up while one is at the screen. */
  role?: 'alert' | 'status';
  /** When, and who. */
  children?: ReactNode;
}

export const DoubtCallout = ({ doubt, role = 'status', children }: DoubtCalloutProps) => {
  const { t } = useTranslation();
  const text = useDoubtText();
  return (
    <Callout tone="working" role={role} icon={<IconHelpCircle aria-hidden />} title={t('doubt.title')}>
      {text(doubt)}
      {children}
    </Callout>
  );
};
