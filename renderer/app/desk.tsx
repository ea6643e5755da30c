import { Notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LiveProvider } from '../data/live-provider.tsx';
import { desk as reconciliationDesk } from '../features/reconciliation/desk.ts';
import { draftStore } from '../lib/drafts.ts';
import { AutoLock } from '../session/lock.tsx';
import { stopAllWork } from '../tasks/background-work.tsx';
import { router } from './router.tsx';

/** The screens of whoever is signed in. @param isOpen false while they are kept behind the sign-in dialog */
export const Desk = ({ isOpen }: { isOpen: boolean }) => {
  const queries = useQueryClient();
  // What one user has read and typed is nobody else's.
  useEffect(
    () => () => {
      queries.clear();
      stopAllWork();
      draftStore.clear();
      reconciliationDesk.clear();
    },
    [queries],
  );
  return (
    <LiveProvider isOpen={isOpen}>
      <RouterProvider router={router} />
      <Notifications position="bottom-right" />
      {isOpen ? <AutoLock /> : null}
    </LiveProvider>
  );
};
