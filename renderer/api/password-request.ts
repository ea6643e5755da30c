import { createStore } from '../lib/create-store.ts';
import { sessionStore } from './session.ts';

/** The program wants the owner's password once more; shop/session/password-dialog.tsx asks for it. */
interface PasswordRequest {
  /** Ends the request. @param isGiven the program has accepted the password */
  done(isGiven: boolean): void;
}

export const passwordRequestStore = createStore<PasswordRequest | undefined>(undefined);

let waiting: Promise<boolean> | undefined;

const open = (): Promise<boolean> =>
  new Promise((resolve) => {
    const done = (isGiven: boolean): void => {
      stopWatching();
      waiting = undefined;
      passwordRequestStore.set(undefined);
      resolve(isGiven);
    };
    // Without a session there is nobody to ask, and the next user must not find the question.
    const stopWatching = sessionStore.subscribe(() => {
      if (!sessionStore.get().session) done(false);
    });
    passwordRequestStore.set({ done });
  });

/** Asks for the password; calls that wait at the same time share one question. Gives whether it was accepted. */
export const requestPassword = (): Promise<boolean> => {
  waiting ??= open();
  return waiting;
};
