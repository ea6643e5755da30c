import type { Event } from '../../shared/api/events.ts';
import { ApiError } from './failure.ts';
import { authorised } from './http.ts';
import { createMessageReader, type ServerMessage } from './sse.ts';

export type Connection = { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: number };

interface Listener {
  onEvent(event: Event): void;
  /** Something may have been missed: whatever is shown must be read anew. */
  onReset(): void;
  onConnection(connection: Connection): void;
}

/** The server says something at least every 15 s (event-stream.ts, HEARTBEAT_MS). */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Follows `GET events/` until the signal is aborted, whatever the connection does meanwhile. */
export const followEvents = async (listener: Listener, signal: AbortSignal): Promise<void> => {
  let place: string | undefined;
  let since: number | undefined;
  let pause = FIRST_PAUSE_MS;

  const take = (message: ServerMessage): void => {
    if (message.id !== undefined) place = message.id;
    if (message.event === 'ready' || message.event === 'reset') {
      since = undefined;
      pause = FIRST_PAUSE_MS;
      listener.onConnection({ state: 'live' });
      if (message.event === 'reset') listener.onReset();
    } else if (message.event !== 'expired') listener.onEvent(JSON.parse(message.data) as Event);
  };

  while (!signal.aborted) {
    try {
      for await (const message of messages(place, signal)) take(message);
    } catch (error) {
      if (signal.aborted) return;
      // Signed out: nothing is wrong with the connection, and the next session follows anew.
      if (error instanceof ApiError && error.failure.kind === 'session') return;
      since ??= Date.now();
      listener.onConnection({ state: 'lost', since });
    }
    await rest(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
};

async function* messages(place: string | undefined, signal: AbortSignal): AsyncGenerator<ServerMessage> {
  const quiet = new AbortController();
  const response = await authorised('events/', {
    headers: { Accept: 'text/event-stream', ...(place === undefined ? {} : { 'Last-Event-ID': place }) },
    signal: AbortSignal.any([signal, quiet.signal]),
    patience: Number.POSITIVE_INFINITY,
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

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
