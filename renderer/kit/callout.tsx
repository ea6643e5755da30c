import { Alert, type AlertProps, Flex, type TextProps } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { Fault } from './act.tsx';
import type { Tone } from './theme.ts';
import { useFailureText } from './use-failure-text.ts';

/** Besides the tones of invoices: an input or request error, and a hint. */
const COLORS = { error: 'red', hint: 'ink' } as const;

interface CalloutProps extends Omit<AlertProps, 'color' | 'variant'> {
  tone: Tone | keyof typeof COLORS;
}

/** A notice in the colour of its tone. Mantine's own yellow on yellow has too little contrast. */
export const Callout = ({ tone, ...props }: CalloutProps) =>
  tone === 'error' || tone === 'hint' ? (
    <Alert {...props} color={COLORS[tone]} variant="light" />
  ) : (
    <Alert
      {...props}
      data-tone={tone}
      bg="var(--tone-ground)"
      classNames={{ title: 'toned', icon: 'toned' }}
    />
  );

/** A callout over the whole width. */
export const Strip = ({ tone, title, children }: PropsWithChildren<{ tone: Tone; title: string }>) => {
  const Icon = tone === 'failed' || tone === 'working' ? IconAlertTriangle : IconInfoCircle;
  return (
    <Flex
      role="status"
      className="tinted no-print"
      gap="sm"
      py="xs"
      px="lg"
      fz="sm"
      lh={1.45}
      data-tone={tone}
    >
      <Icon size={20} aria-hidden style={{ marginTop: 1 }} />
      <div>
        <strong>{title}</strong> {children}
      </div>
    </Flex>
  );
};

interface FailureCalloutProps extends Omit<CalloutProps, 'tone'> {
  failure: Failure | undefined;
  /** Fields that show their own errors. */
  ownErrorFields?: readonly string[];
  /** Replaces the default text. */
  children?: ReactNode;
}

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

/** A failure as one line of text. */
export const FailureLine = ({ failure, children, ...text }: FailureLineProps) => {
  const failureText = useFailureText();
  if (!failure) return null;
  return (
    <Fault role="alert" {...text}>
      {failureText(failure)}
      {children}
    </Fault>
  );
};

type Doubt = { about: 'refund'; amount: string } | { about: 'cancel' | 'release' };

/** Explains an unknown outcome: what happened, what is safe, what to do. Every screen uses the same text. */
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
  /** alert: it appears while the user is on the screen. */
  role?: 'alert' | 'status';
  /** When and by whom. */
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
