import { setTimeout } from 'node:timers/promises';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { PASSWORD, type Shop } from './shop.ts';

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
  return { status: response.status, body: await response.json() };
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
