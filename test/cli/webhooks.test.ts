import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../helpers/receiver.ts';
import type { Console } from './console.ts';
import { openOwned } from './database.ts';

let shop: Console;
let till: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  shop = openOwned();
  till = await startReceiver();
});
afterEach(() => till.close());

describe('webhook', () => {
  it('is added and its secret shown once', async () => {
    const { stdout } = await shop.plain(['webhook', 'add', till.url]);
    expect(stdout).toMatch(/^Webhook 1 to http:\S+ was added\.\n[^\n]*only now[^\n]*\nkw_[\w-]{43}\n$/);
    const listed = await shop.plain(['webhook', 'list']);
    expect(listed.stdout).toMatch(/^1 {2}http:\S+ {2}….{4} {2}Works\. Nothing was delivered yet\.\n$/);
    expect(listed.stdout).not.toContain('kw_');
  });

  it('is tested, and its deliveries are listed', async () => {
    const { json: added } = await shop.json(['webhook', 'add', till.url]);
    const id = String(added.id);
    const tested = await shop.plain(['webhook', 'test', id]);
    expect(tested).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/accepted: 200 thank you \(\d+ ms\)/),
    });
    till.behave((response) => response.writeHead(503).end('closed'));
    expect(await shop.json(['webhook', 'test', id])).toMatchObject({ code: 1, json: { ok: false } });
    const deliveries = await shop.plain(['webhook', 'deliveries', id]);
    expect(deliveries.stdout).toMatch(/webhook\.test {2}test, attempt 1: 503 closed.*\n.*200 thank you/);
  });
});
