import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canOperate, isDesktop } from '../api/bridge.ts';
import { shopStateQuery } from '../api/program-queries.ts';
import { sessionStore } from '../api/session.ts';
import { tabOpening } from '../api/tab.ts';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { useStore } from '../lib/create-store.ts';
import { endUser } from '../shop/session/user-change.ts';
import { lazyScreenPart, withTexts } from './lazy-screen-part.ts';

// The sign-in loads nothing else.
const loadSignedInApp = withTexts([], async () => (await import('./signed-in-app.tsx')).SignedInApp);
const SignedInApp = lazy(async () => ({ default: await loadSignedInApp() }));
const OpenPage = lazyScreenPart(
  ['first-run'],
  async () => (await import('../features/first-run/open-page.tsx')).OpenPage,
);
const NewShop = lazyScreenPart(
  ['first-run'],
  async () => (await import('../features/first-run/new-shop.tsx')).NewShop,
);
const ByPin = lazyScreenPart(['people'], async () => (await import('../features/sign-in/by-pin.tsx')).ByPin);
const Customer = lazyScreenPart(
  ['customer'],
  async () => (await import('../features/customer/customer.tsx')).Customer,
);
const PracticeEntry = lazyScreenPart(
  ['first-run'],
  async () => (await import('../features/first-run/practice.tsx')).PracticeEntry,
);

/** A shop without an owner sends a browser there: nobody can sign in yet. */
const hasNoOwner = !canOperate && /^\/first-run\/?$/.test(location.pathname);

/** The customer's page has a token of its own, and no session. */
const isCustomer = /^\/customer\/?$/.test(location.pathname);

export const SessionGate = () => {
  const opening = useStore(tabOpening);
  if (isCustomer)
    return (
      <Suspense>
        <Customer />
      </Suspense>
    );
  return opening !== 'none' || hasNoOwner ? (
    <Suspense>
      <OpenPage state={opening} />
    </Suspense>
  ) : (
    <Gate />
  );
};

const Loading = () => {
  const { t } = useTranslation();
  return (
    <Center h="100vh">
      <Loader aria-label={t('list.loading')} />
    </Center>
  );
};

/**
 * The screens belong to one user. After a session ends they stay behind the sign-in dialog, so that an expired session
 * loses no input; another user gets new screens.
 */
const Gate = () => {
  const { session, ended } = useStore(sessionStore);
  const [owner, setOwner] = useState(session?.username);
  const queries = useQueryClient();
  const shop = useQuery(shopStateQuery);

  const who = session?.username ?? (ended?.why === 'signed-out' ? undefined : owner);
  if (who !== owner) setOwner(who);

  const holder = useHolder(owner);

  const isOpen = session !== undefined;
  // A kept screen is refreshed after the sign-in.
  useEffect(() => {
    if (isOpen) void queries.invalidateQueries();
  }, [isOpen, queries]);

  // Preloads the app while the user types a password.
  useEffect(() => {
    loadSignedInApp().catch(() => undefined);
  }, []);

  // The program's window knows whether an owner exists before it shows a sign-in; a browser cannot.
  if (canOperate && owner === undefined && !isOpen) {
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
      {owner === holder ? <Screens of={owner} isOpen={isOpen} /> : null}
      {isOpen ? null : (
        <SignIn
          ended={ended}
          byPin={isDesktop ? ByPin : undefined}
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

const Screens = ({ of: owner, isOpen }: { of: string | undefined; isOpen: boolean }) =>
  owner === undefined ? null : (
    <Suspense fallback={<Loading />}>
      <SignedInApp key={owner} isOpen={isOpen} />
    </Suspense>
  );

/**
 * The user whose state the stores hold. The last one's is given up after their screens are unmounted, and before the
 * next one's are shown: by PIN one user follows another at once.
 */
const useHolder = (owner: string | undefined): string | undefined => {
  const [holder, setHolder] = useState(owner);
  useEffect(() => {
    if (holder === owner) return;
    if (holder !== undefined) endUser();
    setHolder(owner);
  }, [holder, owner]);
  return holder;
};
