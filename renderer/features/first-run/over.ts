const KEY = 'kramar.first-run-over';

/** Whether this computer's owner has come to the end of the first run, or put the rest of it off. */
export const firstRun = {
  isOver: (): boolean => localStorage.getItem(KEY) !== null,
  end: (): void => localStorage.setItem(KEY, 'yes'),
  /** A shop that has just got its owner begins at the beginning, whatever was here before it. */
  begin: (): void => localStorage.removeItem(KEY),
};
