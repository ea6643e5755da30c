import { callProgram } from './bridge.ts';
import { sessionStore } from './session.ts';

/** Starts the session of a person (id) by their PIN. @throws ApiError */
export const signInByPin = async (person: number, pin: string): Promise<void> => {
  sessionStore.begin(await callProgram('pin.switch', { person, pin }));
};
