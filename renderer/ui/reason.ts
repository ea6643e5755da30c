/** What the program says is in the way of a backup (main/platform/os-errors.ts), told again in the shop's words. */
const REASONS = {
  full: /the disk is full/,
  gone: /the folder is not there/,
  file: /there is a file where the folder should be/,
  readOnly: /it is write-protected/,
  noRight: /your user has no right to/,
  held: /another program holds a file/,
  disk: /the disk does not take or give/,
  unsound: /the copy did not pass its check/,
} as const;
type Reason = keyof typeof REASONS;

/** undefined: none that is known; the words themselves are then all there is. */
export const reasonIn = (words: string): Reason | undefined =>
  (Object.keys(REASONS) as Reason[]).find((name) => REASONS[name].test(words));
