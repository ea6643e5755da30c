import { Box, CloseButton, Group, Text, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useLayoutEffect, useRef } from 'react';
import { type LeaveWords, useLeaveGuard } from './leave-guard.tsx';
import { SideFrame } from './side-frame.tsx';

type IsStillOpen = Parameters<typeof useLeaveGuard>[1];

export interface SidePanelProps extends PropsWithChildren {
  label: string;
  /** Whether the panel stays open at an address. */
  isStillOpen: IsStillOpen;
  onClose(): void;
  /** Whether closing loses input. */
  isDirty: boolean;
  /** The texts of the question, where the default does not fit. */
  words?: LeaveWords | undefined;
  /** A dialog is open above. */
  isCovered?: boolean;
}

/** One record beside its list; asks before unsaved input is lost. */
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
  // Moves the focus to the heading, unless a dialog above or a field has it.
  // Before anything is painted: later, it would take the focus from a field that somebody types into already.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!focused?.closest('[role="dialog"], aside')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className="breaks">
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

/** The buttons of its form. */
export const SidePanelFoot = ({ children }: PropsWithChildren) => (
  <Box className="at-foot" mt="md" mx="-md" mb="-md" px="md" py="sm">
    {children}
  </Box>
);
