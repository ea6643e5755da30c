/** Why a backup did not come about, or is none. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
  /**
   * DAMAGED: it did not pass its check. NEWER: of a newer Kramar. FOREIGN: no database of Kramar. ALTERED: its tables,
   * indexes or triggers are not ours. IN_USE: it
   * is open elsewhere. CRASHED, STOPPED, TIMED_OUT: the thread ended, or was ended, in the middle. Or what SQLite or the operating system said: SQLITE_FULL, ENOENT, …
   */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** For the owner: what is in the way, and what to do about it, each without its full stop. */
export interface Reason {
  /** Of the fault, SQLite or the operating system; "" where it has none. */
  code: string;
  why: string;
  remedy: string;
}

const REASONS: readonly [codes: RegExp, why: string, remedy: string][] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'the disk is full', 'Free some space'],
  [
    /^(ENOENT|ENODEV|ENXIO)$/,
    'the folder is not there',
    'Plug in the disk that it is on, or make the folder',
  ],
  [/^(ENOTDIR|EEXIST)$/, 'there is a file where the folder should be', 'Move that file away'],
  [/^(EROFS|SQLITE_READONLY.*)$/, 'it is write-protected', 'Make it writable'],
  [
    /^(EACCES|EPERM|SQLITE_CANTOPEN.*|SQLITE_PERM)$/,
    'your user has no right to',
    'Give your user the right to',
  ],
  [
    /^(IN_USE|EBUSY|ETXTBSY|SQLITE_BUSY.*|SQLITE_LOCKED.*|SQLITE_PROTOCOL)$/,
    'another program holds a file that is needed',
    'Close that program, or wait until it is done',
  ],
  [/^(EIO|SQLITE_IOERR.*)$/, 'the disk does not take or give what it should', 'Check the disk and its cable'],
  [/^(DAMAGED|SQLITE_(CORRUPT|NOTADB).*)$/, 'the copy did not pass its check', 'Check the disk'],
];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** What stands behind a failure to write a backup. */
export const reasonOf = (error: unknown): Reason => {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const [, why, remedy] = REASONS.find(([codes]) => codes.test(code)) ?? [];
  return {
    code,
    why: why ? `${why} (${message})` : message,
    remedy: remedy ?? 'Try again; if it stays so, restart the PC',
  };
};
