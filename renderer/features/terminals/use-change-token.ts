import { useRef, useState } from 'react';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { ask } from '../../data/bridge.ts';
import { type Failure, failureOf } from '../../data/failure.ts';
import { useInvalidate } from '../../data/keys.ts';
import { tokenProblem } from './token-problem.ts';
import type { Merchant } from './use-add-terminal.ts';

/** Another token for a terminal: the bank is asked whose it is first, so that a refusal can name both merchants. */
export const useChangeToken = ({ id, merchant_id: own }: Terminal, onDone: () => void) => {
  const [token, setToken] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  /** Another merchant's: refused. */
  const [foreign, setForeign] = useState<Merchant>();
  const isAsking = useRef(false);
  const invalidate = useInvalidate();
  const problem = tokenProblem(token);

  const change = async (): Promise<void> => {
    const merchant = await ask('terminals.try', { token });
    if (own !== '' && merchant.merchant_id !== own) {
      setForeign(merchant);
      return;
    }
    await ask('terminals.token', { id, token });
    setToken('');
    void invalidate('token');
    onDone();
  };

  return {
    token,
    problem: isTried ? problem : undefined,
    isBusy,
    failure,
    foreign,
    setToken: (given: string): void => {
      setToken(given);
      setFailure(undefined);
      setForeign(undefined);
    },
    submit: (): void => {
      setTried(true);
      if (problem || isAsking.current) return;
      isAsking.current = true;
      setBusy(true);
      setFailure(undefined);
      setForeign(undefined);
      change()
        .catch((error: unknown) => setFailure(failureOf(error)))
        .finally(() => {
          isAsking.current = false;
          setBusy(false);
        });
    },
  };
};
