import { useRef, useState } from 'react';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { CallOutput } from '../../../shared/bridge.ts';
import { ask } from '../../data/bridge.ts';
import { type Failure, failureOf } from '../../data/failure.ts';
import { useInvalidate } from '../../data/keys.ts';
import { cutText } from '../../lib/text-length.ts';
import { tokenProblem } from './token-problem.ts';

export type Merchant = CallOutput<'terminals.try'>;
export type Added = CallOutput<'terminals.add'>;

/**
 * Adding a terminal: the token is tried at the bank, the owner confirms the merchant, then it is added. The input is
 * kept here across steps.
 */
export const useAddTerminal = (onAdded: (added: Added) => void) => {
  const [token, setToken] = useState('');
  /** undefined: not typed; the merchant's name is offered. */
  const [typedName, setName] = useState<string>();
  const [merchant, setMerchant] = useState<Merchant>();
  /** Faults are shown after the first try to go on. */
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const isRequesting = useRef(false);
  const invalidate = useInvalidate();

  const begin = async (work: () => Promise<void>): Promise<void> => {
    // A second Enter can come before React renders the busy state.
    if (isRequesting.current) return;
    isRequesting.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
      // After a lost answer the terminal may exist: the form then says so.
      void invalidate('token');
    } finally {
      isRequesting.current = false;
      setBusy(false);
    }
  };

  const problem = tokenProblem(token);
  const name = typedName ?? cutText(merchant?.merchant_name ?? '', MAX_LENGTH.name);
  const isNameBlank = name.trim() === '';

  return {
    token,
    name,
    merchant,
    problem: isTried ? problem : undefined,
    isNameBlank: merchant !== undefined && isNameBlank,
    failure,
    isBusy,
    setToken: (given: string): void => {
      setToken(given);
      setFailure(undefined);
    },
    setName,
    /** Requests the token's merchant from the bank. */
    tryToken: (): void => {
      setTried(true);
      if (problem) return;
      void begin(async () => {
        setMerchant(await ask('terminals.try', { token }));
      });
    },
    /** Back to another token. */
    another: (): void => {
      setMerchant(undefined);
      setFailure(undefined);
    },
    add: (): void => {
      if (isNameBlank) return;
      void begin(async () => {
        const added = await ask('terminals.add', { name: name.trim(), token });
        setToken('');
        void invalidate('token');
        onAdded(added);
      });
    },
  };
};

export type AddTerminal = ReturnType<typeof useAddTerminal>;
