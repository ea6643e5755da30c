import { Flex, Group, Stepper, Text, Title, VisuallyHidden } from '@mantine/core';
import { type PropsWithChildren, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { LanguageSwitch } from '../../kit/language-switch.tsx';
import { Logo } from '../../kit/logo.tsx';
import { SchemeSwitch } from '../../kit/scheme-switch.tsx';
import classes from './frame.module.css';

const STEPS = ['owner', 'shop', 'bank'] as const;

/** From 0; the number of steps means done. */
export type Step = 0 | 1 | 2 | 3;

interface FrameProps {
  step: Step;
  /** The furthest available step. */
  reached: Step;
  onGo(step: Step): void;
}

/** The frame of the steps: progress, language and appearance. */
export const Frame = ({ step, reached, onGo, children }: PropsWithChildren<FrameProps>) => {
  const { t } = useTranslation('first-run');
  const name = STEPS.at(step);
  useEffect(() => {
    document.title = `${t('title')} · Kramar`;
  }, [t]);
  return (
    <main className={classes.page}>
      <FirstRunHead />
      <div className={classes.box}>
        <Stepper
          active={step}
          onStepClick={(at) => onGo(at as Step)}
          size="sm"
          iconSize={32}
          className={classes.stepper}
        >
          {STEPS.map((each, at) => (
            <Stepper.Step
              key={each}
              label={t(`steps.${each}`)}
              aria-current={at === step ? 'step' : undefined}
              disabled={step === STEPS.length || at > reached}
            />
          ))}
        </Stepper>
        <VisuallyHidden role="status">
          {name ? `${t('progress', { step: step + 1 })}. ${t(`steps.${name}`)}` : t('done.title')}
        </VisuallyHidden>
        <div className={classes.card}>{children}</div>
      </div>
    </main>
  );
};

export const FirstRunHead = () => (
  <Flex wrap="wrap" align="center" justify="space-between" gap="sm">
    <Group gap="sm" wrap="nowrap">
      <Logo size={28} />
      <Text fw={650}>Kramar</Text>
    </Group>
    <Group gap="xs" wrap="nowrap">
      <LanguageSwitch />
      <SchemeSwitch />
    </Group>
  </Flex>
);

interface StepHeadProps {
  id: string;
  step: Step;
  title: string;
}

/** A step's heading and explanation. */
export const StepHead = ({ id, step, title, children }: PropsWithChildren<StepHeadProps>) => {
  const { t } = useTranslation('first-run');
  return (
    <div>
      <Title order={1} size="h3" id={id}>
        <span className={classes.step}>{t('progress', { step: step + 1 })} </span>
        {title}
      </Title>
      {children ? <Hint mt={6}>{children}</Hint> : null}
    </div>
  );
};
