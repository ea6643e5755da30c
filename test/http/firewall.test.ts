import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import type { System } from '../../shared/api/system.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { attempts, requested } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
afterEach(() => shop.bank.clearFaults());

const block = (path: string) => shop.bank.fault({ kind: 'firewall', path, times: 1000 } satisfies Fault);
const sell = (options: object = {}) =>
  shop.owner.post<Refusal>('invoices/', { terminal: shop.terminal.id, amount: 4200 }, options);
const inDoubt = () => attempts(shop).filter(({ status }) => status === 'in_doubt').length;
const WITH_FACTS = { headers: { Prefer: 'facts' } };
const outcomeOf = ({ body }: { body: Refusal }) => JSON.stringify(body.facts);

describe('A till that repeats behind the firewall of the bank', () => {
  test('has one sale in doubt, however often it repeats: the others are not sent, and say so', async () => {
    const before = { attempts: inDoubt(), sent: requested(shop, 'invoice/create').length };
    block('*');
    const first = await sell(WITH_FACTS);
    expect([first.status, first.body.err_code]).toEqual([502, 'BAD_GATEWAY']);
    expect(first.body.facts).toEqual({ non_field_errors: [{ outcome: 'unknown', http_status: 403 }] });
    for (let n = 0; n < 5; n += 1) {
      const next = await sell(WITH_FACTS);
      expect([next.status, next.body.err_code]).toEqual([502, 'BAD_GATEWAY']);
      expect(next.body.detail).toMatch(/firewall .*HTTP 403.* another network.* This sale was not sent/i);
      expect(outcomeOf(next)).toContain('not_sent');
    }
    const uk = await sell({ headers: { 'Accept-Language': 'uk' } });
    expect(uk.body.detail).toMatch(/екран банку .*HTTP 403.* Цей продаж не надіслано/);
    expect(inDoubt()).toBe(before.attempts + 1);
    expect(requested(shop, 'invoice/create')).toHaveLength(before.sent + 1);
    const { body } = await shop.owner.get<System>('system/');
    expect(body.bank).toMatchObject({ state: 'reachable' });
    // Through another network the next sale succeeds at once.
    shop.bank.clearFaults();
    expect((await sell()).status).toBe(201);
    expect(inDoubt()).toBe(before.attempts + 1);
  });

  test('whose sale is in doubt under its key is not told that nobody can pay it', async () => {
    block('invoice/create');
    const keyed = { headers: { 'Idempotency-Key': 'kept out', Prefer: 'facts' } };
    for (let n = 0; n < 6; n += 1) {
      const answer = await sell(keyed);
      expect([answer.status, answer.body.err_code]).toEqual([502, 'BAD_GATEWAY']);
      expect(outcomeOf(answer)).toContain('unknown');
    }
    expect(attempts(shop).filter(({ idempotency_key }) => idempotency_key === 'kept out')).toMatchObject([
      { status: 'in_doubt', possible_invoices: 3 },
    ]);
  });
});
