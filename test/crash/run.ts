/**
 * `npm run test:crash`: shops whose service is killed, again and again, at chosen points and at any time, while the
 * practice bank and the clients live on; afterwards the ledgers are compared. The run ends with a report of what was
 * tried.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../main/demo/random.ts';
import { endServices } from '../helpers/service.ts';
import { BREAKS, breakNamed } from './breaks.ts';
import { killsAt } from './interruptions.ts';
import { warmUp } from './life.ts';
import { ANY_TIME, POINTS } from './points.ts';
import { addUp, killsIn, neverReached, reportOf } from './report.ts';
import { runStory, type Story } from './story.ts';

/** In so many kills every point is reached, each of them a few times. */
const ENOUGH = 300;

const USAGE = `Usage: npm run test:crash -- [OPTIONS]

  --kills N       how often the service is killed, ${ENOUGH} by default
  --shops K       shops at the same time, 2 by default
  --seed S        the same chance again, as far as the scheduling of processes allows
  --point NAME    kill at this point only; see --points
  --points        list the points
  --break NAME    take a safety out of the program first: ${Object.keys(BREAKS).join(', ')}
  --self-test     take out one after another, and see that each is noticed; nothing else
  --no-self-test  the kills only
  --report FILE   write the report there too
`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: String(ENOUGH) },
    shops: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    point: { type: 'string', multiple: true },
    points: { type: 'boolean', default: false },
    break: { type: 'string' },
    'self-test': { type: 'boolean', default: false },
    'no-self-test': { type: 'boolean', default: false },
    report: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<number> {
  await warmUp();
  const kills = Number(flags.kills);
  const shops = Number(flags.shops);
  const isWhole = flags.point === undefined && flags.break === undefined;
  const isSelfTest = flags['self-test'] || (isWhole && !flags['no-self-test'] && kills >= ENOUGH);
  let failed = 0;
  if (isSelfTest) failed += await selfTest();
  if (flags['self-test']) return failed > 0 ? 1 : 0;
  failed += await crash(kills, shops, isWhole);
  return failed > 0 ? 1 : 0;
}

/** Returns the number of failures. */
async function crash(kills: number, shops: number, isWhole: boolean): Promise<number> {
  const begun = performance.now();
  const plans = planned(kills, shops);
  const stories = await Promise.all(
    plans.map(async (plan, at) => {
      const story = await runStory({
        seed: `${flags.seed}/${at + 1}`,
        plan,
        broken: flags.break,
        say,
        keep: true,
      });
      // The other shops may go on for half an hour.
      for (const failure of failureOf(story)) say(failure);
      return story;
    }),
  );
  const tally = addUp(stories.map((story) => story.tally));
  const isReported = stories.every(({ failure }) => failure === undefined);
  const missed = isWhole && isReported && kills >= ENOUGH ? neverReached(tally) : [];
  const problems = [
    ...stories.flatMap(failureOf),
    ...missed.map((name) => `The point «${name}» was never reached.`),
    ...(isReported && killsIn(tally) < kills ? [`Only ${killsIn(tally)} of ${kills} kills.`] : []),
  ];
  const report = reportOf(tally, flags.seed, performance.now() - begun);
  const whole = [
    report,
    ...problems,
    problems.length > 0 ? 'FAILED' : 'Nothing was lost, nothing doubled, nothing refunded twice.',
    '',
  ].join('\n');
  say(whole);
  if (flags.report !== undefined) {
    mkdirSync(dirname(flags.report), { recursive: true });
    writeFileSync(flags.report, whole);
  }
  return problems.length;
}

const failureOf = ({ failure }: Story): string[] =>
  failure ? [`${failure.text}\nThe folder is kept: ${failure.folder}`] : [];

/** Every point is reached in turn, and in between the service is killed at any time. */
function planned(kills: number, shops: number): string[][] {
  const random = createRandom(`${flags.seed} plan`);
  const chosen = flags.point ?? (flags.break === undefined ? undefined : breakNamed(flags.break).points);
  const names = chosen ?? POINTS.map(({ name }) => name);
  const anyTime = chosen ? 0 : 0.35;
  const plans: string[][] = Array.from({ length: shops }, () => []);
  let turn: string[] = [];
  for (let count = 0, lives = 0; count < kills; lives += 1) {
    if (turn.length === 0) turn = shuffled(names, random.next);
    const point = random.chance(anyTime) ? ANY_TIME : (turn.pop() ?? ANY_TIME);
    plans[lives % shops]?.push(point);
    count += killsAt(point);
  }
  return plans;
}

function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

/** Of the kills at a break's points; in twelve the loss of `sibling-removal` showed in one story of two. */
const LONGEST_PLAN = 36;

/** Each break must be noticed; returns how many were not. */
async function selfTest(): Promise<number> {
  const waiting = Object.entries(BREAKS).filter(([name]) => [undefined, name].includes(flags.break));
  const unnoticed: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, { points }] = next;
      const begun = performance.now();
      const plan = Array.from({ length: LONGEST_PLAN }, (_, at) => points[at % points.length] ?? ANY_TIME);
      const { failure, tally } = await runStory({
        seed: `${flags.seed}/${name}`,
        plan,
        broken: name,
        keep: false,
      });
      const seconds = Math.round((performance.now() - begun) / 1000);
      const [first = '', ...rest] = failure?.text.split('\n') ?? [];
      if (!failure?.isDifference) unnoticed.push(name);
      say(
        failure?.isDifference
          ? `Without "${name}": noticed after ${killsIn(tally)} kills, ${seconds} s: ${first}\n    ${rest[0]?.slice(0, 300)}`
          : `Without "${name}": NOT NOTICED in ${killsIn(tally)} kills. ${failure?.text ?? ''}`,
      );
    }
  };
  await Promise.all([work(), work()]);
  return unnoticed.length;
}

process.once('exit', endServices);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    say(`Broken off by ${signal}, seed ${flags.seed}.`);
    process.exit(1);
  });

if (flags.help) say(USAGE);
else if (flags.points) for (const { name } of POINTS) say(name);
else process.exitCode = await run();
