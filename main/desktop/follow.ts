import { setTimeout } from 'node:timers/promises';
import type { EventType } from '../../shared/api/events.ts';
import type { ServiceHandle } from '../domain/installation.ts';
import type { Log } from '../platform/log.ts';
import { type EventRow, eventsAfter, lastEventId } from '../store/events.ts';

const BATCH = 200;
/** The day may have ended without an event. */
const LOOK_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

interface Followed {
  inside: Pick<ServiceHandle, 'db' | 'feed'>;
  types: readonly EventType[];
  /** Told of what has happened since; with nothing, now and then, that time has passed. */
  onEvents(rows: readonly EventRow[]): void;
  log: Log;
}

/** Tells of events from now on, until the service that they come from stops. */
export const followEvents = ({ inside: { db, feed }, types, onEvents, log }: Followed): Promise<void> => {
  let position = lastEventId(db);

  const look = async (): Promise<void> => {
    const newest = lastEventId(db);
    const rows = eventsAfter(db, position, types, BATCH);
    const told = rows.at(-1)?.id ?? position;
    position = rows.length === BATCH ? told : Math.max(told, newest);
    onEvents(rows);
    if (rows.length < BATCH) await feed.waitFor(position, LOOK_MS, feed.closed);
  };

  const run = async (): Promise<void> => {
    while (!feed.closed.aborted) {
      try {
        await look();
      } catch (error) {
        if (feed.closed.aborted) return;
        log.error('The tray and the notifications lost sight of what happens; they look again.', { error });
        await setTimeout(TRY_AGAIN_MS, undefined, { ref: false, signal: feed.closed }).catch(() => undefined);
      }
    }
  };
  return run();
};
