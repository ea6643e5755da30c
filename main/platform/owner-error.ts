type Facts = Readonly<Record<string, unknown>>;

export type OwnerErrorOptions = ErrorOptions & { facts?: Facts };

/**
 * A failure for the owner: `message` says in one line what happened, what is safe, and what to do on any surface. The
 * command line and the window add their own advice (`withAdvice`).
 */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
  /** Stable and upper case, for programs: `PORT_TAKEN`, `DATABASE_CORRUPT`, … */
  readonly code: string;
  /** Distinguish the cases of one code. */
  readonly facts: Facts;

  constructor(code: string, message: string, { facts = {}, ...options }: OwnerErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

/** A surface's advice for an error code; a function where it depends on the error's facts. */
export type Advice = Readonly<Record<string, string | ((facts: Facts) => string | undefined)>>;

export interface Wordable {
  code: string;
  message: string;
  facts?: Facts;
}

/** The message with the surface's own advice. */
export const withAdvice = ({ code, message, facts = {} }: Wordable, advice: Advice): string => {
  const added = advice[code];
  return [message, typeof added === 'function' ? added(facts) : added].filter(Boolean).join(' ');
};
