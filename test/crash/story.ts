import { setTimeout as sleep } from 'node:timers/promises';
import { countPending, readBooks } from './books.ts';
import { openClients } from './clients.ts';
import { compareAll, lookHastily, type Passed } from './compare.ts';
import { INTERRUPTIONS, type Interruption } from './interruptions.ts';
import { openParties } from './parties.ts';
import { type Aim, ANY_TIME, type Occasion, type Point, pointNamed } from './points.ts';
import { countBooks, countKill, emptyTally, killsIn, refuse, reportFound, type Tally } from './report.ts';
import { anyFault } from './sales.ts';
import { type CrashShop, Difference, Gone, NotStarted, openCrashShop, textOf } from './shop.ts';

/** One shop from its opening on, through many lives of its service. */

const MINUTE_MS = 60_000;
/** A point not reached by then will not come in this life: the service is killed all the same. */
const PATIENCE_MS = 6000;
/** Longer than a life and the start after it: the result of a request shows only when it has been repeated. */
const SHOWN_LATE_MS = 20_000;
/** The PC sleeps now and then: unpaid invoices end, and attempts in doubt are dropped. */
const NIGHT_EVERY = 25;
const NIGHT_MS = 27 * MINUTE_MS;
const DAY_MS = 25 * 60 * MINUTE_MS;
/** The maximum time until the whole ledgers are compared again. */
const COMPARE_EVERY = 4;
const TRIES = 3;
const CUTS_OFF = 'create: after transaction 1';
const OCCASIONS = [
  ...(['sale', 'lost sale', 'cancel', 'refund', 'capture', 'deletion'] as const),
  ...(['cash', 'parts', 'rest', 'return'] as const),
  ...(['statement', 'job', 'backup'] as const),
];

/** The bank requests of each kind of trade. */
const BANK_PATHS: Partial<Record<Occasion, string>> = {
  sale: 'invoice/create',
  'lost sale': 'invoice/create',
  cancel: 'invoice/remove',
  refund: 'invoice/cancel',
  capture: 'invoice/finalize',
  parts: 'invoice/create',
  rest: 'invoice/remove',
  return: 'invoice/cancel',
};

export interface Story {
  tally: Tally;
  /** Undefined: everything agreed. */
  failure: { text: string; folder: string; isDifference: boolean } | undefined;
}

export interface StoryOptions {
  seed: string;
  /** Points to be killed at, in this order. */
  plan: readonly string[];
  broken?: string | undefined;
  say?: (text: string) => void;
  /** The folder of a shop in which something did not agree. */
  keep: boolean;
}

export const runStory = async (options: StoryOptions): Promise<Story> => {
  const shop = await openCrashShop(options);
  const tally = emptyTally();
  const story = openStory(shop, tally);
  let failure: Story['failure'];
  try {
    await story.run(options.plan, options.say);
  } catch (error) {
    const text = `${story.place()}\n${textOf(error)}`;
    failure = { text, folder: shop.folder, isDifference: error instanceof Difference };
  }
  await shop.kill();
  await story.leave();
  story.count();
  await shop.bank.stop();
  if (!failure || !options.keep) shop.remove();
  return { tally, failure };
};

