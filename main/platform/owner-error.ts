/**
 * A failure that the owner is told in one line: what happened, what is safe, what to do.
 * The entries (headless, cli) print `message` and exit with 1; the cause goes to the log.
 */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
  /** Stable and upper case, for programs: `PORT_TAKEN`, `DATABASE_CORRUPT`, … */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
