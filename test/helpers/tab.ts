import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { PASSWORD, type Shop } from './shop.ts';

/** The owner's browser tab, as its page calls the service. */

export interface TabAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON is what these tests look at, field by field
  body: any;
}

type Sent = string | Uint8Array;
export type TabHeaders = Record<string, string | undefined>;

const answerOf = async (response: IncomingMessage): Promise<TabAnswer> => {
  const bytes = await buffer(response);
  const { 'content-type': type, 'content-disposition': disposition = '' } = response.headers;
  const name = /filename="([^"]+)"/.exec(disposition)?.[1];
  const json = () => (bytes.length === 0 ? undefined : JSON.parse(bytes.toString()));
  return {
    status: response.statusCode ?? 0,
    body: type === 'application/octet-stream' ? { name, bytes } : json(),
  };
};

/** The headers of Kramar's own page. */
export const ownHeaders = (origin: string): TabHeaders => ({
  Host: new URL(origin).host,
  Origin: origin,
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/json',
});

/** @param origin of the service @param headers besides those of its own page; undefined leaves one out */
export const postTab = (
  origin: string,
  name: string,
  body: Sent,
  headers: TabHeaders = {},
  method = 'POST',
): Promise<TabAnswer> =>
  new Promise((resolve, reject) => {
    const all = Object.entries({ ...ownHeaders(origin), ...headers });
    const sent = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, string>;
    request(`${origin}/tab/${name}`, { method, headers: sent, agent: false }, (response) => {
      answerOf(response).then(resolve, reject);
    })
      .on('error', reject)
      .end(body);
  });

/** @param token of the signed-in person @param now of the service */
export const openTabAt = async (dataDir: string, origin: string, token: string, now = Date.now()) => {
  const { address } = issueTabCode(dataDir, origin, now);
  const code = new URL(address).hash.slice('#tab='.length);
  const { body } = await postTab(origin, 'open', JSON.stringify({ code }));
  const secret = String(body.value.secret);
  const headers = { 'X-Kramar-Tab': secret, Authorization: `Bearer ${token}` };
  const raw = (name: string, sent: Sent, more: TabHeaders = {}) =>
    postTab(origin, name, sent, { ...headers, ...more });
  const ask = (name: string, input: object = {}, more: TabHeaders = {}) =>
    raw(name, JSON.stringify(input), more);
  return {
    ask,
    raw,
    headers,
    secret,
    token,
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
  openTabAt(shop.folder, new URL(shop.baseUrl).origin, await shop.signIn(username), shop.console.now());

/** A tab of the owner, who has given the password. */
export const openOwnersTab = async (shop: Shop) => {
  const tab = await openTab(shop);
  await tab.confirm();
  return tab;
};

export const tabRefusal = ({ body }: TabAnswer): string => body.refusal?.code ?? body.detail;
