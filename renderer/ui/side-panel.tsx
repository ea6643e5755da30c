import { CloseButton, Group, Text, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react';
import { type LeaveWords, useLeaveGuard } from './leave-guard.tsx';
import { SideFrame } from './side-frame.tsx';
import classes from './side-panel.module.css';

type IsStillOpen = Parameters<typeof useLeaveGuard>[1];

export interface SidePanelProps extends PropsWithChildren {
  label: string;
  /** Whether it is still open at an address. */
  isStillOpen: IsStillOpen;
  onClose(): void;
  /** Whether closing it loses anything. */
  isDirty: boolean;
  /** What to ask then, where it is not about what was typed. */
  words?: LeaveWords | undefined;
  /** A dialog of its own is open above. */
  isCovered?: boolean;
}

/** One record beside its list: what was typed over it is not lost without a question. */
export const SidePanel = ({
  label,
  isStillOpen,
  onClose,
  isDirty,
  words,
  isCovered = false,
  children,
}: SidePanelProps) => {
  const leaving = useLeaveGuard(isDirty, isStillOpen, words);
  return (
    <>
      <SideFrame label={label} onClose={onClose} isCovered={isCovered || leaving.isConfirming}>
        {children}
      </SideFrame>
      {leaving.dialog}
    </>
  );
};

interface SidePanelHeadProps extends PropsWithChildren {
  title: ReactNode;
  closeLabel: string;
  onClose(): void;
}

export const SidePanelHead = ({ title, closeLabel, onClose, children }: SidePanelHeadProps) => {
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
        <CloseButton aria-label={closeLabel} onClick={onClose} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </div>
  );
};

/** The end of its form. */
export const SidePanelFoot = ({ children }: PropsWithChildren) => (
  <div className={classes.footer}>{children}</div>
);
