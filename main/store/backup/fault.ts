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
