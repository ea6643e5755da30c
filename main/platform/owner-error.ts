type Facts = Readonly<Record<string, unknown>>;

export type OwnerErrorOptions = ErrorOptions & { facts?: Facts };

/**
 * A failure for the owner: `message` says in one line what happened, what is safe, and what can be done wherever it is
 * read. A command line and the window add what can be done there alone (`worded`).
 */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
  /** Stable and upper case, for programs: `PORT_TAKEN`, `DATABASE_CORRUPT`, … */
  readonly code: string;
  /** By which a surface tells cases of one code apart. */
  readonly facts: Facts;

  constructor(code: string, message: string, { facts = {}, ...options }: OwnerErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

/** What one surface adds to an error, by its code; a function where that depends on the error's facts. */
export type Advice = Readonly<Record<string, string | ((facts: Facts) => string | undefined)>>;

export interface Wordable {
  code: string;
  message: string;
  facts?: Facts;
}

/** The error as a surface words it. */
export const withAdvice = ({ code, message, facts = {} }: Wordable, advice: Advice): string => {
  const added = advice[code];
  return [message, typeof added === 'function' ? added(facts) : added].filter(Boolean).join(' ');
};
