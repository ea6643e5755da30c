import { describe, expect, test } from 'vitest';
import type { ActionCode } from '../../shared/actions.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { stoppedClock } from '../helpers/clock.ts';
import type { Deed, Done, Person } from '../helpers/deeds/deed.ts';
import { deedsOf } from '../helpers/deeds/deeds.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf } from '../helpers/trace.ts';

// The log of actions when two people act at the same moment: their writes share a commit.

const NAMES = ['owner', 'anna'];
const clock = stoppedClock(Date.UTC(2026, 2, 2, 9));
const people: Person[] = [];
const caused = Object.entries(deedsOf(() => shop, people)).filter(
  (entry): entry is [ActionCode, Deed] => typeof entry[1] !== 'string',
);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
people.push(...NAMES.map((name) => ({ name, client: shop.stranger })));
for (const name of NAMES.slice(1)) await shop.employee(name, PERMISSIONS);

const signIn = async () => {
  await shop.signInAgain();
  for (const person of people) person.client = shop.stranger.as(await shop.signIn(person.name));
};

/** Time passes, and the bank's answers show it: of the last two the earlier one counts. */
const pass = async (seconds: number) => {
  clock.forward(seconds);
  await signIn();
  for (const { client } of people) await client.post(`terminals/${shop.terminal.id}/sync_registers/`);
};

const actionsOf = (code: ActionCode, before: number) =>
  rowsOf(shop, 'actions').filter((row) => row.code === code && Number(row.number) > before);
const lastNumber = () => Math.max(0, ...rowsOf(shop, 'actions').map((row) => Number(row.number)));
const idOf = (name: string) =>
  name === '' ? null : rowsOf(shop, 'accounts').find(({ username }) => username === name)?.id;
const isAbout = (row: Record<string, unknown>, key: Done['key']): boolean => {
  if (key === undefined) return true;
  return typeof key === 'number' ? row.object_id === key : `${row.object_label} ${row.facts}`.includes(key);
};

/** Each action that the deeds left, with its actor. */
const expectNamed = (code: ActionCode, before: number, done: readonly (Done & { actor: string })[]) => {
  const rows = actionsOf(code, before);
  expect(rows).toHaveLength(done.length);
  const actors = done.map(({ key, actor }) => {
    const own = rows.filter((row) => isAbout(row, key));
    if (key !== undefined)
      expect(
        own.map(({ actor_name }) => actor_name),
        `${code} ${key}`,
      ).toEqual([actor]);
    return [actor, idOf(actor)];
  });
  expect(rows.map(({ actor_name, actor_id }) => [actor_name, actor_id]).toSorted()).toEqual(
    actors.toSorted(),
  );
};

describe('two people at the same moment: each action names who did it', () => {
  test.each(caused)('%s', async (code, { by, laterS, prepare }) => {
    await holdBackground(shop);
    await signIn();
    const doers = by === 'one' ? people.slice(0, 1) : people;
    const acts: (() => Promise<Done & { actor: string }>)[] = [];
    for (const person of doers) {
      const act = await prepare(person);
      acts.push(async () => ({ actor: person.name, ...(await act()) }));
    }
    if (laterS !== undefined) await pass(laterS);
    const before = lastNumber();
    const others = people.slice(doers.length).map(async ({ name, client }) => {
      const { body } = await client.post<{ id: number }>('catalog/categories/', { name });
      return { actor: name, key: body.id };
    });
    const done = await Promise.all(acts.map((act) => act()));
    expectNamed(code, before, done);
    if (others.length > 0) expectNamed('category_created', before, await Promise.all(others));
  });
});
