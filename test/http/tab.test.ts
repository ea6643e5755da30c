import { existsSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace } from '../helpers/trace.ts';

// The owner's browser tab, attacked from outside: by other pages, other programs, and sessions without the tab.

let clock: ReturnType<typeof stoppedClock>;
let shop: Shop;
beforeEach(async () => {
  clock = stoppedClock();
  shop = await openShop({ now: clock.now });
});
afterEach(() => shop.close());

const origin = () => new URL(shop.baseUrl).origin;
const codeOf = (address: string): string => new URL(address).hash.slice('#tab='.length);
const issue = () => issueTabCode(shop.folder, origin(), clock.now());
const newCode = () => codeOf(issue().address);

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON is what these tests look at, field by field
  body: any;
}
type Headers = Record<string, string | undefined>;

/** As Kramar's own page sends it; undefined leaves a header out. */
const own = (): Headers => ({
  Host: new URL(origin()).host,
  Origin: origin(),
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/json',
});
const send = async (
  name: string,
  body: string,
  headers: Headers = own(),
  method = 'POST',
): Promise<Answer> => {
  const { port } = new URL(origin());
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    request(
      { host: '127.0.0.1', port, path: `/tab/${name}`, method, headers: sent as Record<string, string> },
      resolve,
    )
      .on('error', reject)
      .end(body),
  );
  const answered = await text(response);
  return { status: response.statusCode ?? 0, body: answered === '' ? undefined : JSON.parse(answered) };
};
const exchange = (code: string, headers?: Headers) => send('open', JSON.stringify({ code }), headers);

/** A tab of the owner: opened, and with a session. */
const openTab = async (username = 'owner') => {
  const { body } = await exchange(newCode());
  const token = await shop.signIn(username);
  const headers = (): Headers => ({
    ...own(),
    'X-Kramar-Tab': body.value.secret,
    Authorization: `Bearer ${token}`,
  });
  return {
    secret: String(body.value.secret),
    token,
    ask: (name: string, input: object = {}, more: Headers = {}) =>
      send(name, JSON.stringify(input), { ...headers(), ...more }),
  };
};
const refusal = ({ body }: Answer): string => body.refusal?.code ?? body.detail;

const KEY = { name: 'Bar', permissions: [], terminal: null };

test('a tab is opened once by its code, and does what the owner may', async () => {
  const { page, address } = issue();
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(readFileSync(page, 'utf8')).toContain(address);
  expect(readFileSync(join(shop.folder, 'tab-code.json'), 'utf8')).not.toContain(codeOf(address));
  const { status, body } = await exchange(codeOf(address));
  expect({ status, body }).toEqual({
    status: 200,
    body: { ok: true, value: { secret: expect.stringMatching(/^[\w-]{43}$/) } },
  });
  for (const file of ['open.html', 'tab-code.json']) expect(existsSync(join(shop.folder, file))).toBe(false);
  const tab = await openTab();
  expect(await tab.ask('employees.list')).toMatchObject({
    status: 200,
    body: { ok: true, value: { employees: [] } },
  });
  const { results } = (await shop.owner.get<{ results: { code: string }[] }>('actions/')).body;
  expect(results.filter((action) => action.code === 'tab_opened')).toHaveLength(2);
});

test('the log says what happened, without code, secret and input', async () => {
  const code = newCode();
  const { body } = await exchange(code);
  const tab = await openTab();
  await tab.ask('owner.confirm', { password: PASSWORD });
  await tab.ask('keys.add', KEY);
  await exchange(code);
  const log = () => readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8');
  await expect.poll(log).toMatch(/A browser tab was opened[\s\S]*A request of a browser tab was refused/);
  for (const secret of [code, body.value.secret, tab.secret, PASSWORD, tab.token])
    expect(log()).not.toContain(secret);
});

