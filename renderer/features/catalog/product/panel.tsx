import { CloseButton, Group, Text, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../app/leave-guard.tsx';
import { SideFrame } from '../../../ui/side-frame.tsx';
import type { Opened } from '../search.ts';
import { useOpen } from '../use-search.ts';
import classes from './panel.module.css';

interface SidePanelProps extends PropsWithChildren {
  open: Opened;
  label: string;
  /** Whether closing it loses anything. */
  isDirty: boolean;
  /** A dialog of its own is open above. */
  isCovered?: boolean;
}

export const SidePanel = ({ open: own, label, isDirty, isCovered = false, children }: SidePanelProps) => {
  const open = useOpen();
  const leaving = useLeaveGuard(
    isDirty,
    ({ pathname, search }) =>
      pathname === '/catalog/products' && 'open' in search && search.open === own && !('import' in search),
  );
  return (
    <>
      <SideFrame label={label} onClose={() => open(undefined)} isCovered={isCovered || leaving.isAsking}>
        {children}
      </SideFrame>
      {leaving.dialog}
    </>
  );
};

export const PanelHead = ({ title, children }: PropsWithChildren<{ title: ReactNode }>) => {
  const { t } = useTranslation('catalog');
  const open = useOpen();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever opened it reads on here; a dialog that is open above, and a field that wants it, keep the focus.
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused?.closest('[role="dialog"], aside')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        <CloseButton aria-label={t('panel.close')} onClick={() => open(undefined)} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </div>
  );
};
