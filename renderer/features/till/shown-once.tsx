import { Button, Group, Stack, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './till.module.css';

interface ShownOnceProps {
  title: string;
  /** Stands before the button that closes it. */
  action?: ReactNode;
  onDone(): void;
}

/** The frame of what is shown once, such as a key. Its title takes the focus, so that screen readers begin there. */
export const ShownOnce = ({ title, action, onDone, children }: PropsWithChildren<ShownOnceProps>) => {
  const { t } = useTranslation('till');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.card} data-tone="paid">
      <Stack gap="sm">
        <Title order={3} size="h5" ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        {children}
        <Group gap="xs">
          {action}
          <Button size="compact-sm" variant="default" onClick={onDone}>
            {t('card.done')}
          </Button>
        </Group>
      </Stack>
    </div>
  );
};
