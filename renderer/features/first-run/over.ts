const KEY = 'kramar.first-run';

/** How far the first run of this browser has come; it goes on after a reload. */
export const firstRun = {
  /** Finished or postponed. */
  isOver: (): boolean => localStorage.getItem(KEY) === 'over',
  /** The owner was made here, and the last step is not done. */
  isUnderWay: (): boolean => localStorage.getItem(KEY) === 'on',
  end: (): void => localStorage.setItem(KEY, 'over'),
  /** A new shop starts the first run again, whatever was on this computer before. */
  begin: (): void => localStorage.setItem(KEY, 'on'),
};
