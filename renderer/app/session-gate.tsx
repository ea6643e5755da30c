import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { Desk } from './desk.tsx';
import { useSession } from './use-session.ts';

/**
 * What is on the screen belongs to one user. While nobody is signed in it is kept behind the sign-in dialog, so that
 * a session that ran out costs nothing that was typed; another user gets a screen of their own.
 */
export const SessionGate = () => {
  const { session, ended } = useSession();
  const [owner, setOwner] = useState(session?.username);
  const queries = useQueryClient();

  const who = session?.username ?? (ended?.why === 'signed-out' ? undefined : owner);
  if (who !== owner) setOwner(who);

  const isOpen = session !== undefined;
  // Whoever comes back to a kept screen sees it as of now.
  useEffect(() => {
    if (isOpen) void queries.invalidateQueries();
  }, [isOpen, queries]);

  return (
    <>
      {owner === undefined ? null : <Desk key={owner} isOpen={isOpen} />}
      {isOpen ? null : (
        <SignIn
          ended={ended}
          onAnother={() => {
            setOwner(undefined);
          }}
        />
      )}
    </>
  );
};
