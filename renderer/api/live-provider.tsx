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
import { type Connection, followEvents } from './live.ts';
import { showPaid } from './paid-event.ts';
import { accountQuery } from './queries.ts';
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
