import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { PASSWORD, type Shop } from './shop.ts';
import { leavingNoTrace } from './trace.ts';

/** The owner's browser tab, as its page calls the service. */

export interface TabAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON is what these tests look at, field by field
  body: any;
}

type Sent = string | Uint8Array<ArrayBuffer>;

/** @param origin of the service */
export const postTab = async (
  origin: string,
  name: string,
  body: Sent,
  headers: Record<string, string> = {},
): Promise<TabAnswer> => {
  const response = await fetch(`${origin}/tab/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: origin,
      'Sec-Fetch-Site': 'same-origin',
      ...headers,
    },
    body,
  });
  if (response.headers.get('Content-Type') !== 'application/octet-stream')
    return { status: response.status, body: await response.json() };
  const saved = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { status: response.status, body: { name: saved, bytes: Buffer.from(await response.arrayBuffer()) } };
};

/** @param token of the signed-in person */
export const openTabAt = async (dataDir: string, origin: string, token: string) => {
  const { address } = issueTabCode(dataDir, origin, Date.now());
  const code = new URL(address).hash.slice('#tab='.length);
  const { body } = await postTab(origin, 'open', JSON.stringify({ code }));
  const headers = { 'X-Kramar-Tab': String(body.value.secret), Authorization: `Bearer ${token}` };
  const raw = (name: string, sent: Sent, more = {}) => postTab(origin, name, sent, { ...headers, ...more });
  const ask = (name: string, input: object = {}, more = {}) => raw(name, JSON.stringify(input), more);
  return {
    ask,
    raw,
    headers,
    confirm: () => ask('owner.confirm', { password: PASSWORD }),
    /** Waits as the page does: for the service that is away, and for the outcome. */
    outcome: async (): Promise<TabAnswer> => {
      for (;;) {
        const given = await ask('outcome').catch(() => undefined);
        if (given && given.status !== 202 && given.status !== 503) return given;
        await setTimeout(20);
      }
    },
  };
};

export const openTab = async (shop: Shop, username = 'owner') =>
  openTabAt(shop.folder, new URL(shop.baseUrl).origin, await shop.signIn(username));

export const tabRefusal = ({ body }: TabAnswer): string => body.refusal?.code ?? body.detail;

/** An operation of the owner with the password: whoever calls it otherwise is refused, and nothing happens. */
export const refusedToOthers = async (shop: Shop, name: string, input: object): Promise<void> => {
  const tab = await openTab(shop);
  await tab.confirm();
  const without = await openTab(shop);
  const { origin } = new URL(shop.baseUrl);
  await shop.employee('cashier', ['can_manage_terminals']);
  const cashier = await shop.signIn('cashier');
  const till = { name: 'Till', permissions: [], terminal: null, own_sales_only: false };
  const { key } = createKey(shop.console, till);
  const as = (token: string) => tab.ask(name, input, { Authorization: `Bearer ${token}` });
  await leavingNoTrace(shop, async () => {
    const refused: [TabAnswer, string][] = [
      [await tab.ask(name, input, { Origin: 'https://example.com' }), 'Origin not allowed.'],
      [
        await tab.ask(name, input, { 'Sec-Fetch-Site': 'same-site' }),
        'Requests of other web pages are not allowed.',
      ],
      [await postTab(origin, name, JSON.stringify(input)), 'TAB_ENDED'],
      [await postTab(origin, 'outcome', '{}'), 'TAB_ENDED'],
      [await as(key), 'NOT_ALLOWED'],
      [await as(cashier), 'FORBIDDEN'],
      [await as('x'), 'SIGN_IN'],
      [await without.ask(name, input), 'PASSWORD_NEEDED'],
      [await without.ask('owner.confirm', { password: 'wrong horse' }), 'VALIDATION'],
      [await without.ask(name, input), 'PASSWORD_NEEDED'],
    ];
    for (const [answer, code] of refused) expect({ name, code: tabRefusal(answer) }).toEqual({ name, code });
  });
};
