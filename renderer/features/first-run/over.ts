const KEY = 'kramar.first-run-over';

/** Whether the first run was finished or postponed on this computer. */
export const firstRun = {
  isOver: (): boolean => localStorage.getItem(KEY) !== null,
  end: (): void => localStorage.setItem(KEY, 'yes'),
  /** A new shop starts the first run again, whatever was on this computer before. */
  begin: (): void => localStorage.removeItem(KEY),
};
