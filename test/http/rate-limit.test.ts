import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../../main/config.ts';
import { createRateLimit } from '../../main/http/rate-limit.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { traces } from '../helpers/trace.ts';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});
const open = async (config: Partial<Config>): Promise<Shop> => {
  shop = await openShop({ config });
  return shop;
};

const allowance = ({ headers }: Answer) => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
];
const isThrottled = (answer: Answer<Refusal>) => {
  expect(answer.status, answer.text).toBe(429);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  const unit = seconds === 1 ? 'second' : 'seconds';
  expect(answer.body).toEqual({ detail: `Request was throttled. Expected available in ${seconds} ${unit}.` });
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/./);
};

describe('per user for requests with a valid token, else per address', () => {
  test('Over it: 429 `Request was throttled. Expected available in N seconds.` (`second` for 1) with Retry-After N.', async () => {
    const { owner, stranger, employee, bank } = await open({ rateLimitUser: 3 });
    const answers = [
      await owner.get('terminals/'),
      await owner.get('nothing/'),
      await owner.send('OPTIONS', 'invoices/'),
    ];
    expect(answers.map(allowance)).toEqual([
      ['3', '2'],
      ['3', '1'],
      ['3', '0'],
    ]);
    for (const { headers } of answers) expect(headers.get('retry-after')).toBeNull();
    isThrottled(await owner.get<Refusal>('terminals/'));
    // Another user, and the address, have windows of their own.
    const clerk = await employee('clerk');
    expect(allowance(await clerk.get('terminals/'))).toEqual(['3', '2']);
    expect((await stranger.get('terminals/')).status).toBe(401);
    // Order of refusals: 429 comes first, and it leaves no trace.
    const before = traces(shop as Shop);
    for (const ask of [
      () => owner.post<Refusal>('invoices/', { terminal: 1, amount: 100 }),
      () => owner.get<Refusal>('nothing/'),
      () => owner.send<Refusal>('PUT', 'invoices/'),
    ])
      isThrottled(await ask());
    expect(traces(shop as Shop)).toEqual(before);
    expect(bank.invoices()).toEqual([]);
  });

  test('a request with an invalid token counts against the address', async () => {
    // One was used by signing in.
    const { owner, stranger } = await open({ rateLimitAnonymous: 4 });
    expect(allowance(await stranger.get('terminals/'))).toEqual(['4', '2']);
    expect(allowance(await stranger.as('no.such.token').get('terminals/'))).toEqual(['4', '1']);
    expect(allowance(await stranger.get('nothing/'))).toEqual(['4', '0']);
    isThrottled(await stranger.as('no.such.token').get<Refusal>('terminals/'));
    // Who is signed in is not kept out by those who are not.
    const answer = await owner.get('terminals/');
    expect([answer.status, ...allowance(answer)]).toEqual([200, '100000', '99999']);
  });

  test('The three auth endpoints take no notice of an Authorization header. They always count against the address.', async () => {
    const { owner } = await open({ rateLimitAnonymous: 4 });
    const answers = [
      await owner.post('auth/token/', {}),
      await owner.post('auth/token/refresh/', {}),
      await owner.send('OPTIONS', 'auth/token/verify/'),
    ];
    expect(answers.map(allowance)).toEqual([
      ['4', '2'],
      ['4', '1'],
      ['4', '0'],
    ]);
    isThrottled(await owner.post<Refusal>('auth/token/', { username: 'owner', password: 'x' }));
    expect((await owner.get('terminals/')).status).toBe(200);
  });

  test('Only requests under `{base_url}` count; screens, documentation and health lie outside.', async () => {
    const { stranger, baseUrl } = await open({ rateLimitAnonymous: 2 });
    for (let at = 0; at < 5; at++) await fetch(new URL('/', baseUrl));
    expect(allowance(await stranger.get('terminals/'))).toEqual(['2', '0']);
  });
});

describe("A fixed window of 60 s per key, from the key's first request", () => {
  const limited = () => {
    let now = 1_000_000;
    const limit = createRateLimit(() => now);
    return { limit, forward: (ms: number) => (now += ms) };
  };
  test('from the first request to 60 s after it', () => {
    const { limit, forward } = limited();
    expect(limit.count('a', 2)).toEqual({ limit: 2, remaining: 1 });
    forward(30_000);
    expect(limit.count('a', 2)).toEqual({ limit: 2, remaining: 0 });
    expect(limit.count('a', 2)).toEqual({ limit: 2, remaining: 0, retryAfter: 30 });
    forward(29_001);
    expect(limit.count('a', 2)).toMatchObject({ retryAfter: 1 });
    forward(998);
    expect(limit.count('a', 2)).toMatchObject({ retryAfter: 1 });
    forward(1);
    expect(limit.count('a', 2)).toEqual({ limit: 2, remaining: 1 });
  });
  test('what is refused does not count, and does not lengthen the wait', () => {
    const { limit, forward } = limited();
    limit.count('a', 1);
    for (let at = 0; at < 59; at++) {
      forward(1000);
      expect(limit.count('a', 1).retryAfter).toBe(59 - at);
    }
    forward(1000);
    expect(limit.count('a', 1).retryAfter).toBeUndefined();
  });
  test('keys do not share', () => {
    const { limit } = limited();
    limit.count('a', 1);
    expect(limit.count('b', 1)).toEqual({ limit: 1, remaining: 0 });
    expect(limit.peek('b', 1)).toEqual({ limit: 1, remaining: 0 });
    expect(limit.peek('c', 1)).toEqual({ limit: 1, remaining: 1 });
  });
  test('many keys are forgotten when their windows have ended, and not before', () => {
    const { limit, forward } = limited();
    for (let at = 0; at < 2000; at++) limit.count(`old ${at}`, 5);
    forward(30_000);
    for (let at = 0; at < 2000; at++) limit.count(`new ${at}`, 5);
    forward(30_000);
    limit.count('another', 5);
    expect(limit.peek('old 7', 5).remaining).toBe(5);
    expect(limit.peek('new 7', 5).remaining).toBe(4);
  });
});
