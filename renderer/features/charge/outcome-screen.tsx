import { Box, Button, Flex, Modal, Stack, Text } from '@mantine/core';
import type { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../../api/queries.ts';
import { Key } from '../../kit/key.tsx';
import classes from './outcome-screen.module.css';

interface OutcomeScreenProps {
  tone: 'paid' | 'failed' | 'busy' | 'doubt';
  icon?: typeof IconCheck;
  /** The amount is what the screen is for. */
  isLarge?: true;
  title: string;
  amount: string;
  /** The reason. */
  words?: string;
  /** The next step. */
  advice?: string;
  hint?: string;
  /** Below the buttons. */
  below?: string;
  /** Name and value; a fact without a value is left out. */
  facts: readonly (readonly [string, string])[];
  /** Esc. */
  onClose(): void;
}

/** The whole window in one colour, readable across the counter. */
export const OutcomeScreen = (props: PropsWithChildren<OutcomeScreenProps>) => {
  const { tone, icon: Icon, title, amount, words, advice, hint, below, facts, onClose, children } = props;
  const { t } = useTranslation();
  const { data: system } = useQuery(systemQuery);
  return (
    <Modal.Root opened fullScreen onClose={onClose} transitionProps={{ duration: 0 }} padding={0}>
      <Modal.Content
        radius={0}
        c="white"
        bg={`var(--${tone}-screen)`}
        aria-label={`${title}. ${amount}`}
        classNames={{ content: classes.screen ?? '' }}
        data-outcome={tone}
      >
        <Modal.Body p={0}>
          <Stack
            align="center"
            justify="center"
            gap="clamp(0.75rem, 2.5dvh, 1.75rem)"
            mih="100dvh"
            p="lg"
            pt={system?.is_practice ? '4rem' : 'lg'}
            ta="center"
          >
            {system?.is_practice ? (
              <Box
                component="p"
                pos="absolute"
                inset="0 0 auto"
                m={0}
                py={2}
                px="md"
                fw={600}
                bg="rgb(0 0 0 / 30%)"
              >
                {t('madeUp')}
              </Box>
            ) : null}
            <Stack role="alert" gap={0} align="center">
              {Icon ? (
                <Box
                  component="span"
                  w="clamp(3.5rem, min(18dvh, 16vw), 11rem)"
                  h="clamp(3.5rem, min(18dvh, 16vw), 11rem)"
                  lh={0}
                  aria-hidden
                >
                  <Icon size="100%" stroke={1.6} />
                </Box>
              ) : null}
              <Box component="h1" m={0} fz="clamp(1.5rem, 4dvh, 2.25rem)" fw={600}>
                {title}
              </Box>
              <Text
                className="figures breaks"
                fz={props.isLarge ? 'clamp(3.5rem, 10vw, 9rem)' : 'clamp(2.75rem, 8vw, 6rem)'}
                fw={700}
                lh={1.1}
              >
                {amount}
              </Text>
              {words ? (
                <Box component="p" maw="36rem" pt="sm" fz="clamp(1.1rem, 3dvh, 1.5rem)" lh={1.35}>
                  {words}
                </Box>
              ) : null}
              {advice ? (
                <Box component="p" maw="36rem" pt={6} fz="lg" lh={1.4}>
                  {advice}
                </Box>
              ) : null}
            </Stack>
            {facts.length === 0 ? null : (
              <Flex
                component="dl"
                className="figures"
                rowGap="xs"
                columnGap="xl"
                wrap="wrap"
                justify="center"
                fz="lg"
              >
                {facts.map(([name, value]) =>
                  value === '' ? null : (
                    <Flex key={name} gap="0.5em">
                      <Box component="dt" c="inherit">
                        {name}
                      </Box>
                      <Box component="dd" fw={650}>
                        {value}
                      </Box>
                    </Flex>
                  ),
                )}
              </Flex>
            )}
            {hint ? (
              <Box component="p" maw="36rem">
                {hint}
              </Box>
            ) : null}
            <Flex wrap="wrap" gap="md" justify="center">
              {children}
            </Flex>
            {below ? (
              <Box component="p" maw="36rem">
                {below}
              </Box>
            ) : null}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

/** The next step, by Enter. */
export const NextStep = ({ text, onClick }: { text: string; onClick(): void }) => (
  <Button
    size="lg"
    variant="white"
    color="dark.9"
    autoFocus
    data-autofocus
    rightSection={<Key name="Enter" />}
    onClick={onClick}
  >
    {text}
  </Button>
);
