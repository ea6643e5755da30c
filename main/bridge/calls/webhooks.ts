import { testReceiver } from '../../shop/deliveries/deliver.ts';
import {
  addReceiver,
  type IssuedSecret,
  listDeliveries,
  listReceivers,
  removeReceiver,
  rotateSecret,
} from '../../shop/deliveries/receivers.ts';
import type { Handlers } from '../call.ts';

const presentSecret = ({ secret, receiver }: IssuedSecret) => ({ secret, ...receiver });

export const webhookHandlers: Handlers<'webhooks'> = {
  'webhooks.list': ({ running }) => listReceivers(running.handle),
  'webhooks.add': async ({ input, running, log }) => {
    const issued = await addReceiver(running.handle, input);
    log.info('A webhook was added.', { id: issued.receiver.id, url: issued.receiver.url });
    return presentSecret(issued);
  },
  'webhooks.rotate': async ({ input, running, log }) => {
    const issued = await rotateSecret(running.handle, input.id);
    log.info('A webhook got a new secret.', { id: input.id });
    return presentSecret(issued);
  },
  'webhooks.remove': ({ input, running, log }) => {
    removeReceiver(running.handle, input.id);
    log.info('A webhook was removed.', { id: input.id });
    return null;
  },
  'webhooks.test': ({ input, running }) => testReceiver(running.handle, input.id),
  'webhooks.deliveries': ({ input, running }) => listDeliveries(running.handle.db, input.id),
};
