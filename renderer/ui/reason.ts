/** Known causes of a failed backup (main/platform/os-errors.ts), which the screens translate. */
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

/** undefined: an unknown reason; its original text is shown. */
export const reasonIn = (words: string): Reason | undefined =>
  (Object.keys(REASONS) as Reason[]).find((name) => REASONS[name].test(words));
