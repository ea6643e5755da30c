import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { OPERATIONS, type OperationName } from '../../shared/operations/operations.ts';
import { goodInputs } from '../bridge/good.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { PASSWORD, TALKATIVE } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import {
  openOwnersTab,
  openTab as openTabOf,
  postTab,
  tabRefusal as refusal,
  type TabHeaders,
} from '../helpers/tab.ts';
import { leavingNoTrace, tracesNow } from '../helpers/trace.ts';

// The owner's browser tab, attacked from outside: by other pages, other programs, and sessions without the tab.

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now, config: TALKATIVE });

const { origin } = new URL(shop.baseUrl);
const codeOf = (address: string): string => new URL(address).hash.slice('#tab='.length);
const issue = () => issueTabCode(shop.folder, origin, clock.now());
const newCode = () => codeOf(issue().address);
const exchange = (code: unknown, headers?: TabHeaders) =>
  postTab(origin, 'open', JSON.stringify({ code }), headers);
const openTab = () => openTabOf(shop);

const KEY = { name: 'Bar', permissions: [], terminal: null };

test('a tab is opened once by its code, and does what the owner may', async () => {
  const { page, address } = issue();
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(readFileSync(page, 'utf8')).toContain(address);
  expect(readFileSync(join(shop.folder, 'tab-code.json'), 'utf8')).not.toContain(codeOf(address));
  expect(await exchange(codeOf(address))).toEqual({
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
  await tab.confirm();
  await tab.ask('keys.add', KEY);
  await exchange(code);
  const log = () => readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8');
  await expect.poll(log).toMatch(/A browser tab was opened[\s\S]*A request of a browser tab was refused/);
  for (const secret of [code, body.value.secret, tab.secret, PASSWORD, tab.token])
    expect(log()).not.toContain(secret);
});

describe('another page, with the right code and the right secret', () => {
  const port = new URL(origin).port;
  const ATTACKS: [what: string, headers: TabHeaders][] = [
    ['another site', { Origin: 'https://example.com', 'Sec-Fetch-Site': 'cross-site' }],
    ['another site that hides what it is', { Origin: undefined, 'Sec-Fetch-Site': 'cross-site' }],
    ['another port of this computer', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['the same port under another name', { Origin: origin.replace('127.0.0.1', 'localhost') }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a window that was opened from elsewhere', { 'Sec-Fetch-Site': 'none' }],
    ['a program without Sec-Fetch-Site', { 'Sec-Fetch-Site': undefined }],
    ['a program without Origin', { Origin: undefined }],
    ['a name that was bound anew', { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }],
    ['a name without the port', { Host: '127.0.0.1', Origin: 'http://127.0.0.1' }],
  ];
  test.each(ATTACKS)('%s: refused, and the code is not used up', async (_what, headers) => {
    const tab = await openTab();
    const code = newCode();
    await leavingNoTrace(shop, async () => {
      expect((await exchange(code, headers)).status).toBe(403);
      expect((await tab.ask('owner.confirm', { password: PASSWORD }, headers)).status).toBe(403);
    });
    expect(refusal(await tab.ask('employees.add', {}))).toBe('VALIDATION');
    expect((await exchange(code)).status).toBe(200);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', undefined])(
    'a form of %s: refused',
    async (type) => {
      const code = newCode();
      const answer = await exchange(code, { 'Content-Type': type });
      expect(answer.status).toBe(415);
      expect((await exchange(code)).status).toBe(200);
    },
  );

  test.each(['GET', 'PUT', 'OPTIONS'])('%s: refused, without CORS', async (method) => {
    const { status } = await postTab(origin, 'open', '', { 'Content-Type': undefined }, method);
    expect(status).toBe(405);
  });
});

describe('the code', () => {
  test('opens one tab, of ten exchanges at once and afterwards', async () => {
    const code = newCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusal(await exchange(code))).toBe('TAB_CODE');
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
    for (const wrong of [undefined, 7, {}, '']) expect((await exchange(wrong)).status).toBe(403);
    expect((await exchange(code)).status).toBe(200);
  });
});

describe('every operation is refused to whoever else calls it, and nothing happens', () => {
  const inputs = goodInputs({
    employee: 1,
    key: 1,
    webhook: 1,
    invoice: 1,
    owner: 1,
    terminal: shop.terminal.id,
    token: shop.merchant.token,
    backup: 'a.db',
  });
  const till = createKey(shop.console, { ...KEY, name: 'Till', own_sales_only: false }).key;
  let tab: Awaited<ReturnType<typeof openTab>>;
  let unconfirmed: typeof tab;
  let cashier: string;
  beforeAll(async () => {
    tab = await openOwnersTab(shop);
    unconfirmed = await openTab();
    await shop.employee('cashier', ['can_manage_terminals', 'can_manage_employees']);
    cashier = await shop.signIn('cashier');
  });
  const look = () => ({
    ...tracesNow(shop),
    files: readdirSync(shop.folder).filter((name) => /^(down|up)load-/.test(name)),
  });

  test.each(Object.keys(OPERATIONS) as OperationName[])('%s', async (name) => {
    const { access, needsPassword } = OPERATIONS[name];
    const refusedTo = async (headers: TabHeaders, by = tab) =>
      refusal(await by.ask(name, inputs[name], headers));
    const as = (token: string) => ({ Authorization: `Bearer ${token}` });
    const running = shop.host.started();
    await leavingNoTrace(
      shop,
      async () => {
        expect(await refusedTo({ Origin: 'https://example.com' })).toBe('Origin not allowed.');
        const ofAnotherSite = { 'Sec-Fetch-Site': 'same-site' };
        expect(await refusedTo(ofAnotherSite)).toBe('Requests of other web pages are not allowed.');
        // A stolen session without the tab's secret.
        for (const secret of [undefined, '', 'x'.repeat(43), tab.token])
          expect(await refusedTo({ 'X-Kramar-Tab': secret })).toBe('TAB_ENDED');
        expect(await refusedTo(as(till))).toBe('NOT_ALLOWED');
        if (access !== 'anyone')
          for (const headers of [{ Authorization: undefined }, as('x')])
            expect(await refusedTo(headers)).toBe('SIGN_IN');
        if (access === 'owner' || access === 'founder')
          expect(await refusedTo(as(cashier))).toBe('FORBIDDEN');
        if (needsPassword) expect(await refusedTo({}, unconfirmed)).toBe('PASSWORD_NEEDED');
      },
      look,
    );
    expect(shop.host.started()).toBe(running);
  });
});

describe('who calls', () => {
  test('what needs the window, or is no operation, is not possible', async () => {
    const tab = await openTab();
    for (const name of ['computer.state', 'folder.choose', 'pin.people', 'toString', '', 'keys.list/x'])
      expect(refusal(await tab.ask(name))).toBe('NOT_ALLOWED');
    expect(refusal(await postTab(origin, 'outcome', '{}'))).toBe('TAB_ENDED');
  });

  test('the interface knows none of it', async () => {
    expect((await shop.owner.post('tab/open/', { code: newCode() })).status).toBe(404);
    expect(readFileSync('docs/openapi.json', 'utf8')).not.toContain('/tab/');
  });
});

describe("the owner's password", () => {
  const EMPLOYEE = { full_name: '', email: '', position: '', permissions: [], password: 'another horse' };
  test('counts five minutes in its own tab, and each time anew for a key', async () => {
    const [tab, other] = [await openTab(), await openTab()];
    const add = (username: string, by = tab) => by.ask('employees.add', { ...EMPLOYEE, username });
    expect(refusal(await add('anna'))).toBe('PASSWORD_NEEDED');
    expect(refusal(await tab.ask('owner.confirm', { password: 'wrong horse' }))).toBe('VALIDATION');
    expect(refusal(await add('anna'))).toBe('PASSWORD_NEEDED');
    await tab.confirm();
    expect((await add('anna')).status).toBe(200);
    expect((await add('bohdan')).status).toBe(200);
    expect(refusal(await add('vira', other))).toBe('PASSWORD_NEEDED');
    expect(refusal(await tab.ask('keys.add', KEY))).toBe('PASSWORD_NEEDED');
    await tab.confirm();
    const { body } = await tab.ask('keys.add', { ...KEY, name: 'Door' });
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
    expect((await tabs[1]?.ask('keys.list'))?.body).toMatchObject({ refusal: { code: 'TAB_ENDED' } });
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
    const { origin } = new URL(shop.baseUrl);
    expect(refusal(await postTab(origin, 'keys.list', '{}', tab.headers))).toBe('TAB_ENDED');
    expect(refusal(await postTab(origin, 'open', JSON.stringify({ code })))).toBe('TAB_CODE');
  });
});
