import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Event } from '../../shared/api/events.ts';
import { ApiError } from './failure.ts';
import { authorised } from './http.ts';
import { showPaid } from './paid-event.ts';
import { accountQuery } from './queries.ts';
import { createMessageReader, type ServerMessage } from './sse.ts';
import { createStaleMarker } from './stale.ts';

interface Live {
  connection: Connection;
  /** Subscribes to events and returns the unsubscribe function. */
  listen(listener: (event: Event) => void): () => void;
}

const Context = createContext<Live | undefined>(undefined);

/** Follows the service's events while a user is signed in, and keeps queries fresh. */
export const LiveProvider = ({ isOpen, children }: PropsWithChildren<{ isOpen: boolean }>) => {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  const { data: account } = useQuery({ ...accountQuery, enabled: isOpen });
  const isMine = account !== undefined && !account.is_owner && !account.can_view_invoices;
  const listeners = useRef(new Set<(event: Event) => void>());

  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const stale = createStaleMarker(queries, () => document.hidden);
    let wasLost = false;
    void followEvents(
      {
        onEvent: (event) => {
          showPaid(queries, event);
          stale.mark(event);
          for (const listener of listeners.current) listener(event);
        },
        onReset: () => void queries.invalidateQueries(),
        onConnection: (next) => {
          // Refetches what failed while disconnected.
          if (next.state === 'live' && wasLost) void queries.invalidateQueries();
          wasLost = next.state === 'lost';
          setConnection(next);
        },
      },
      isMine,
      stop.signal,
    );
    return () => {
      stop.abort();
      stale.stop();
      setConnection({ state: 'connecting' });
    };
  }, [isOpen, isMine, queries]);

  const listen = useCallback((listener: (event: Event) => void) => {
    listeners.current.add(listener);
    return () => {
      listeners.current.delete(listener);
    };
  }, []);
  const live = useMemo(() => ({ connection, listen }), [connection, listen]);
  return <Context value={live}>{children}</Context>;
};

const useLive = (): Live => {
  const live = useContext(Context);
  if (!live) throw new Error('There is no LiveProvider around this.');
  return live;
};

export const useConnection = (): Connection => useLive().connection;

/** Calls the latest `listener` on each event. */
export const useEvents = (listener: (event: Event) => void): void => {
  const { listen } = useLive();
  const onEvent = useEffectEvent(listener);
  useEffect(() => listen(onEvent), [listen]);
};

type Connection = { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: number };

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
const followEvents = async (listener: Listener, isMine: boolean, signal: AbortSignal): Promise<void> => {
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
