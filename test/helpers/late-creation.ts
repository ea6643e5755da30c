import { expect } from 'vitest';
import { type Gateway, type Passed, reply } from '../bad-days/gateway.ts';
import { createUnder } from './keyed.ts';
import type { Shop } from './shop.ts';

/** A gateway that keeps creations back until the shop has given up waiting for them, and lets them reach the bank later. */
export const lateCreations = (shop: Shop, gateway: Gateway) => {
  const kept: (() => Promise<Passed>)[] = [];
  let toKeep = 0;
  gateway.at('invoice/create', async (_call, pass, response) => {
    if (toKeep > 0) {
      toKeep -= 1;
      // No answer: the shop ends the connection when its time is over.
      kept.push(pass);
      return;
    }
    reply(response, await pass());
  });

  return {
    /** A creation of which the shop gets no answer in time; the bank has not got it yet either. */
    late: async (key: string, body: object): Promise<void> => {
      toKeep = 1;
      const answer = await createUnder(shop, key, body);
      expect([answer.status, answer.body.err_code], answer.text).toEqual([502, 'TIMEOUT']);
    },
    /** The oldest creation that was kept back reaches the bank now; gives the bank's id of its invoice. */
    arrive: async (): Promise<string> => {
      const pass = kept.shift();
      if (!pass) throw new Error('No creation was kept back.');
      const { status, text } = await pass();
      if (status !== 200) throw new Error(`The bank refused the late creation: ${text}`);
      return JSON.parse(text).invoiceId;
    },
  };
};
