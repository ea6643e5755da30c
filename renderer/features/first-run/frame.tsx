import { Box, Button, Flex, Group, Stepper, Text, Title, VisuallyHidden } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, type Ref, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { LanguageSwitch } from '../../kit/language-switch.tsx';
import { Logo } from '../../kit/logo.tsx';
import { SchemeSwitch } from '../../kit/scheme-switch.tsx';
import classes from './first-run.module.css';

const STEPS = ['owner', 'bank', 'shop'] as const;

export type Step = 0 | 1 | 2;

/** A field's hint stands below it. */
export const HINT_BELOW: { inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] } = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};

export const CARD_PADDING = { base: 'md', xs: '1.75rem' };

interface FrameProps {
  step: Step;
  /** The furthest available step. */
  reached: Step;
  onGo(step: Step): void;
  /** Links under the card. */
  below?: ReactNode;
}

/** The frame of the steps: progress, language and appearance. */
export const Frame = ({ step, reached, onGo, below, children }: PropsWithChildren<FrameProps>) => {
  const { t } = useTranslation('first-run');
  return (
    <Page>
      <Stepper
        active={step}
        onStepClick={(at) => onGo(at as Step)}
        size="sm"
        iconSize={28}
        className={classes.stepper}
        mb="sm"
      >
        {STEPS.map((each, at) => (
          <Stepper.Step
            key={each}
            label={t(`steps.${each}`)}
            aria-current={at === step ? 'step' : undefined}
            disabled={at > reached}
          />
        ))}
      </Stepper>
      <VisuallyHidden role="status">
        {`${t('progress', { step: step + 1 })}. ${t(`steps.${STEPS[step]}`)}`}
      </VisuallyHidden>
      <Box className="card large" p={CARD_PADDING}>
        {children}
      </Box>
      {below ? (
        <Group justify="space-between" mt="sm">
          {below}
        </Group>
      ) : null}
    </Page>
  );
};

/** A page before the first sign-in. */
export const Page = ({ children }: PropsWithChildren) => {
  const { t } = useTranslation('first-run');
  useEffect(() => {
    document.title = `${t('title')} · Kramar`;
  }, [t]);
  return (
    <Box component="main" mih="100%" pt="md" px="md" pb="xl">
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
      <Box w="min(35rem, 100%)" mt="clamp(var(--mantine-spacing-sm), 4vh, 3rem)" mx="auto" mb={0}>
        {children}
      </Box>
    </Box>
  );
};

/** A step's heading and explanation. */
export const StepHead = ({ id, title, children }: PropsWithChildren<{ id?: string; title: string }>) => (
  <div>
    <Title order={1} size="h3" id={id}>
      {title}
    </Title>
    {children ? <Hint mt={4}>{children}</Hint> : null}
  </div>
);

interface MainButtonProps {
  text: string;
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
}

/** What Enter does in a step; without `onClick` it submits the form. */
export const MainButton = ({ text, isBusy = false, onClick, ref }: MainButtonProps) => (
  <Button
    ref={ref ?? null}
    size="lg"
    fz="md"
    fullWidth
    mt={6}
    loading={isBusy}
    rightSection={<Key name="Enter" />}
    {...(onClick ? { onClick } : { type: 'submit' })}
  >
    {text}
  </Button>
);
