import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../data/bridge.ts';
import { shopStateQuery } from '../data/program-queries.ts';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { useSession } from '../session/use-session.ts';
import { endUser } from '../session/user-change.ts';
import { later, withTexts } from './lazy-screen-part.ts';

// Whoever looks at the sign-in waits for nothing else.
const loadDesk = withTexts([], async () => (await import('./signed-in-app.tsx')).Desk);
const Desk = lazy(async () => ({ default: await loadDesk() }));
const OnCommandLine = later(
  ['first-run'],
  async () => (await import('../features/first-run/command-line.tsx')).OnCommandLine,
);
const NewShop = later(
  ['first-run'],
  async () => (await import('../features/first-run/new-shop.tsx')).NewShop,
);
const PracticeEntry = later(
  ['first-run'],
  async () => (await import('../features/first-run/practice.tsx')).PracticeEntry,
);

/** How a shop is begun without a window is told to whoever asks: nobody can sign in yet. */
const isGuide = !isDesktop && /^\/first-run\/?$/.test(location.pathname);

export const SessionGate = () =>
  isGuide ? (
    <Suspense>
      <OnCommandLine />
    </Suspense>
  ) : (
    <Gate />
  );

const Loading = () => {
  const { t } = useTranslation();
  return (
    <Center h="100vh">
      <Loader aria-label={t('list.loading')} />
    </Center>
  );
};

/**
 * What is on the screen belongs to one user. While nobody is signed in it is kept behind the sign-in dialog, so that
 * a session that ran out costs nothing that was typed; another user gets a screen of their own.
 */
const Gate = () => {
  const { session, ended } = useSession();
  const [owner, setOwner] = useState(session?.username);
  const queries = useQueryClient();
  const shop = useQuery(shopStateQuery);

  const who = session?.username ?? (ended?.why === 'signed-out' ? undefined : owner);
  if (who !== owner) setOwner(who);

  const last = useRef(owner);
  // Once their screens are gone.
  useEffect(() => {
    if (last.current !== undefined && last.current !== owner) endUser();
    last.current = owner;
  }, [owner]);

  const isOpen = session !== undefined;
  // Whoever comes back to a kept screen sees it as of now.
  useEffect(() => {
    if (isOpen) void queries.invalidateQueries();
  }, [isOpen, queries]);

  // While a password is typed, what it opens is fetched.
  useEffect(() => {
    loadDesk().catch(() => undefined);
  }, []);

  // In the program's window it is known first whether there is anybody to sign in; in a browser nobody can tell.
  if (isDesktop && owner === undefined && !isOpen) {
    if (shop.data?.has_owner === false)
      return (
        <Suspense>
          <NewShop />
        </Suspense>
      );
    if (shop.isPending) return null;
  }
  return (
    <>
      {owner === undefined ? null : (
        <Suspense fallback={<Loading />}>
          <Desk key={owner} isOpen={isOpen} />
        </Suspense>
      )}
      {isOpen ? null : (
        <SignIn
          ended={ended}
          onAnother={() => {
            setOwner(undefined);
          }}
        >
          {shop.data?.is_practice ? (
            <Suspense>
              <PracticeEntry />
            </Suspense>
          ) : null}
        </SignIn>
      )}
    </>
  );
};
