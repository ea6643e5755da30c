import { Box, Center, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconExclamationMark } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import classes from './check-list.module.css';

/** fine: it matches; open: something is asked or not done; wrong: it does not match. */
type CheckState = 'fine' | 'open' | 'wrong';

const TONES = { fine: 'paid', open: 'working', wrong: 'failed' } as const;
const ICONS = { fine: IconCheck, open: IconExclamationMark, wrong: IconAlertTriangle } as const;

interface CheckRowProps extends PropsWithChildren {
  state: CheckState;
  title: ReactNode;
  text?: ReactNode;
  /** Whether the whole row has the colour of its state. */
  isFilled?: boolean;
  /** In the place of the mark, such as a checkbox. */
  mark?: ReactNode;
  /** Under the row. */
  below?: ReactNode;
}

/** What was checked, one under the other on a card. */
export const CheckList = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <section className="card" aria-label={label}>
    {children}
  </section>
);

export const CheckRow = ({ state, title, text, isFilled = false, mark, below, children }: CheckRowProps) => {
  const Icon = ICONS[state];
  return (
    <>
      <Box
        className={classes.row ?? ''}
        data-tone={TONES[state]}
        {...(isFilled && { bg: 'var(--tone-ground)' })}
      >
        {mark ?? (
          <Center
            component="span"
            className="tinted"
            flex="none"
            w={24}
            h={24}
            bdrs="50%"
            {...(isFilled && { bg: 'var(--surface)' })}
          >
            <Icon size={16} stroke={2.5} aria-hidden />
          </Center>
        )}
        <Box className="breaks" flex="1 1 12rem" miw={0}>
          <Box fw={650} {...(isFilled && { className: 'toned' })}>
            {title}
          </Box>
          {text ? (
            <Text size="sm" c={isFilled ? 'inherit' : 'dimmed'} component="div">
              {text}
            </Text>
          ) : null}
        </Box>
        {children ? (
          <Flex gap={8} align="center" wrap="wrap">
            {children}
          </Flex>
        ) : null}
      </Box>
      {below ? <div className={classes.below}>{below}</div> : null}
    </>
  );
};
