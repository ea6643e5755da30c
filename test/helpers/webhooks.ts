import { vi } from 'vitest';
import { changeSetting } from '../../main/shop/settings.ts';
import type { Refusal } from './client.ts';
import { requested } from './keyed.ts';
import type { Shop } from './shop.ts';

/** The owner's tunnel, straight to the endpoint: the address that is set is the service's own. "" disables it. */
export const setAddress = (shop: Shop, address = new URL(shop.baseUrl).origin): void => {
  changeSetting(shop.console.db, shop.folder, 'webhook_address', address);
};

interface Sent {
  terminal?: number | string;
  /** X-Sign; absent: the bank's own for this body. */
  sign?: string;
}

/** Sends a body as the bank would. */
export const deliver = (shop: Shop, body: string, { terminal = shop.terminal.id, sign }: Sent = {}) =>
  shop.stranger.send<Refusal>('POST', `/webhooks/bank/${terminal}`, {
    raw: body,
    headers: { 'X-Sign': sign ?? shop.bank.signWebhook(body) },
  });

/** What the bank has sent about an invoice, oldest first; each try of a delivery is one. */
export const reported = (shop: Shop, invoiceId: string) =>
  shop.bank.webhooks.filter((delivery) => delivery.invoiceId === invoiceId);

/** How often the bank was asked for its key. */
export const keyRequests = (shop: Shop): number => requested(shop, 'pubkey').length;

/** Moves the monotonic clock: a terminal's key is requested at most once a minute. */
export const monotonicClock = () => {
  const real = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
  return {
    forward: (seconds: number) => {
      ahead += seconds * 1000;
    },
  };
};
