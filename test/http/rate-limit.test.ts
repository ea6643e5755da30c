import { afterEach, describe, expect, test } from 'vitest';
import { createRateLimit } from '../../main/http/gate.ts';
import { type Config, readConfig } from '../../main/platform/config.ts';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { createKey } from '../../main/shop/accounts/keys.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { rawRequest } from '../helpers/raw.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
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

describe('600 per user for requests with a token that we signed (one that has expired or was superseded too), else 60 per address', () => {
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
    const before = await traces(shop as Shop);
    for (const request of [
      () => owner.post<Refusal>('invoices/', { terminal: 1, amount: 100 }),
      () => owner.get<Refusal>('nothing/'),
      () => owner.send<Refusal>('PUT', 'invoices/'),
    ])
      isThrottled(await request());
    expect(await traces(shop as Shop)).toEqual(before);
    expect(bank.invoices()).toEqual([]);
  });

  test('A key counts as a user for the limits.', async () => {
    const { console, owner, stranger } = await open({ rateLimitUser: 2 });
    const { key } = createKey(console, {
      name: 'Bar',
      permissions: ['can_create_invoices'],
      terminal: null,
      own_sales_only: false,
    });
    const till = stranger.as(key);
    for (let n = 0; n < 2; n += 1) expect((await till.get('account/')).status).toBe(200);
    isThrottled(await till.get<Refusal>('account/'));
    expect(allowance(await owner.get('account/'))).toEqual(['2', '1']);
  });

  test('a request with an invalid token counts against the address', async () => {
    // One was used by signing in.
    const { owner, stranger } = await open({ rateLimitAnonymous: 4 });
    expect(allowance(await stranger.get('terminals/'))).toEqual(['4', '2']);
    expect(allowance(await stranger.as('no.such.token').get('terminals/'))).toEqual(['4', '1']);
    expect(allowance(await stranger.get('nothing/'))).toEqual(['4', '0']);
    isThrottled(await stranger.as('no.such.token').get<Refusal>('terminals/'));
    // A signed-in user is not blocked by those who are not.
    const answer = await owner.get('terminals/');
    expect([answer.status, ...allowance(answer)]).toEqual([200, '100000', '99999']);
  });

  test('one that has expired or was superseded too: a till that polls with it keeps nobody from signing in', async () => {
    const clock = stoppedClock();
    shop = await openShop({ now: clock.now, config: { rateLimitUser: 100, rateLimitAnonymous: 5 } });
    const { stranger, signIn, console } = shop;
    const clerk = await shop.employee('clerk');
    const { body: pair } = await stranger.post<TokenPair>('auth/token/', {
      username: 'owner',
      password: PASSWORD,
    });
    clock.forward(3601);
    // The owner's; the clerk's is superseded as well.
    await updateEmployee(console, 'clerk', { password: 'another password' });
    for (const till of [stranger.as(pair.access), stranger.as(pair.refresh)])
      for (let poll = 0; poll < 50; poll++) expect((await till.get('terminals/')).status).toBe(401);
    isThrottled(await stranger.as(pair.access).get<Refusal>('terminals/'));
    const polls = [];
    for (let poll = 0; poll < 99; poll++) polls.push(await clerk.get('terminals/'));
    expect(allowance(polls.at(-1) as Answer)).toEqual(['100', '1']);
    await updateEmployee(console, 'clerk', { is_active: false });
    expect(allowance(await clerk.get('terminals/'))).toEqual(['100', '0']);
    // Three sign-ins have been counted against the address, and none of the polls.
    await signIn('owner');
    expect(allowance(await stranger.get('terminals/'))).toEqual(['5', '0']);
  });

  test('Only requests under `{base_url}` count; screens, documentation and health lie outside. And 70 images of another web page, which are refused with 403 before everything else, leave signing in as it was', async () => {
    const { baseUrl, stranger, signIn } = await open({ rateLimitAnonymous: 60 });
    const before = allowance(await stranger.get('terminals/'));
    for (let image = 0; image < 70; image++) {
      const answer = await rawRequest(`${baseUrl}terminals/?${image}`, {
        headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' },
      });
      expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([403, before[1]]);
    }
    for (let at = 0; at < 5; at++) await fetch(new URL('/', baseUrl));
    await signIn('owner');
    expect(allowance(await stranger.get('terminals/'))).toEqual(['60', String(Number(before[1]) - 2)]);
  });

  test('auth/token/refresh/ with a refresh token that we signed counts against its user, the rest of the three against the address', async () => {
    const clock = stoppedClock();
    shop = await openShop({ now: clock.now, config: { rateLimitUser: 10, rateLimitAnonymous: 3 } });
    const { stranger } = shop;
    const renew = (refresh: unknown, more: object = {}) =>
      stranger.post<TokenPair & Refusal>('auth/token/refresh/', { refresh, ...more });
    const { body: pair } = await stranger.post<TokenPair>('auth/token/', {
      username: 'owner',
      password: PASSWORD,
    });
    const first = await renew(pair.refresh);
    expect([first.status, ...allowance(first)]).toEqual([200, '10', '9']);
    // An access token is no refresh token.
    const other = await renew(pair.access);
    expect([other.status, ...allowance(other)]).toEqual([401, '3', '0']);
    for (const request of [
      () => renew('no.such.token'),
      () => renew(7),
      () => renew(undefined),
      () => stranger.post<Refusal>('auth/token/verify/', { token: pair.access }),
      () => stranger.post<Refusal>('auth/token/', { username: 'owner', password: PASSWORD }),
      () => stranger.send<Refusal>('GET', 'auth/token/refresh/'),
      () => stranger.send<Refusal>('POST', 'auth/token/refresh/', { raw: `{"refresh":"${pair.refresh}"` }),
      () =>
        stranger.send<Refusal>('POST', 'auth/token/refresh/', {
          raw: 'x',
          headers: { 'Content-Type': 'text/plain' },
        }),
      // Once the limit is used up, larger bodies than a token needs are not read.
      () => renew(pair.refresh, { more: 'x'.repeat(20_000) }),
      () => stranger.send<Refusal>('POST', 'auth/token/refresh/', { raw: 'x'.repeat(1_048_577) }),
    ])
      isThrottled(await request());
    // The address has used up its limit; a signed-in user renews their token all the same.
    const again = await renew(pair.refresh);
    expect([again.status, ...allowance(again)]).toEqual([200, '10', '8']);
    expect((await stranger.as(again.body.access).get('terminals/')).status).toBe(200);
    // A faulty body, and an expired or superseded token, counts against its user too.
    const more = await renew(pair.refresh, { more: 1 });
    expect([more.status, ...allowance(more)]).toEqual([400, '10', '6']);
    clock.forward(8 * 86_400);
    const expired = await renew(pair.refresh);
    expect([expired.status, ...allowance(expired)]).toEqual([401, '10', '5']);
    for (let at = 0; at < 5; at++) await renew(pair.refresh);
    isThrottled(await renew(pair.refresh));
  });

  test('a refresh in chunks counts against its user as well', async () => {
    const { stranger, baseUrl } = await open({ rateLimitUser: 9, rateLimitAnonymous: 2 });
    const { body } = await stranger.post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD });
    const answer = await rawRequest(`${baseUrl}auth/token/refresh/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      body: JSON.stringify({ refresh: body.refresh }),
    });
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([200, '8']);
  });

  test('a body of a refresh is refused as any other, and counts against the address', async () => {
    const { stranger } = await open({ rateLimitAnonymous: 50 });
    const send = (raw: string, type = 'application/json') =>
      stranger.send<Refusal>('POST', 'auth/token/refresh/', { raw, headers: { 'Content-Type': type } });
    const answers = [
      await send('{"refresh":'),
      await send('[]'),
      await send('"text"'),
      await send('{}', 'text/plain'),
      await send(`{"refresh":"${'x'.repeat(100_000)}"}`),
      await send('x'.repeat(1_048_577)),
      await stranger.send<Refusal>('OPTIONS', 'auth/token/refresh/'),
      await stranger.send<Refusal>('PUT', 'auth/token/refresh/', { raw: '{' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 415, 400, 413, 204, 405]);
    expect(answers.map((answer) => allowance(answer)[1])).toEqual(answers.map((_, at) => String(48 - at)));
  });

  test('The three auth endpoints take no notice of an Authorization header.', async () => {
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
});

test('600 and 60 are the limits unless others are configured', () => {
  expect(readConfig({}, {})).toMatchObject({ rateLimitUser: 600, rateLimitAnonymous: 60 });
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
  test('a refused request does not count, and does not lengthen the wait', () => {
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
  test('a returned request may be used again, in its own window only', () => {
    const { limit, forward } = limited();
    limit.count('a', 2);
    limit.count('a', 2);
    limit.giveBack('a');
    expect(limit.count('a', 2)).toEqual({ limit: 2, remaining: 0 });
    forward(60_000);
    limit.giveBack('a');
    limit.giveBack('never seen');
    expect(limit.peek('a', 2).remaining).toBe(2);
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
