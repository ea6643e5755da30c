import { expect } from 'vitest';
import type { Answer, Client } from '../client.ts';
import { ok } from '../ok.ts';
import type { Shop } from '../shop.ts';

/** What people do through the interface, by the action that the log of actions then holds. */

export interface Person {
  name: string;
  client: Client;
}

/** What an action of the log is found by. */
export interface Done {
  /** The id of its object, or a text that its label or its facts contain; absent: those of all people look the same. */
  key?: number | string;
  /** Whom it names; absent: the person who sent the request. */
  actor?: string;
}

export interface Deed {
  /** `one`: the interface takes it from the owner alone, or from one person at a time; the owner does it. */
  by: 'everyone' | 'one';
  /** How much time passes between the preparation and the act, in seconds. */
  laterS?: number;
  /** Does what has to be there before, and returns the act itself. */
  prepare: (person: Person) => Promise<() => Promise<Done>>;
}

export type GetShop = () => Shop;

export const everyone = (prepare: Deed['prepare']): Deed => ({ by: 'everyone', prepare });
export const one = (prepare: Deed['prepare']): Deed => ({ by: 'one', prepare });

/** A request that needs nothing before it. */
export const request =
  (send: (person: Person) => Promise<Answer<unknown>>, done: (person: Person) => Done = () => ({})) =>
  async (person: Person) =>
  async () => {
    await ok(send(person));
    return done(person);
  };
/** Few files are made at the same moment: the others are taken when those are done. */
export const exported = (path: () => string) => async (person: Person) => async () => {
  const status = async () => (await person.client.get(path())).status;
  await expect.poll(status).toBe(200);
  return {};
};

let made = 0;
export const create = async ({ client }: Person, path: string, body: object = {}): Promise<number> => {
  made += 1;
  return (await ok(client.post<{ id: number }>(path, { name: `Назва ${made}`, ...body }))).id;
};
