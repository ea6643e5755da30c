import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { LiveProvider } from '../data/live-provider.tsx';
import { AutoLock } from '../session/lock.tsx';
import { router } from './router.tsx';

/** The screens of whoever is signed in. @param isOpen false while they are kept behind the sign-in dialog */
export const Desk = ({ isOpen }: { isOpen: boolean }) => (
  <LiveProvider isOpen={isOpen}>
    <RouterProvider router={router} />
    <Notifications position="bottom-right" />
    {isOpen ? <AutoLock /> : null}
  </LiveProvider>
);
