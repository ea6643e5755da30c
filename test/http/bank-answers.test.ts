import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { fetchMerchant } from '../../main/shop/terminals/terminals.ts';
import type { Event } from '../../shared/api/events.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { System } from '../../shared/api/system.ts';
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

test.each<Fault['kind']>(['malformed-json', 'firewall', 'empty-object'])(
  'a bank whose answers cannot be read is not unreachable: %s, six times in a row',
  async (kind) => {
    const { id, invoice_id } = await shop.createInvoice();
    // The watch of other invoices must not use the faults up.
    shop.bank.fault({ kind, path: 'invoice/status', invoiceId: invoice_id, times: 6 });
    for (let n = 0; n < 6; n++) expect((await shop.owner.post(`invoices/${id}/refresh/`)).status).toBe(502);
    const { bank } = (await shop.owner.get<System>('system/')).body;
    expect(bank).toMatchObject({ state: 'reachable', since: null, err_code: null });
    const { results } = (await shop.owner.get<Page<Event>>('events/?page_size=200')).body;
    expect(results.filter(({ type }) => type === 'bank.unreachable')).toEqual([]);
  },
);
