/** A request to the bank. */
export interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON, sent by POST; absent: a GET. */
  body: string | undefined;
  /** Milliseconds for all of it, the answer's body included. */
  timeoutMs: number;
}

export interface Answer {
  status: number;
  /** Empty: there was no body. */
  text: string;
  headers: Pick<Headers, 'get'>;
}

/**
 * Carries a message to the bank, once: a repetition could charge a customer twice. Follows no redirect: the token must
 * not reach another host.
 * @throws NoConnection; an error named TimeoutError when time is over; any other error if the connection broke
 */
export type Transport = (message: Message) => Promise<Answer>;

/** No connection was made (no such name, refused, no TLS, no time), so nothing was sent. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';

  constructor(cause: unknown) {
    super('No connection was made.', { cause });
  }
}

/**
 * Calls `late` when time is over. An answer that came while the computer slept, or was too busy to look, is read first:
 * Node runs the timers that are due before it reads what has arrived.
 * @returns ends it
 */
export const timeLimit = (ms: number, late: (error: Error) => void): (() => void) => {
  let isOver = false;
  // Named like the error of an AbortSignal.
  const end = () => isOver || late(new DOMException('No answer in time.', 'TimeoutError'));
  const timer = setTimeout(() => setImmediate(end), ms);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
};

/** An error, its cause, and so on. */
export const causes = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...causes(error.cause)] : [];
