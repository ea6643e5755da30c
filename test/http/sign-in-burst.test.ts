import { expect, test, vi } from 'vitest';
import { hashPassword } from '../../main/shop/accounts/passwords.ts';
import type { RequestLog } from '../../shared/api/requests.ts';
import type { Refusal } from '../helpers/client.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

/** Hashes that have begun, and go on when `release` is called. */
const held: (() => void)[] = [];
let isHolding = false;
let underWay = 0;
let most = 0;
let begun = 0;
const release = (): void => {
  for (const go of held.splice(0)) go();
};

vi.mock(import('node:crypto'), async (importOriginal) => {
  const original = await importOriginal();
  const scrypt = (...args: Parameters<typeof original.scrypt>) => {
    const done = args.pop() as unknown as (error: Error | null, key: Buffer) => void;
    underWay += 1;
    begun += 1;
    most = Math.max(most, underWay);
    const go = () =>
      original.scrypt(
        ...([
          ...args,
          (error: Error | null, key: Buffer) => {
            underWay -= 1;
            done(error, key);
          },
        ] as unknown as Parameters<typeof original.scrypt>),
      );
    if (isHolding) held.push(go);
    else go();
  };
  return { ...original, default: original, scrypt: scrypt as typeof original.scrypt };
});

const shop = await shopOfFile();

const signIn = (username: string, password = PASSWORD, signal?: AbortSignal) =>
  fetch(new URL('auth/token/', shop.baseUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
    ...(signal ? { signal } : {}),
  });

/** Waits until so many more sign-ins have arrived: each counts against the address, as the question itself does. */
const arrivals = async () => {
  const left = async () => Number((await shop.stranger.get('nothing/')).headers.get('x-ratelimit-remaining'));
  const before = await left();
  let questions = 0;
  return (count: number) =>
    vi.waitFor(async () => {
      questions += 1;
      expect(before - (await left()) - questions).toBe(count);
    });
};

test('at most two password hashes at once, including that of a new password', async () => {
  [most, begun] = [0, 0];
  const burst = Array.from({ length: 20 }, (_, at) => signIn(at % 2 ? 'owner' : `nobody ${at}`));
  const change = hashPassword(PASSWORD);
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  await change;
  expect(statuses).toEqual(statuses.map((_, at) => (at % 2 ? 200 : 401)));
  expect([begun, most]).toEqual([21, 2]);
});

test('a waiting sign-in is dropped when its client has gone', async () => {
  [isHolding, begun] = [true, 0];
  const first = [signIn('owner'), signIn('owner')];
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const haveArrived = await arrivals();
  const gone = new AbortController();
  const dropped = signIn('owner', PASSWORD, gone.signal).catch((error: Error) => error.name);
  const last = signIn('owner');
  await haveArrived(2);
  gone.abort();
  expect(await dropped).toBe('AbortError');
  await vi.waitFor(async () => {
    const { body } = await shop.owner.get<RequestLog>('requests/');
    expect(body.results.map(({ status }) => status)).toContain(499);
  });
  isHolding = false;
  release();
  for (const answer of await Promise.all([...first, last])) expect(answer.status).toBe(200);
  expect(begun).toBe(3);
});

test('when sixty wait the next one is a 429, and does not affect the others', async () => {
  isHolding = true;
  const first = [signIn('owner'), signIn('owner')];
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const burst = Array.from({ length: 61 }, () => signIn('owner'));
  const refused = await Promise.race(burst);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await refused.json()) as Refusal).toEqual({
    detail: 'Request was throttled. Expected available in 10 seconds.',
  });
  expect((await shop.owner.get('terminals/')).status).toBe(200);
  isHolding = false;
  release();
  const statuses = (await Promise.all([...first, ...burst])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(62);
});
