/** A backup could not be made, or a file is no usable backup. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
  /**
   * DAMAGED: the check failed. NEWER: of a newer Kramar. TOO_OLD: of one before BASE_VERSION. FOREIGN: no database of Kramar. ALTERED: its tables, indexes
   * or triggers are not Kramar's. PHRASE_WRONG, TRUNCATED: of an encrypted copy. IN_USE: it is open elsewhere. CRASHED, STOPPED, TIMED_OUT: the thread ended, or was
   * ended, too early. Otherwise a code of SQLite or of the operating system: SQLITE_FULL, ENOENT, …
   */
  readonly code: string;

  /** ALTERED: the tables, indexes and triggers concerned. */
  readonly names: readonly string[];

  constructor(
    code: string,
    message: string,
    { names = [], ...options }: ErrorOptions & { names?: readonly string[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.names = names;
  }
}
