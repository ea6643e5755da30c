import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './dialog.tsx';

interface Going {
  pathname: string;
  /** The unvalidated search parameters. */
  search: object;
}

/** The question; the default is about unsaved input. */
export interface LeaveWords {
  title: string;
  text: string;
  go: string;
}

/**
 * Confirms before unsaved input is lost, on any navigation: a link, Escape, Back or a shortcut.
 * @param isDirty whether there is unsaved input
 * @param isStillOpen whether the form stays open at that address
 */
export const useLeaveGuard = (
  isDirty: boolean,
  isStillOpen: (next: Going) => boolean,
  words?: LeaveWords,
): { isConfirming: boolean; dialog: ReactNode } => {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && !isStillOpen(next),
    // In Electron it would silently keep the window from closing.
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