describe('another page, with the right code and the right secret', () => {
  const ATTACKS: [what: string, headers: () => Headers][] = [
    ['another site', () => ({ Origin: 'https://example.com', 'Sec-Fetch-Site': 'cross-site' })],
    ['another site that hides what it is', () => ({ Origin: undefined, 'Sec-Fetch-Site': 'cross-site' })],
    [
      'another port of this computer',
      () => ({ Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }),
    ],
    ['the same port under another name', () => ({ Origin: origin().replace('127.0.0.1', 'localhost') })],
    ['a sandboxed frame', () => ({ Origin: 'null' })],
    ['a window that was opened from elsewhere', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['a program without Sec-Fetch-Site', () => ({ 'Sec-Fetch-Site': undefined })],
    ['a program without Origin', () => ({ Origin: undefined })],
    [
      'a name that was bound anew',
      () => ({
        Host: `evil.example:${new URL(origin()).port}`,
        Origin: `http://evil.example:${new URL(origin()).port}`,
      }),
    ],
    ['a name without the port', () => ({ Host: '127.0.0.1', Origin: 'http://127.0.0.1' })],
  ];
  test.each(ATTACKS)('%s: refused, and the code is not used up', async (_what, headers) => {
    const tab = await openTab();
    const code = newCode();
    await leavingNoTrace(shop, async () => {
      expect((await exchange(code, { ...own(), ...headers() })).status).toBe(403);
      expect((await tab.ask('owner.confirm', { password: PASSWORD }, headers())).status).toBe(403);
    });
    expect(refusal(await tab.ask('employees.add', {}))).toBe('VALIDATION');
    expect((await exchange(code)).status).toBe(200);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', undefined])(
    'a form of %s: refused',
    async (type) => {
      const code = newCode();
      const answer = await exchange(code, { ...own(), 'Content-Type': type });
      expect(answer.status).toBe(415);
      expect((await exchange(code)).status).toBe(200);
    },
  );

  test.each(['GET', 'PUT', 'OPTIONS'])('%s: refused, without CORS', async (method) => {
    const { status } = await send('open', '', { ...own(), 'Content-Type': undefined }, method);
    expect(status).toBe(405);
  });
});

describe('the code', () => {
  test('opens nothing a second time', async () => {
    const code = newCode();
    expect((await exchange(code)).status).toBe(200);
    expect(refusal(await exchange(code))).toBe('TAB_CODE');
  });

  test('of ten exchanges at once one wins', async () => {
    const code = newCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('ends after two minutes, and with a clock that was set back', async () => {
    const code = newCode();
    clock.forward(121);
    expect(refusal(await exchange(code))).toBe('TAB_CODE');
    const other = newCode();
    clock.forward(-60);
    expect(refusal(await exchange(other))).toBe('TAB_CODE');
  });

  test('is replaced by a newer one', async () => {
    const [older, newer] = [newCode(), newCode()];
    expect(refusal(await exchange(older))).toBe('TAB_CODE');
    expect((await exchange(newer)).status).toBe(200);
  });

  test('stays good whatever others try: no program can keep the owner out', async () => {
    const code = newCode();
    for (let tried = 0; tried < 50; tried += 1)
      expect(refusal(await exchange(`wrong${tried}`))).toBe('TAB_CODE');
    for (const wrong of [undefined, 7, {}, ''])
      expect((await send('open', JSON.stringify({ code: wrong }))).status).toBe(403);
    expect((await exchange(code)).status).toBe(200);
  });
});

describe('who calls', () => {
  test("a stolen session without the tab's secret does nothing", async () => {
    const { token } = await openTab();
    await leavingNoTrace(shop, async () => {
      for (const secret of [undefined, '', 'x'.repeat(43), token]) {
        const headers = { ...own(), 'X-Kramar-Tab': secret, Authorization: `Bearer ${token}` };
        expect(refusal(await send('keys.add', JSON.stringify(KEY), headers))).toBe('TAB_ENDED');
      }
    });
  });

  test('a tab without a session, with the key of a till, or of an employee does nothing', async () => {
    await shop.employee('cashier', ['can_manage_employees']);
    const { key } = createKey({ db: shop.console.db, now: clock.now }, { ...KEY, name: 'Till' });
    const tab = await openTab();
    const cashier = `Bearer ${await shop.signIn('cashier')}`;
    await leavingNoTrace(shop, async () => {
      expect(refusal(await tab.ask('keys.list', {}, { Authorization: undefined }))).toBe('SIGN_IN');
      expect(refusal(await tab.ask('keys.list', {}, { Authorization: cashier }))).toBe('FORBIDDEN');
      for (const name of ['keys.list', 'owner.create'])
        expect(refusal(await tab.ask(name, {}, { Authorization: `Bearer ${key}` }))).toBe('NOT_ALLOWED');
    });
  });

  test('what needs the window, or is no operation, is not possible', async () => {
    const tab = await openTab();
    for (const name of ['computer.state', 'folder.choose', 'pin.people', 'toString', '', 'keys.list/x'])
      expect(refusal(await tab.ask(name))).toBe('NOT_ALLOWED');
  });

  test('the interface knows none of it', async () => {
    expect((await shop.owner.post('tab/open/', { code: newCode() })).status).toBe(404);
    expect(readFileSync('docs/openapi.json', 'utf8')).not.toContain('/tab/');
  });
});

describe("the owner's password", () => {
  const EMPLOYEE = {
    full_name: '',
    email: '',
    position: '',
    permissions: [],
    password: 'another horse',
  };
  test('counts five minutes in its own tab, and each time anew for a key', async () => {
    const [tab, other] = [await openTab(), await openTab()];
    const add = (username: string, by = tab) => by.ask('employees.add', { ...EMPLOYEE, username });
    expect(refusal(await add('anna'))).toBe('PASSWORD_NEEDED');
    expect(refusal(await tab.ask('owner.confirm', { password: 'wrong horse' }))).toBe('VALIDATION');
    await tab.ask('owner.confirm', { password: PASSWORD });
    expect((await add('anna')).status).toBe(200);
    expect((await add('bohdan')).status).toBe(200);
    expect(refusal(await add('vira', other))).toBe('PASSWORD_NEEDED');
    expect(refusal(await tab.ask('keys.add', KEY))).toBe('PASSWORD_NEEDED');
    await tab.ask('owner.confirm', { password: PASSWORD });
    const { body } = await tab.ask('keys.add', KEY);
    expect(body.value.key).toMatch(/^kr_/);
    expect(refusal(await tab.ask('keys.rotate', { id: body.value.id }))).toBe('PASSWORD_NEEDED');
    clock.forward(5 * 60);
    expect(refusal(await add('vira'))).toBe('PASSWORD_NEEDED');
  });
});

describe('a tab ends', () => {
  test('after half an hour without a request', async () => {
    const tab = await openTab();
    clock.forward(29 * 60);
    expect((await tab.ask('keys.list')).status).toBe(200);
    clock.forward(29 * 60);
    expect((await tab.ask('keys.list')).status).toBe(200);
    clock.forward(30 * 60 + 1);
    expect(refusal(await tab.ask('keys.list'))).toBe('TAB_ENDED');
  });

  test('when a fifth is opened, the one that rested longest', async () => {
    const tabs = [];
    for (let opened = 0; opened < 4; opened += 1) {
      tabs.push(await openTab());
      clock.forward(1);
    }
    await tabs[0]?.ask('keys.list');
    const fifth = await openTab();
    expect(refusal((await tabs[1]?.ask('keys.list')) as Answer)).toBe('TAB_ENDED');
    expect(
      await Promise.all(
        [tabs[0], tabs[2], tabs[3], fifth].map(async (tab) => (await tab?.ask('keys.list'))?.status),
      ),
    ).toEqual([200, 200, 200, 200]);
  });

  test('with each stop of the service', async () => {
    const tab = await openTab();
    const code = newCode();
    await shop.restart();
    expect(refusal(await tab.ask('keys.list'))).toBe('TAB_ENDED');
    expect(refusal(await exchange(code))).toBe('TAB_CODE');
  });
});
