import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { callProgram, isDesktop } from '../api/bridge.ts';
import { LiveProvider } from '../api/live-provider.tsx';
import { useToast } from '../kit/use-toast.ts';
import { useStore } from '../lib/create-store.ts';
import { AutoLock } from '../shop/session/lock.tsx';
import { lazyScreenPart } from './lazy-screen-part.ts';
import { destinationStore } from './program.tsx';
import { router } from './router.tsx';

/** After the screen: what is announced meanwhile waits in their store. */
const Toasts = lazyScreenPart([], async () => (await import('./toasts.tsx')).Toasts);

/** The app of the signed-in user. @param isOpen false while it stays behind the sign-in dialog */
export const SignedInApp = ({ isOpen }: { isOpen: boolean }) => {
  useDestination(isOpen);
  useExternalLinks();
  return (
    <LiveProvider isOpen={isOpen}>
      <RouterProvider router={router} />
      <Suspense>
        <Toasts />
      </Suspense>
      {isOpen ? <AutoLock /> : null}
    </LiveProvider>
  );
};

const useDestination = (isOpen: boolean): void => {
  const path = useStore(destinationStore);
  useEffect(() => {
    if (!isOpen || path === undefined) return;
    destinationStore.set(undefined);
    router.history.push(path);
  }, [isOpen, path]);
};

/** External links open in the user's browser, because the program has one window. */
const useExternalLinks = (): void => {
  const toast = useToast();
  const onFailed = useEffectEvent(toast.error);
  useEffect(() => {
    if (!isDesktop) return;
    const open = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
      if (!(link instanceof HTMLAnchorElement) || event.button === 2) return;
      event.preventDefault();
      callProgram('outside.open', { url: link.href }).catch(onFailed);
    };
    document.addEventListener('click', open);
    document.addEventListener('auxclick', open);
    return () => {
      document.removeEventListener('click', open);
      document.removeEventListener('auxclick', open);
    };
  }, []);
};
