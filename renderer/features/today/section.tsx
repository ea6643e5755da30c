import { Group, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import classes from './section.module.css';

/** A section with its heading. */
export const Section = ({
  title,
  aside,
  children,
}: PropsWithChildren<{ title: string; aside?: ReactNode }>) => {
  const id = useId();
  return (
    <section className={`card ${classes.section}`} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mih="1.75rem" mb="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  );
};
