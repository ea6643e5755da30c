import { Agent, type IncomingMessage, request } from 'node:http';
import type { LookupFunction } from 'node:net';

/** Answers are needed as a status only; this much of the body is kept for people. */
const KEPT_BYTES = 500;

/** A receiver's answer. */
export interface Answer {
  /** Null: no answer. */
  status: number | null;
  /** The beginning of the body, or why there was none. */
  text: string;
  ms: number;
}

interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Milliseconds for all of it. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** `localhost` is this computer, whatever a hosts file or a name server says. */
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const lookup: LookupFunction = (_name, { all }, done) => {
  if (all) done(null, LOOPBACK);
  else done(null, '127.0.0.1', 4);
};

/**
 * Sends one POST on a connection of its own. Follows no redirect, and reads only the beginning of the answer's body.
 * Never throws: what went wrong is in the answer.
 */
export const post = async ({ url, headers, body, timeoutMs, signal }: Message): Promise<Answer> => {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  const agent = new Agent({ keepAlive: false });
  const timeout = AbortSignal.timeout(timeoutMs);
  const limit = AbortSignal.any([timeout, signal]);
  try {
    const answer = await send(url, { headers, body, agent, lookup, signal: limit });
    const text = await beginningOf(answer);
    return { status: answer.statusCode ?? null, text, ms: elapsed() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const text = timeout.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : (code ?? message);
    return { status: null, text, ms: elapsed() };
  } finally {
    agent.destroy();
  }
};

interface SendOptions {
  headers: Readonly<Record<string, string>>;
  body: string;
  agent: Agent;
  lookup: LookupFunction;
  signal: AbortSignal;
}

const send = (url: string, { body, headers, ...options }: SendOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      { method: 'POST', headers: { ...headers, ...length }, ...options },
      resolve,
    );
    outgoing.once('error', reject);
    // Some ends come without an error: an answer that switches to another protocol, which Node hangs up on.
    outgoing.once('close', () => reject(new Error('The connection was closed without an answer.')));
    outgoing.end(body);
  });

/** The status is known already: a body that breaks off or never ends changes nothing. */
const beginningOf = async (answer: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      parts.push(part);
      size += part.length;
      if (size >= KEPT_BYTES) break;
    }
  } catch {
    // The part that was read is shown.
  }
  answer.destroy();
  return Buffer.concat(parts).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '').trim();
};
