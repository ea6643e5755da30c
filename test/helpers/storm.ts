import fc from 'fast-check';
import { expect } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { attempts, createUnder, syncedRegisters } from './keyed.ts';
import { openShop, type Shop } from './shop.ts';
import { rowsOf } from './trace.ts';

/** One step: a till tries (again) to open its sale, a buyer pays, the service is restarted. */
type Step =
  | { do: 'try'; till: number; fault: Fault | undefined; twice: boolean }
  | { do: 'pay'; which: number }
  | { do: 'sync' }
  | { do: 'restart' };

const TILLS = 4;

const fault: fc.Arbitrary<Fault | undefined> = fc.option(
  fc
    .record({
      kind: fc.constantFrom(
        'reset',
        'half-body',
        'malformed-json',
        'internal-error',
        'bad-gateway',
        'hang',
        'too-many-requests',
      ),
      path: fc.oneof(
        { weight: 4, arbitrary: fc.constant('invoice/create') },
        { weight: 1, arbitrary: fc.constantFrom('statement', 'qr/details', 'invoice/status', '*') },
      ),
      acts: fc.boolean(),
    })
    // A bank that refuses has done nothing.
    .map((each) => (each.kind === 'too-many-requests' ? { ...each, acts: false } : each)),
  { nil: undefined, freq: 4 },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('try' as const),
      till: fc.nat(TILLS - 1),
      fault,
      twice: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sync' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

export const arbitraryStorm = fc.array(step, { minLength: 8, maxLength: 24 });

const sums = (rows: readonly { invoice_id: unknown; amount: unknown }[]) =>
  rows.map(({ invoice_id, amount }) => `${invoice_id} ${amount}`).sort();

/** Runs a storm over a shop of its own, then lets every till finish, and checks what is left. */
export const weather = async (storm: readonly Step[]): Promise<void> => {
  // Short, so that a bank that hangs does not delay the test; a call that is late is a fault like any other.
  const shop = await openShop({ config: { bankTimeoutMs: 400 } });
  try {
    const registers = await syncedRegisters(shop);
    // Half of the tills have a QR register, each its own.
    const sales = Array.from({ length: TILLS }, (_, till) => ({
      key: `till ${till}`,
      body: { amount: 1000 + till, cash_register: registers.get(`ZRN${till + 1}`)?.id ?? null },
      answered: new Set<number>(),
    }));
    const attempt = async (till: number) => {
      const sale = sales[till];
      if (!sale) throw new Error(`There is no till ${till}.`);
      const answer = await createUnder(shop, sale.key, sale.body);
      expect([201, 502], answer.text).toContain(answer.status);
      if (answer.status === 201) sale.answered.add(answer.body.id);
      return answer.status;
    };
    for (const each of storm) await happen(shop, each, attempt);

    shop.bank.clearFaults();
    for (const till of sales.keys()) await expect.poll(() => attempt(till), { interval: 50 }).toBe(201);
    for (const { answered } of sales) expect(answered.size).toBe(1);
    const done = attempts(shop).filter(({ status }) => status === 'done');
    expect(done.map(({ idempotency_key }) => idempotency_key).sort()).toEqual(sales.map(({ key }) => key));

    const sync = async () => (await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`)).status;
    await expect.poll(sync, { interval: 50 }).toBe(200);
    compareBooks(shop);
  } finally {
    await shop.close();
  }
};

const happen = async (shop: Shop, step: Step, attempt: (till: number) => Promise<number>): Promise<void> => {
  if (step.do === 'try') {
    if (step.fault) shop.bank.fault(step.fault);
    await Promise.all([attempt(step.till), ...(step.twice ? [attempt(step.till)] : [])]);
  } else if (step.do === 'pay') {
    const open = shop.bank.invoices().filter(({ status }) => status === 'created');
    const invoice = open[step.which % Math.max(1, open.length)];
    if (invoice) shop.bank.pay(invoice.invoiceId);
  } else if (step.do === 'sync') {
    // Refused when a fault is queued for it; the last round decides.
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  } else {
    await shop.restart();
  }
};

/** Every payment at the bank is here once, and nothing is paid here that is not paid there. */
const compareBooks = (shop: Shop): void => {
  const there = shop.bank
    .invoices()
    .filter(({ status }) => status === 'success')
    .map(({ invoiceId, amount }) => ({ invoice_id: invoiceId, amount }));
  const here = rowsOf(shop, 'invoices') as unknown as Pick<Invoice, 'invoice_id' | 'amount' | 'status'>[];
  expect(sums(here.filter(({ status }) => status === 'success'))).toEqual(sums(there));
};
