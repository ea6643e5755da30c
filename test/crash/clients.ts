import { setTimeout as sleep } from 'node:timers/promises';
import type { Parties } from './parties.ts';
import type { Occasion } from './points.ts';
import { anyFault, type Sale } from './sales.ts';
import { ACCOUNTS, type Account, Gone } from './shop.ts';

/** The clients of the shop: tills that sell, buyers, and the office. Over all lives of the service. */

type Doing =
  | 'sell'
  | 'late'
  | 'again'
  | 'buy'
  | 'cancel'
  | 'refund'
  | 'press'
  | 'capture'
  | 'captureAgain'
  | 'replay'
  | 'spoil'
  | 'poison'
  | 'giveUp'
  | 'cash'
  | 'parts'
  | 'payParts'
  | 'rest'
  | 'giveBack'
  | 'move'
  | 'cashAgain'
  | 'office';

/** How often a client does each thing, unless the occasion says otherwise. */
const USUAL: Record<Doing, number> = {
  sell: 10,
  late: 4,
  again: 8,
  buy: 10,
  cancel: 3,
  refund: 3,
  press: 8,
  capture: 4,
  captureAgain: 4,
  replay: 2,
  spoil: 1,
  poison: 0.5,
  giveUp: 3,
  cash: 4,
  parts: 4,
  payParts: 3,
  rest: 2,
  giveBack: 3,
  move: 1,
  cashAgain: 6,
  office: 2,
};

/** What happens at the bank then is mostly of a sale in parts. */
const FEW_QR = { sell: 1, late: 0, again: 0, giveUp: 0 };

const MOSTLY: Partial<Record<Occasion, Partial<Record<Doing, number>>>> = {
  // A job that is run by hand while the service stops is answered with 500.
  stop: { office: 0 },
  'lost sale': { spoil: 10, again: 20 },
  cancel: { cancel: 20 },
  refund: { refund: 20, press: 20, buy: 20 },
  capture: { capture: 20, captureAgain: 20, buy: 20 },
  deletion: { giveUp: 60 },
  cash: { cash: 40, cashAgain: 20, giveBack: 10 },
  parts: { ...FEW_QR, parts: 30, cashAgain: 20, payParts: 10 },
  rest: { ...FEW_QR, parts: 30, rest: 40, cashAgain: 10, cancel: 0 },
  return: { ...FEW_QR, parts: 30, payParts: 20, giveBack: 60, cashAgain: 10, refund: 0, press: 0 },
  statement: { office: 30 },
  job: { office: 30 },
  backup: { office: 20 },
  drill: { office: 20 },
};

const FAULTY = [
  'invoice/create',
  'invoice/cancel',
  'invoice/finalize',
  'invoice/remove',
  'invoice/status',
  'statement',
  'qr/details',
];

export interface Clients {
  /** Waits until no client waits for an answer. */
  idle(): Promise<void>;
  /** The first fault that a client found; the others continue. */
  failure(): unknown;
  /** For good. */
  leave(): Promise<void>;
}

export const openClients = (parties: Parties): Clients => {
  const { shop, sales, refunds, captures, poisoner, throwaways, cash, office } = parties;
  const { random, bank } = shop;
  let busy = 0;
  let isOver = false;
  let failure: unknown;

  const again = async (account: Account): Promise<void> => {
    const waiting = sales.sales.filter(
      (sale) => sale.state === 'asking' && sale.isKeyed && sale.account === account,
    );
    if (waiting.length > 0) await sales.attempt(random.pick(waiting));
  };

  const withSale = async (fits: (sale: Sale) => boolean, work: (sale: Sale) => unknown): Promise<void> => {
    const sale = sales.recent(fits);
    if (sale) await work(sale);
  };

  const spoil = (occasion: Occasion): void => {
    if (bank.faults().length > 2) return;
    // Now and then it is away for a while.
    if (random.chance(0.1)) bank.fault({ ...anyFault(random, '*'), times: random.integer(5, 20) });
    else bank.fault(anyFault(random, occasion === 'lost sale' ? 'invoice/create' : random.pick(FAULTY)));
    if (random.chance(0.5)) sales.payLost();
  };

  const doings: Record<Doing, (account: Account) => unknown> = {
    sell: async (account) => {
      const sale = sales.begin(account);
      await sales.attempt(sale);
      if (sale.state === 'given up' && !sale.isKeyed) await sales.attempt(sales.keyInAgain(sale));
      if (random.chance(0.5)) sales.buy(sale);
    },
    late: sales.beginLate,
    again,
    buy: () => withSale(sales.isUnpaid, sales.buy),
    cancel: () => withSale(sales.isUnpaid, sales.cancel),
    refund: () => withSale(sales.isPaid, refunds.begin),
    press: refunds.again,
    capture: () => withSale(sales.isHeld, captures.begin),
    captureAgain: captures.again,
    replay: () => withSale(({ isKeyed }) => isKeyed, sales.attempt),
    spoil: () => spoil(shop.occasion),
    poison: poisoner.poison,
    giveUp: throwaways.use,
    cash: cash.sell,
    parts: cash.sellInParts,
    payParts: cash.pay,
    rest: cash.rest,
    giveBack: cash.giveBack,
    move: cash.move,
    cashAgain: cash.again,
    office: () => office.at(shop.occasion),
  };

  const step = async (account: Account): Promise<void> => {
    const weights = { ...USUAL, ...MOSTLY[shop.occasion] };
    const doing = random.weighted(Object.entries(weights) as [Doing, number][]);
    await doings[doing](account);
  };

  const client = async (account: Account): Promise<void> => {
    while (!isOver) {
      if (!shop.isOpen()) {
        await sleep(10);
        continue;
      }
      busy += 1;
      await step(account).catch((error: unknown) => {
        if (!(error instanceof Gone)) failure ??= error;
      });
      busy -= 1;
      await sleep(random.integer(0, 20));
    }
  };
  // Two at each: while one of them waits, the other keeps the shop busy.
  const all = [...ACCOUNTS, ...ACCOUNTS].map(client);

  return {
    idle: async () => {
      while (busy > 0) await sleep(5);
    },
    failure: () => failure,
    leave: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
};
