import { Box, Flex, Stack, Text } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Act, Hint } from '../../kit/act.tsx';
import { Section } from './invoice-rows.tsx';
import classes from './today.module.css';
import { putAwaySetup, SETUP_STEPS, type SetupStep } from './use-setup.ts';

/** Where each step is done. */
const PLACES: Record<SetupStep, Pick<LinkProps, 'to' | 'params' | 'search'>> = {
  owner: { to: '/settings/people', search: { open: 'me' } },
  terminal: { to: '/settings/bank' },
  shop: { to: '/settings/$section', params: { section: 'shop' } },
  payment: { to: '/charge' },
  goods: { to: '/catalog/$part', params: { part: 'products' } },
  backup: { to: '/settings/$section', params: { section: 'backup' } },
};

/** Steps before the first sale, shown instead of the day's figures; required steps come first. */
export const SetupChecklist = ({ steps }: { steps: Record<SetupStep, boolean> }) => {
  const { t } = useTranslation('today');
  const done = SETUP_STEPS.filter((name) => steps[name]).length;
  return (
    <Section
      title={t('setup.title')}
      aside={<Hint className="figures">{t('setup.done', { done, all: SETUP_STEPS.length })}</Hint>}
    >
      <ol className="plain-list lined">
        {SETUP_STEPS.map((name) => (
          <li key={name}>
            <Step name={name} isDone={steps[name]} />
          </li>
        ))}
      </ol>
    </Section>
  );
};

/** A name in the middle of a sentence. */
const within = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The steps that are left once the shop sells. */
export const SetupRow = ({ steps }: { steps: Record<SetupStep, boolean> }) => {
  const { t } = useTranslation('today');
  const left = SETUP_STEPS.filter((name) => !steps[name]);
  // There is an owner, and without a step left no row.
  const count = left.length as 1 | 2 | 3 | 4 | 5;
  return (
    <Flex
      component="section"
      className="card"
      gap="sm"
      align="center"
      py={8}
      px="md"
      fz="sm"
      aria-label={t('setup.title')}
    >
      <Box
        component="span"
        className="figures"
        flex="none"
        py={4}
        px={8}
        bd="2px solid var(--mantine-primary-color-filled)"
        bdrs={999}
        fz="xs"
        fw={650}
        aria-hidden
      >
        {SETUP_STEPS.length - left.length}/{SETUP_STEPS.length}
      </Box>
      <Box component="span" flex={1} miw={0}>
        <strong>{t(`setup.left.${count}`)}</strong>{' '}
        {left.map((name, at) => (
          <span key={name}>
            <Link {...PLACES[name]}>{within(t(`setup.step.${name}`))}</Link>
            {at < left.length - 1 ? ', ' : ''}
          </span>
        ))}
      </Box>
      <Act tone="faint" size="xs" onClick={putAwaySetup} text={t('setup.putAway')} />
    </Flex>
  );
};

const Step = ({ name, isDone }: { name: SetupStep; isDone: boolean }) => {
  const { t } = useTranslation('today');
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <Link
      {...PLACES[name]}
      className={`row-link ${classes.step}`}
      data-done={isDone}
      data-tone={isDone ? 'paid' : 'over'}
    >
      <Icon size={22} stroke={1.6} aria-hidden className="toned" />
      <Stack component="span" gap={0} flex={1} miw={0} fz="sm">
        <Text component="strong" inherit fw={600}>
          {t(`setup.step.${name}`)}
        </Text>
        <Text span inherit c="dimmed">
          {isDone ? t('words.done') : t(`setup.about.${name}`)}
        </Text>
      </Stack>
      <IconChevronRight size={18} stroke={1.7} aria-hidden color="var(--mantine-color-dimmed)" />
    </Link>
  );
};