const openStory = (shop: CrashShop, tally: Tally) => {
  const { random, bank } = shop;
  const parties = openParties(shop);
  const { sales, office, followers, refunds, poisoner, cash, throwaways } = parties;
  const clients = openClients(parties);
  let place = 'at the opening';
  let sinceComparison = 0;

  const close = async (): Promise<void> => {
    shop.close();
    await clients.idle();
    const failure = clients.failure();
    if (failure !== undefined) throw failure;
  };

  const compare = async (passed: Passed): Promise<void> => {
    const found = await compareAll(parties, passed);
    tally.comparisons += 1;
    reportFound(tally, found);
    sinceComparison = 0;
  };

  /** Starts the service and compares; false when it was killed on the way. */
  const begin = async (aim?: Aim): Promise<boolean> => {
    tally.starts += 1;
    const isServing = await shop.start(aim);
    if (!isServing) {
      const death = await shop.life?.ended;
      // Without a target nothing kills it: it could not start.
      if (!death?.signal) throw new NotStarted(`The service did not start: ${death?.code} ${death?.stderr}`);
      return false;
    }
    reportFound(tally, lookHastily(parties));
    return true;
  };

  const ended = async (aimed: string): Promise<boolean> => {
    const death = await shop.life?.ended;
    if (death?.signal !== 'SIGKILL')
      throw new Difference(`The service ended by itself: ${death?.signal ?? death?.code} ${death?.stderr}`);
    countKill(tally, death.reached ?? ANY_TIME);
    return death.reached === aimed;
  };

  /** Before a point is targeted: makes the situation that it needs likely. */
  const provoke = (point: Point): void => {
    const path = BANK_PATHS[point.when];
    if (point.at === 'sent' && path) bank.fault({ kind: 'hang', acts: true, path, times: 2 });
    if ((point.when === 'refund' || point.when === 'return') && random.chance(0.6))
      bank.setRefundMode({ mode: 'success', shownAfterMs: SHOWN_LATE_MS });
    else if (point.when === 'lost sale') bank.fault(anyFault(random, 'invoice/create', random.chance(0.8)));
  };

  const live = async (point: Point): Promise<boolean> => {
    const aim = { point: point.name, nth: random.integer(1, point.upTo) };
    const isAtStart = point.when === 'start';
    if (!(await begin(isAtStart ? aim : undefined))) return ended(point.name);
    await compareAtTimes();
    if (point.when === 'stop') return stopped(aim);
    if (!isAtStart) {
      await goOn(point.when);
      provoke(point);
      shop.life?.aim(aim);
    }
    await trade(point.when, shop.life?.ended, PATIENCE_MS);
    return ended(point.name);
  };

  const liveAnyTime = async (): Promise<boolean> => {
    // At times it is killed in the middle of the start.
    const isEarly = random.chance(0.3);
    const beginning = begin();
    const { life } = shop;
    if (isEarly) void sleep(random.integer(20, 700)).then(() => life?.kill());
    if (await beginning) {
      if (!isEarly) await compareAtTimes();
      await trade(random.pick(OCCASIONS), undefined, random.integer(0, 1200));
    }
    await ended(ANY_TIME);
    return true;
  };

  /** The clients run for this long or until the service has ended. */
  const trade = async (when: Occasion, until: Promise<unknown> | undefined, ms: number): Promise<void> => {
    shop.open(when);
    await Promise.race([until ?? shop.life?.ended, sleep(ms)]);
    await shop.kill();
    await close();
  };

  const compareAtTimes = async (): Promise<void> => {
    sinceComparison += 1;
    if (sinceComparison <= COMPARE_EVERY && !random.chance(0.4)) return;
    await compare('nothing').catch((error: unknown) => {
      // Killed at a point of the start that comes late.
      if (!(error instanceof Gone)) throw error;
    });
  };

  /** The shop continues for a while. */
  const goOn = async (when: Occasion): Promise<void> => {
    shop.open(when);
    await sleep(random.integer(0, 500));
  };

  const stopped = async (aim: Aim): Promise<boolean> => {
    await goOn('stop');
    shop.life?.aim(aim);
    const death = await shop.stop();
    await close();
    return death?.code === 0 ? false : ended(aim.point);
  };

  /** The service is stopped in order, and started again some time later. */
  const night = async (ms: number, passed: Passed): Promise<void> => {
    place += ', then the night';
    if (!shop.life || shop.life.isOver()) await begin();
    await goOn('stop');
    await close();
    bank.clearFaults();
    poisoner.heal();
    office.settleCaptures();
    await sales.comeBack();
    await refunds.comeBack(false);
    await cash.comeBack(['sale', 'parts', 'move']);
    // What the bank still does late, it does before hours have passed.
    while (bank.pendingCalls() > 0) await sleep(50);
    const death = await shop.stop();
    if (death?.code !== 0)
      throw new Difference(
        `The service was to stop, and ended with ${death?.signal ?? death?.code}: ${death?.stderr}`,
      );
    shop.putClockAhead(ms);
    await begin();
    await shop.signIn();
    // After a day each is looked at by itself; before, a person looks.
    if (passed === 'a day') poisoner.forget();
    else await poisoner.refresh();
    await compare(passed);
    if (passed !== 'a day') await refunds.comeBack(true);
    else await throwaways.removeAll();
    await shop.kill();
    countKill(tally, ANY_TIME);
  };

  const interrupt = async (point: Point, interruption: Interruption): Promise<boolean> => {
    const aim = { point: point.name, nth: random.integer(1, point.upTo) };
    const { death, differences } = await interruption(shop, aim);
    tally.starts += 2;
    if (death.signal) countKill(tally, death.reached ?? ANY_TIME);
    // The starts after it end in no other way.
    countKill(tally, ANY_TIME);
    refuse(differences);
    return death.reached === point.name;
  };

  const happen = async (name: string): Promise<boolean> => {
    place = `killed «${name}»`;
    if (name === ANY_TIME) return liveAnyTime();
    const point = pointNamed(name);
    const interruption = INTERRUPTIONS[point.when];
    if (interruption) return interrupt(point, interruption);
    // A start puts only interrupted attempts in doubt.
    const needsPending = point.like.source.includes('CRASHED');
    if (needsPending && countPending(shop.databaseFile) === 0) await live(pointNamed(CUTS_OFF));
    return live(point);
  };

  return {
    place: () => `${shop.seed}, ${place}, kill ${killsIn(tally)}`,
    run: async (plan: readonly string[], say: (text: string) => void = () => undefined): Promise<void> => {
      await begin();
      await shop.signIn();
      await shop.findRegisters();
      await cash.openShift();
      await office.at('backup');
      await shop.kill();
      countKill(tally, ANY_TIME);
      const waiting = plan.map((point) => ({ point, tries: 0 }));
      let lives = 0;
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        lives += 1;
        await shop.replenish();
        const isReached = await happen(next.point);
        if (!isReached && next.tries < TRIES) waiting.push({ ...next, tries: next.tries + 1 });
        if (lives % NIGHT_EVERY === 0) await night(NIGHT_MS, 'the validity');
        if (lives % 10 === 0) say(`${shop.seed}: ${killsIn(tally)} kills`);
      }
      await night(DAY_MS, 'a day');
    },
    leave: async (): Promise<void> => {
      await clients.leave();
      await followers.leave();
    },
    count: (): void =>
      countBooks(tally, readBooks(shop.databaseFile, bank.invoices()), {
        sales: sales.sales,
        refunds: refunds.intents,
        cash: cash.intents,
        poisoned: poisoner.count(),
        deleted: shop.throwaways,
        dataDir: shop.dataDir,
      }),
  };
};
