import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '../../main/shop/accounts/sessions.ts';
import { BRIDGE, type CallName } from '../../shared/bridge/bridge.ts';
import { openShop, PASSWORD, type Shop, TALKATIVE } from '../helpers/shop.ts';
import { type goodInputs, goodInputsOf } from './good.ts';
import { leavingNoTrace, openWindow, type Window } from './stage.ts';

let shop: Shop;
let window: Window;
let inputs: ReturnType<typeof goodInputs>;
/** By what is wrong with them. */
let badTokens: Record<string, unknown>;
let employee: string;

const NAMES = Object.keys(BRIDGE) as CallName[];
const accessOf = (name: CallName) => BRIDGE[name].access;
const code = async (name: unknown, input: unknown, from?: Parameters<Window['raw']>[2]) => {
  const answer = await window.raw(name, input, from);
  return answer.ok ? 'done' : answer.refusal.code;
};

beforeAll(async () => {
  shop = await openShop({ config: TALKATIVE });
  window = openWindow(shop);
  const { refresh, access } = await window.signIn();
  await shop.employee('cashier', ['can_view_invoices', 'can_cancel_invoices', 'can_manage_employees']);
  employee = await shop.signIn('cashier');
  inputs = await goodInputsOf(shop, window);

  const { db, vault } = shop.console;
  const credentials = { username: 'owner', password: PASSWORD };
  const before = await createSessions(db, vault, () => Date.now() - 2 * 3_600_000).signIn(credentials);
  const elsewhere = { ...vault, jwtKey: () => new Uint8Array(32).fill(7) };
  const foreign = await createSessions(db, elsewhere, Date.now).signIn(credentials);
  badTokens = {
    none: null,
    undefined: undefined,
    empty: '',
    'of another type': 42,
    'an object': { access },
    'a refresh token': refresh,
    expired: before.access,
    'of another service': foreign.access,
    'cut short': access.slice(0, -2),
    'with a word before it': `Bearer ${access}`,
    'without end': 'e'.repeat(2_000_000),
  };
});
afterAll(() => shop.close());

const FRAMES: [what: string, frame: string][] = [
  ['none', ''],
  ['no address', 'Kramar'],
  ['another site', 'https://example.com/'],
  ['the same port of another host', 'http://localhost:PORT/'],
  ['another port', 'http://127.0.0.1:1/'],
  ['another protocol', 'https://127.0.0.1:PORT/'],
  ['a host that begins alike', 'http://127.0.0.1:PORT.example.com/'],
  ['a user that looks like the host', 'http://127.0.0.1:PORT@example.com/'],
  ['a blob that a page made', 'blob:http://127.0.0.1:PORT/5b1c'],
  ['a data address', 'data:text/html,http://127.0.0.1:PORT/'],
  ['a file', 'file:///etc/passwd'],
  ['an empty page', 'about:blank'],
];

describe('a frame of another page', () => {
  test.each(FRAMES)(
    '%s: the call is refused, whoever is signed in, and it is in the log',
    async (_what, address) => {
      const { port } = new URL(shop.baseUrl);
      const frame = address.replace('PORT', port);
      await leavingNoTrace(shop, window, async () => {
        for (const name of NAMES) expect(await code(name, inputs[name], { frame })).toBe('NOT_ALLOWED');
      });
    },
  );

  test('the log names the call and the account', async () => {
    await window.raw('owner.password', inputs['owner.password'], { frame: 'https://evil.example/x?y' });
    const lines = () => readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8');
    await expect
      .poll(lines)
      .toMatch(/"level":"warn".*"call":"owner.password","origin":"https:\/\/evil.example"/);
    expect(lines()).not.toContain(PASSWORD);
  });
});

describe('a name that is no call', () => {
  const texts = ['', 'nothing', 'shop', 'SHOP.STATE', 'shop.state ', 'x'.repeat(1_000_000)];
  const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const looksLikeOne = { toString: () => 'shop.state' };
  test.each([...texts, ...inherited, undefined, null, 7, ['shop.state'], looksLikeOne, Symbol('shop.state')])(
    '%o',
    async (name) => {
      await leavingNoTrace(shop, window, async () => expect(await code(name, {})).toBe('NOT_ALLOWED'));
    },
  );
});

describe('the caller', () => {
  test.each(NAMES.filter((name) => accessOf(name) !== 'anyone'))(
    '%s: refused without a valid token',
    async (name) => {
      await leavingNoTrace(shop, window, async () => {
        for (const [what, token] of Object.entries(badTokens))
          expect({ what, code: await code(name, inputs[name], { token }) }).toEqual({
            what,
            code: 'SIGN_IN',
          });
      });
    },
  );

  test.each(NAMES.filter((name) => accessOf(name) === 'owner'))(
    '%s: refused to an employee',
    async (name) => {
      await leavingNoTrace(shop, window, async () =>
        expect(await code(name, inputs[name], { token: employee })).toBe('FORBIDDEN'),
      );
    },
  );

  test.each(NAMES.filter((name) => accessOf(name) === 'member'))(
    '%s: allowed for any employee',
    async (name) => {
      expect(await code(name, inputs[name], { token: employee })).toBe('done');
    },
  );

  test('a public call is answered without a token, and does what it may', async () => {
    const anyone = NAMES.filter((name) => accessOf(name) === 'anyone');
    expect(anyone).toEqual([
      'owner.create',
      'shop.state',
      'shop.switch',
      'backups.choose',
      'backups.adopt',
      'copies.adopt',
      'pin.people',
      'pin.switch',
      'computer.language',
      'computer.theme',
      'outside.open',
    ]);
    expect(await code('shop.state', {}, { token: null })).toBe('done');
  });

  test('a caller who is not the owner does not switch the shop', async () => {
    await leavingNoTrace(shop, window, async () => {
      for (const token of [null, badTokens['a refresh token'], badTokens.expired])
        expect(await code('shop.switch', { to: 'practice' }, { token })).toBe('SIGN_IN');
      expect(await code('shop.switch', { to: 'practice' }, { token: employee })).toBe('FORBIDDEN');
    });
    expect(shop.host.isPractice()).toBe(false);
  });
});

