import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProgram } from '../../api/bridge.ts';
import { failureOf } from '../../api/failure.ts';
import { shopStateQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { signIn } from '../../api/sign-in.ts';
import { useAction } from '../../kit/use-action.ts';
import { firstRun } from './over.ts';
import type { Owner } from './owner-faults.ts';

/**
 * asking: the form is open. made: the owner exists, only the sign-in failed. taken: somebody else has become the owner.
 */
type Stage = 'asking' | 'made' | 'taken';

/** Creates the owner and signs in, as the next steps need. */
export const useCreateOwner = () => {
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>('asking');
  const { run, failure, isBusy } = useAction();

  const goToSignIn = (): void => {
    putData(queries, shopStateQuery.queryKey, (state) => state && { ...state, has_owner: true });
  };

  const enter = async (username: string, password: string): Promise<void> => {
    await signIn(username, password);
    goToSignIn();
  };

  const create = async (owner: Owner): Promise<void> => {
    const { username, password } = owner;
    try {
      await callProgram('owner.create', owner);
    } catch (error) {
      // The answer may be lost after success: check whether an owner exists and whether the credentials work.
      const { has_owner: hasOwner } = await callProgram('shop.state', {}).catch(() => ({ has_owner: false }));
      if (!hasOwner) throw error;
      try {
        await enter(username, password);
      } catch (refused) {
        if (failureOf(refused).kind !== 'credentials') throw refused;
        setStage('taken');
      }
      return;
    }
    firstRun.begin();
    setStage('made');
    await enter(username, password);
  };

  return {
    stage,
    failure,
    isBusy,
    goToSignIn,
    submit: (owner: Owner): void =>
      void run(() => (stage === 'made' ? enter(owner.username, owner.password) : create(owner))),
  };
};
