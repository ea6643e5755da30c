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
 * A terminal on its way: the token is tried at the bank, the owner says whether that is their merchant, and only then
 * is it added. What was typed is kept here, whatever of it is on the screen.
 */
export const useAddTerminal = (onAdded: (added: Added) => void) => {
  const [token, setToken] = useState('');
  /** undefined: none was typed, and the merchant's own is offered. */
  const [typedName, setName] = useState<string>();
  const [merchant, setMerchant] = useState<Merchant>();
  /** The fields are judged once the owner has meant to go on. */
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const isRequesting = useRef(false);
  const invalidate = useInvalidate();

  const begin = async (work: () => Promise<void>): Promise<void> => {
    // A second Enter comes before React has drawn that the first is under way.
    if (isRequesting.current) return;
    isRequesting.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
      // Cut off in the middle, it may be there all the same: the form then says that it is.
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
    /** Asks the bank whose the token is. */
    tryToken: (): void => {
      setTried(true);
      if (problem) return;
      void begin(async () => {
        setMerchant(await ask('terminals.try', { token }));
      });
    },
    /** It was not theirs, or they thought better of it. */
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
