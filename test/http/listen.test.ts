import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openShop, type Shop } from '../helpers/shop.ts';

/** Some containers have none. */
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

let shop: Shop | undefined;
afterEach(() => shop?.close());

const logOf = ({ folder, log }: Shop): string => {
  const logs = join(folder, 'logs');
  log.info('The end of the log.');
  return readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('');
};

test.runIf(hasIpv6)(
  'one port on 127.0.0.1 and ::1, whose links stay on the Host of the request',
  async () => {
    shop = await openShop();
    const { port } = new URL(shop.baseUrl);
    const headers = { Authorization: `Bearer ${await shop.signIn('owner')}` };
    for (let at = 0; at < 2; at++) await shop.createInvoice();
    for (const host of LOOPBACK) {
      const answer = await fetch(`http://${host}:${port}/api/v1/invoices/?page_size=1`, { headers });
      const { next } = (await answer.json()) as { next: string };
      expect([answer.status, next]).toEqual([
        200,
        `http://${host}:${port}/api/v1/invoices/?page_size=1&page=2`,
      ]);
    }
    expect(logOf(shop)).not.toContain('could not be opened');
  },
);

test.runIf(hasIpv6)('a stop closes both', async () => {
  shop = await openShop();
  const port = Number(new URL(shop.baseUrl).port);
  // Kept alive, as a till's connection is.
  for (const host of LOOPBACK) await (await fetch(`http://${host}:${port}/api/v1/`)).text();
  await shop.stop();
  for (const host of ['127.0.0.1', '::1']) {
    const [error] = await once(connect(port, host), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  }
});

test.runIf(hasIpv6)('where ::1 cannot be opened it goes on with 127.0.0.1 alone, and logs it', async () => {
  const other = createServer().listen({ port: 0, host: '::1' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    shop = await openShop({ config: { port } });
    expect(shop.baseUrl).toBe(`http://127.0.0.1:${port}/api/v1/`);
    expect((await shop.stranger.get('')).status).toBe(200);
    await expect.poll(() => shop && logOf(shop)).toContain('::1 could not be opened');
  } finally {
    other.close();
  }
});
