import type { Event } from '../../shared/api/events.ts';
import { ApiError } from './failure.ts';
import { authorised } from './http.ts';
import { createMessageReader, type ServerMessage } from './sse.ts';

export type Connection = { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: number };

interface Listener {
  onEvent(event: Event): void;
  /** Events may have been missed: everything shown must be refetched. */
  onReset(): void;
  onConnection(connection: Connection): void;
}

/** The server sends a heartbeat every 15 s (event-stream.ts, HEARTBEAT_MS). */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/**
 * Follows `GET events/` until the signal is aborted, and reconnects when the connection breaks.
 * @param isMine only events of invoices that the user created, for whoever may not view all
 */
export const followEvents = async (
  listener: Listener,
  isMine: boolean,
  signal: AbortSignal,
): Promise<void> => {
  let lastEventId: string | undefined;
  let since: number | undefined;
  let pause = FIRST_PAUSE_MS;

  const take = (message: ServerMessage): void => {
    if (message.id !== undefined) lastEventId = message.id;
    if (message.event === 'ready' || message.event === 'reset') {
      since = undefined;
      pause = FIRST_PAUSE_MS;
      listener.onConnection({ state: 'live' });
      if (message.event === 'reset') listener.onReset();
    } else if (message.event !== 'expired') listener.onEvent(JSON.parse(message.data) as Event);
  };

  while (!signal.aborted) {
    try {
      for await (const message of messages(lastEventId, isMine, signal)) take(message);
    } catch (error) {
      if (signal.aborted) return;
      // Signed out: the next session reconnects.
      if (error instanceof ApiError && error.failure.kind === 'session') return;
      since ??= Date.now();
      listener.onConnection({ state: 'lost', since });
    }
    await sleep(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
};

async function* messages(
  lastEventId: string | undefined,
  isMine: boolean,
  signal: AbortSignal,
): AsyncGenerator<ServerMessage> {
  const quiet = new AbortController();
  const response = await authorised(isMine ? 'events/?mine=true' : 'events/', {
    headers: {
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    signal: AbortSignal.any([signal, quiet.signal]),
    timeoutMs: Number.POSITIVE_INFINITY,
  });
  if (!response.ok || !response.body) throw new ApiError({ kind: 'unreachable' });
  const read = createMessageReader();
  let watchdog = setTimeout(() => quiet.abort(), SILENCE_MS);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => quiet.abort(), SILENCE_MS);
      yield* read(value);
    }
  } finally {
    clearTimeout(watchdog);
    await reader.cancel().catch(() => undefined);
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
