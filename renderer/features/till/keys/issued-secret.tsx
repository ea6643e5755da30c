import { Group, Stack, Text, Title } from '@mantine/core';
import { type PropsWithChildren, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import { CopyBlock } from '../copy-block.tsx';
import classes from '../till.module.css';

interface IssuedSecretProps {
  title: string;
  /** Instructions. */
  text: string;
  secret: string;
  /** For screen readers. */
  copyLabel: string;
  onDone(): void;
}

/** A key or a secret, shown once. Its title takes the focus, so that screen readers begin there. */
export const IssuedSecret = (props: PropsWithChildren<IssuedSecretProps>) => {
  const { title, text, secret, copyLabel, onDone, children } = props;
  const { t } = useTranslation('till');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack
      className={classes.card ?? ''}
      gap="sm"
      p="md"
      bdrs="md"
      c="var(--mantine-color-text)"
      bg="var(--tone-ground)"
      data-tone="paid"
    >
      <Title order={3} size="h5" ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <Text size="sm">{text}</Text>
      <CopyBlock text={secret} label={copyLabel} />
      {children}
      <Group gap="xs">
        <Act size="compact-sm" onClick={onDone} text={t('words.doneHide')} />
      </Group>
    </Stack>
  );
};
