import { testReceiver } from '../shop/deliveries/deliver.ts';
import {
  addReceiver,
  type IssuedSecret,
  listDeliveries,
  listReceivers,
  removeReceiver,
  rotateSecret,
} from '../shop/deliveries/receivers.ts';
import type { Handlers } from './operation.ts';

const presentSecret = ({ secret, receiver }: IssuedSecret) => ({ secret, ...receiver });

export const webhookHandlers: Handlers<'webhooks'> = {
  'webhooks.list': async (context) => ({ webhooks: await listReceivers(context) }),
  'webhooks.add': async ({ input, log, ...context }) => {
    const issued = await addReceiver(context, input);
    log.info('A webhook was added.', { id: issued.receiver.id, url: issued.receiver.url });
    return presentSecret(issued);
  },
  'webhooks.rotate': async ({ input: { id }, log, ...context }) => {
    const issued = await rotateSecret(context, id);
    log.info('A webhook got a new secret.', { id });
    return presentSecret(issued);
  },
  'webhooks.remove': ({ input: { id }, log, ...context }) => {
    removeReceiver(context, id);
    log.info('A webhook was removed.', { id });
    return { id };
  },
  'webhooks.test': async ({ input: { id }, ...context }) => ({ delivery: await testReceiver(context, id) }),
  'webhooks.deliveries': ({ db, input: { id } }) => ({ deliveries: listDeliveries(db, id) }),
};
