import { deliverNext } from '../shop/deliveries/deliver.ts';
import { queueEvents } from '../shop/deliveries/queue.ts';
import { openSecret, type ReceiverContext } from '../shop/deliveries/receivers.ts';
import { allReceivers, findReceiver } from '../store/receivers.ts';
import { createLoop, type Loop, type LoopHost } from './loop.ts';

const LOOK_EVERY_MS = 500;
/** Time for the attempts under way when the service stops. */
const STOP_GRACE_MS = 1000;

/**
 * Delivers events to the owner's webhooks. Each receiver is served one attempt at a time and apart from the others, so
 * that one that does not answer delays none but itself.
 */
export const deliverEvents = (context: ReceiverContext, host: LoopHost): Loop => {
  const { log, inBackground } = host;
  const { db, vault, now } = context;
  const serving = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  const lastLogged = new Map<number, string>();
  const startedAt = now();

  /** One line for as long as the reason lasts. */
  const warnOnce = (id: number, message: string, facts: object = {}): void => {
    if (lastLogged.get(id) !== message) log.warn(message, { webhook: id, ...facts });
    lastLogged.set(id, message);
  };

  /** Makes the next attempt of a receiver; returns whether there may be another one. */
  const serveNext = async (id: number, isStopping: () => boolean): Promise<boolean> => {
    // Read anew each time: it may have been removed, or its secret replaced.
    const receiver = findReceiver(db, id);
    if (!receiver) return false;
    queueEvents(db, receiver);
    const secret = await openSecret(vault, receiver);
    if (secret === undefined) {
      warnOnce(id, 'The secret of a webhook cannot be opened; its deliveries wait.');
      return false;
    }
    if (isStopping()) return false;
    const isMade = await deliverNext({ ...context, startedAt, signal: stopping.signal }, receiver, secret);
    if (isMade) logOutcome(id);
    return isMade;
  };

  const logOutcome = (id: number): void => {
    const { failures = 0, url } = findReceiver(db, id) ?? {};
    if (failures > 0) warnOnce(id, 'A webhook does not answer; its deliveries are tried again.', { url });
    else lastLogged.delete(id);
  };

  const serve = async (id: number, isStopping: () => boolean): Promise<void> => {
    while (!isStopping() && (await serveNext(id, isStopping)));
  };

  const loop = createLoop({
    name: 'deliver events',
    everyMs: LOOK_EVERY_MS,
    host,
    round: async (isStopping) => {
      for (const { id } of allReceivers(db)) {
        if (serving.has(id)) continue;
        const served = inBackground(() => serve(id, isStopping))
          .catch((error: unknown) => warnOnce(id, 'A delivery failed; it is tried again.', { error }))
          .finally(() => serving.delete(id));
        serving.set(id, served);
      }
    },
  });

  return {
    start: loop.start,
    stop: async () => {
      const cutOff = setTimeout(() => stopping.abort(), STOP_GRACE_MS);
      await loop.stop();
      await Promise.all(serving.values());
      clearTimeout(cutOff);
    },
  };
};
