import { expect, onTestFinished, vi } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import type { Refusal } from '../helpers/client.ts';
import { eventsOf } from '../helpers/events.ts';
import { createUnder, freshOwner } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { placeGateway } from './gateway.ts';
import { handCron, watchersTime } from './time.ts';

type Options = Parameters<typeof openShop>[0];
type AtEnd = (work: () => Promise<void>) => unknown;

const behindGateway = async (options: Options, atEnd: AtEnd, restore: () => unknown) => {
  const shop = await openShop(options);
  const gateway = await placeGateway(shop);
  atEnd(async () => {
    await shop.close();
    await gateway.stop();
    restore();
  });
  return { shop, gateway };
};

/** A shop behind a gateway. @param atEnd by default of the test */
export const openQuiet = (options: Options = {}, atEnd: AtEnd = onTestFinished) =>
  behindGateway(options, atEnd, () => vi.restoreAllMocks());

/** A shop behind a gateway whose time, and whose jobs, the test sets going. @param atEnd by default of the test */
export const openTimed = async (atEnd: AtEnd = onTestFinished, start?: number) => {
  const time = watchersTime(start);
  const cron = handCron();
  const options = { now: time.now, bank: { now: time.bankNow }, schedule: cron.schedule };
  return { time, cron, ...(await behindGateway(options, atEnd, time.restore)) };
};

let keys = 0;

/** Requests of the owner to the shop that is open. */
export const asking = (shop: () => Shop) => {
  /** An access token is valid for one hour of the service's clock. */
  const owner = () => freshOwner(shop());
  return {
    owner,
    refresh: async (id: number) => (await owner()).post<Invoice & Refusal>(`invoices/${id}/refresh/`),
    sell: async (body: object = {}, key = `sale ${++keys}`): Promise<Invoice> => {
      const answer = await createUnder(shop(), key, { amount: 5000, ...body }, await owner());
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    },
    statusOf: async (id: number) => (await (await owner()).get<Invoice>(`invoices/${id}/`)).body.status,
    eventsNamed: async (type: string) =>
      (await eventsOf(await owner())).filter((event) => event.type === type),
    bankState: async () => (await (await owner()).get<System>('system/')).body.bank,
  };
};
