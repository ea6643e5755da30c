import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './dialog.tsx';

interface Going {
  pathname: string;
  /** As the address says it, unchecked. */
  search: object;
}

/** What is asked; the usual is about what was typed. */
export interface LeaveWords {
  title: string;
  text: string;
  go: string;
}

/**
 * Asks before what was typed is lost: whatever way one leaves by, a link, Escape, Back or a key of the program.
 * @param isDirty whether there is anything to lose
 * @param staysAt whether what was typed is still there at that address
 */
export const useLeaveGuard = (
  isDirty: boolean,
  isStillOpen: (next: Going) => boolean,
  words?: LeaveWords,
): { isConfirming: boolean; dialog: ReactNode } => {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && !isStillOpen(next),
    // In Electron it would hold the window open without a word.
    enableBeforeUnload: false,
    withResolver: true,
  });
  const isConfirming = blocker.status === 'blocked';
  return {
    isConfirming,
    dialog: isConfirming ? <Leaving words={words} onStay={blocker.reset} onLeave={blocker.proceed} /> : null,
  };
};

interface LeavingProps {
  words: LeaveWords | undefined;
  onStay(): void;
  onLeave(): void;
}

const Leaving = ({ words, onStay, onLeave }: LeavingProps) => {
  const { t } = useTranslation();
  const { title, text, go } = words ?? { title: t('leave.title'), text: t('leave.text'), go: t('leave.go') };
  return (
    <ConfirmDialog title={title} keep={t('leave.stay')} confirm={go} onConfirm={onLeave} onClose={onStay}>
      <Text size="sm">{text}</Text>
    </ConfirmDialog>
  );
};
