import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isDesktop } from '../data/bridge.ts';
import { shopStateQuery } from '../data/program-queries.ts';
import { OnCommandLine } from '../features/first-run/command-line.tsx';
import { NewShop } from '../features/first-run/new-shop.tsx';
import { PracticeEntry } from '../features/first-run/practice.tsx';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { useSession } from '../session/use-session.ts';
import { endUser } from '../session/user-change.ts';
import { Desk } from './desk.tsx';

/** How a shop is begun without a window is told to whoever asks: nobody can sign in yet. */
const isGuide = !isDesktop && /^\/first-run\/?$/.test(location.pathname);

export const SessionGate = () => (isGuide ? <OnCommandLine /> : <Gate />);

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

  // In the program's window it is known first whether there is anybody to sign in; in a browser nobody can tell.
  if (isDesktop && owner === undefined && !isOpen) {
    if (shop.data?.has_owner === false) return <NewShop />;
    if (shop.isPending) return null;
  }
  return (
    <>
      {owner === undefined ? null : <Desk key={owner} isOpen={isOpen} />}
      {isOpen ? null : (
        <SignIn
          ended={ended}
          onAnother={() => {
            setOwner(undefined);
          }}
        >
          <PracticeEntry />
        </SignIn>
      )}
    </>
  );
};
