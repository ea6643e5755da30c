import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { fetchMerchant } from '../../main/shop/terminals/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
afterEach(() => shop.bank.clearFaults());

const UKRAINIAN = { headers: { 'Accept-Language': 'uk' } };
/** A call that moves money, and one that does not. */
const CALLS: Record<
  string,
  (invoice: number, options?: object) => Promise<{ status: number; body: Refusal }>
> = {
  'invoice/create': (_, options) =>
    shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 100 }, options),
  'invoice/status': (id, options) => shop.owner.post(`invoices/${id}/refresh/`, undefined, options),
};

describe.each(Object.entries(CALLS))(
  '502 of %s: its detail names the HTTP status, in both languages; for a 403 without errCode it says that the bank’s firewall keeps this address out, for a day as a rule',
  (path, send) => {
    test.each<[Fault['kind'], number, RegExp, RegExp]>([
      ['bad-gateway', 502, /could not be read/, /не вдалося прочитати/],
      ['unavailable', 503, /could not be read/, /не вдалося прочитати/],
      ['malformed-json', 200, /could not be read/, /не вдалося прочитати/],
      ['firewall', 403, /firewall .* for a day as a rule/, /екран банку .* протягом доби/],
    ])('%s: %s', async (kind, status, english, ukrainian) => {
      for (const [options, words] of [
        [{}, english],
        [UKRAINIAN, ukrainian],
      ] as const) {
        const { id } = await shop.createInvoice();
        shop.bank.fault({ kind, path });
        const answer = await send(id, options);
        expect([answer.status, answer.body.err_code]).toEqual([502, 'BAD_GATEWAY']);
        expect(answer.body.detail).toMatch(words);
        expect(answer.body.detail).toContain(`HTTP ${status}`);
        shop.bank.clearFaults();
      }
    });
  },
);

test('a token that is tried behind the firewall: the owner reads why', async () => {
  shop.bank.fault({ kind: 'firewall', path: 'details' });
  await expect(fetchMerchant(shop.console, shop.merchant.token)).rejects.toThrow(/firewall .*HTTP 403/);
});