describe('the input', () => {
  test.each(NAMES)('%s: refused with any other input', async (name) => {
    await leavingNoTrace(shop, window, async () => {
      for (const input of [null, undefined, 'x', 7, [], { ...inputs[name], more: 1 }])
        expect(await code(name, input)).toBe('VALIDATION');
      const reserved = JSON.parse('{"__proto__": {"to": "own"}}');
      expect(await code(name, { ...inputs[name], ...reserved, constructor: 1 })).toBe('VALIDATION');
      for (const field of Object.keys(inputs[name]))
        expect(await code(name, { ...inputs[name], [field]: { a: 1 } })).toBe('VALIDATION');
    });
  });

  test('all faults are reported at once, the short password with them', async () => {
    const refusal = await window.refused('employees.add', {
      username: ' ',
      full_name: 'x'.repeat(256),
      email: 7 as never,
      position: '',
      permissions: ['can_fly' as never],
      password: 'short',
    });
    expect(refusal.code).toBe('VALIDATION');
    expect(Object.keys(refusal.errors ?? {}).sort()).toEqual([
      'email',
      'full_name',
      'password',
      'permissions',
      'username',
    ]);
    expect(refusal.errors?.password).toEqual(['The password must have at least 8 characters.']);
  });

  test('an oversized input is refused before it is parsed', async () => {
    const deep = () => {
      let nested: unknown = 'x';
      for (let depth = 0; depth < 200_000; depth += 1) nested = [nested];
      return nested;
    };
    const round: Record<string, unknown> = {};
    round.round = round;
    await leavingNoTrace(shop, window, async () => {
      const monsters = { long: 'x'.repeat(100_001), deep: deep(), wide: new Array(50_000).fill(0), round };
      for (const [what, value] of Object.entries(monsters)) {
        const refusal = await window.refused('settings.change', {
          name: 'shop_name',
          value: value as string,
        });
        expect({ what, errors: refusal.errors }).toEqual({
          what,
          errors: { non_field_errors: ['It is too large.'] },
        });
      }
      const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, 0]));
      expect(await code('shop.state', names)).toBe('VALIDATION');
      const bytes = new Uint8Array(512 * 1024 * 1024 + 1);
      const refusal = await window.refused('file.save', { name: 'a', bytes });
      expect(refusal.errors?.non_field_errors).toEqual(['The file is too large: at most 512 MB.']);
    });
    const bytes = new Uint8Array(5_000_000);
    expect(await code('file.save', { name: 'large.bin', bytes })).toBe('done');
  });
});

test('junk gets an answer, never throws, and has no effect', async () => {
  const { access } = await window.signIn();
  const junk = fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withBigInt: true,
  });
  const entries = fc.dictionary(
    fc.constantFrom('id', 'name', 'token', 'password', 'username', 'to', 'url', 'value'),
    junk,
  );
  const { port } = new URL(shop.baseUrl);
  const frames = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('', `http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}`),
  );
  // Valid only in part: at least one of a call's name, input, token and frame is invalid.
  const calls = fc
    .record({
      name: fc.oneof(fc.constantFrom(...NAMES), fc.string(), junk),
      input: fc.oneof(junk, entries),
      token: fc.oneof(fc.constant(access), fc.string(), junk),
      frame: frames,
    })
    .filter(({ name, input }) => !isHarmless(name, input));
  await leavingNoTrace(shop, window, () =>
    fc.assert(
      fc.asyncProperty(calls, async ({ name, input, token, frame }) => {
        const answer = await window.raw(name, input, { token, frame });
        expect(answer.ok).toBe(false);
      }),
      { numRuns: 1500 },
    ),
  );
});

/** Calls that need no input, and get none. */
const isHarmless = (name: unknown, input: unknown): boolean =>
  typeof name === 'string' &&
  Object.hasOwn(BRIDGE, name) &&
  typeof input === 'object' &&
  input !== null &&
  Object.keys(input).length === 0;

describe('while the service does not run', () => {
  test('calls say so, and do nothing', async () => {
    const frame = window.page();
    await shop.stop();
    try {
      for (const name of NAMES) expect(await code(name, inputs[name], { frame })).toBe('UNAVAILABLE');
    } finally {
      await shop.host.start();
    }
    expect(await code('shop.state', {})).toBe('done');
  });

  test('a call that is cut off says so, not that the program failed', async () => {
    // Its request would be the one that is delayed.
    const { release } = await shop.hold();
    const before = shop.bank.requests.length;
    shop.bank.fault({ kind: 'delay', path: '*', times: 1, ms: 1500 });
    const requested = window.raw('terminals.add', { name: 'Пізня каса', token: shop.merchant.token });
    await expect.poll(() => shop.bank.requests.length, { interval: 5 }).toBe(before + 1);
    release();
    await shop.restart();
    const answer = await requested;
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'CUT_OFF' } });
    expect((await shop.owner.get<{ count: number }>('terminals/')).body.count).toBe(1);
  });
});
