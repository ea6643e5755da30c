import { useState } from 'react';
import { terminalName } from '../../../shared/api/terminals.ts';
import type { CallOutput } from '../../../shared/bridge/bridge.ts';
import { callProgram } from '../../api/bridge.ts';
import { useInvalidate } from '../../api/keys.ts';
import { useAction } from '../../kit/use-action.ts';
import { cutText, maxLengthOf } from '../../lib/text-length.ts';
import { tokenProblem } from './token-problem.ts';

export type Merchant = CallOutput<'terminals.try'>;
export type Added = CallOutput<'terminals.add'>;

export const MAX_NAME_LENGTH = maxLengthOf(terminalName());

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
  const invalidate = useInvalidate();
  const { run, forget, failure, isBusy } = useAction();

  const problem = tokenProblem(token);
  const name = typedName ?? cutText(merchant?.merchant_name ?? '', MAX_NAME_LENGTH);
  const isNameBlank = name.trim() === '';

  const tryToken = (given: string): void =>
    void run(async () => {
      setMerchant(await callProgram('terminals.try', { token: given }));
    });

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
      forget();
    },
    /** As setToken; what is pasted, not typed, is tried at once. */
    setOrTryToken: (given: string, isPasted: boolean): void => {
      setToken(given);
      forget();
      if (isPasted && !tokenProblem(given)) tryToken(given);
    },
    setName,
    /** Requests the token's merchant from the bank. */
    tryToken: (): void => {
      setTried(true);
      if (!problem) tryToken(token);
    },
    /** Back to another token. */
    another: (): void => {
      setMerchant(undefined);
      forget();
    },
    add: (): void => {
      if (isNameBlank) return;
      void run(async () => {
        // After a lost answer the terminal may exist: the form then says so.
        const added = await callProgram('terminals.add', { name: name.trim(), token }).finally(
          () => void invalidate('token'),
        );
        setToken('');
        onAdded(added);
      });
    },
  };
};

export type AddTerminal = ReturnType<typeof useAddTerminal>;
