import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bank } from '../../../main/bank/client.ts';
import { BankError } from '../../../main/bank/errors.ts';
import { refreshInvoice } from '../../../main/money/bank-state/refresh.ts';
import { doubtPendingAttempts } from '../../../main/money/journal/attempts.ts';
import { openKey } from '../../../main/money/journal/idempotency.ts';
import { resolveTerminal } from '../../../main/money/journal/resolve-attempts.ts';
import { createInvoice, type SaleContext } from '../../../main/money/sale/create.ts';
import { checkRegister, checkSibling } from '../../../main/money/sale/sale-siblings.ts';
import { syncInvoices } from '../../../main/money/statement/sync.ts';
import type { Actor } from '../../../main/shop/accounts/sessions.ts';
import { build } from '../../../main/store/db/connection.ts';
import { scheduleCheck } from '../../../main/store/invoices/invoices.ts';
import { dueRegisterChecks, dueSaleInvoices } from '../../../main/store/invoices/sale-invoices.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { lastId } from '../../helpers/events.ts';
import { syncedRegisters } from '../../helpers/keyed.ts';
import { memoryBank, type Way } from '../../helpers/memory-bank.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { rowsOf } from '../../helpers/trace.ts';

type Step =
  | { do: 'try'; way: Way }
  | { do: 'arrive' | 'statement' | 'settle' | 'round' | 'restart' }
  | { do: 'pay' | 'decline'; which: number }
  | { do: 'pay during'; which: number; first: boolean }
  | { do: 'fail removal'; fault: 'lost' | 'ignored' }
  | { do: 'forward'; seconds: number };

const which = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('try' as const),
      way: fc.constantFrom<Way>('late', 'late', 'answered', 'lost', 'refused'),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'arrive' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay during' as const), which, first: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decline' as const), which }) },
  { weight: 4, arbitrary: fc.constant({ do: 'round' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('statement' as const, 'settle' as const, 'restart' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail removal' as const),
      fault: fc.constantFrom('lost' as const, 'ignored' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('forward' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  },
);

const any = fc.array(step, { minLength: 4, maxLength: 18 });
/** A first creation that is late, and the same again with an answer. */
const doubled: readonly Step[] = [
  { do: 'try', way: 'late' },
  { do: 'try', way: 'answered' },
];
const steps = fc.oneof(
  any,
  any.map((others) => [...doubled, ...others]),
  any.map((others) => [...doubled, { do: 'arrive' as const }, ...others]),
);

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now });
const register = (await syncedRegisters(shop)).get('ZRN1')?.id ?? 0;
const [owner] = rowsOf(shop, 'accounts');
const actor = { id: owner?.id, isOwner: true } as Actor;
// Its own watcher would query what the steps are to query.
await shop.stop();

const VALIDITY = 3600;
const ignore = (error: unknown): void => {
  if (!(error instanceof BankError)) throw error;
};

/** One sale at a bank of its own, and the steps that can happen to it. */
const openSale = (key: string, amount: number, hasRegister: boolean) => {
  const memory = memoryBank(clock.now);
  const { db, openToken, vault } = shop.console;
  const context: SaleContext = {
    db,
    openToken,
    vault,
    bank: memory.bank,
    now: clock.now,
    bankNow: clock.now,
  };
  const terminal = shop.terminal.id;
  const input = {
    terminal,
    amount,
    items: [],
    cash_register: hasRegister ? register : null,
    validity: VALIDITY,
    reference: '',
    destination: '',
    comment: '',
    discounts: [],
    customer_emails: [],
    payment_type: 'debit' as const,
  };
  const answered = new Set<string>();
  const ownRows = () => rowsOf(shop, 'invoices').filter((row) => row.amount === amount);

  const attempt = async () => {
    const keyed = openKey(context, actor, key, { amount });
    if ('answer' in keyed) return;
    const { invoice } = await createInvoice(context, actor, input, { keyed });
    keyed.keep({ id: invoice.id });
    answered.add(invoice.invoice_id);
  };
  const round = async () => {
    for (const row of ownRows())
      if (row.next_check_at !== null) await refreshInvoice(context, Number(row.id)).catch(ignore);
    for (const each of dueRegisterChecks(db, terminal, clock.now(), 50))
      await checkRegister(context, each).catch(ignore);
    for (const each of dueSaleInvoices(db, terminal, clock.now(), 50))
      await checkSibling(context, each).catch(ignore);
  };
  const perform = async (each: Step): Promise<unknown> => {
    switch (each.do) {
      case 'try':
        memory.next(each.way);
        return attempt().catch(ignore);
      case 'arrive':
        return memory.arrive();
      case 'pay':
        return memory.pay(each.which);
      case 'decline':
        return memory.pay(each.which, 'failure');
      case 'pay during':
        return memory.during(() => {
          memory.pay(each.which);
          return syncInvoices(context, terminal).catch(ignore);
        }, each.first);
      case 'fail removal':
        return memory.failRemoval(each.fault);
      case 'statement':
        return syncInvoices(context, terminal).catch(ignore);
      case 'settle':
        return resolveTerminal(context, terminal).catch(ignore);
      case 'round':
        return round();
      case 'restart':
        return doubtPendingAttempts(db, clock.now());
      case 'forward':
        return clock.forward(each.seconds);
    }
  };
  return {
    ...memory,
    db,
    context,
    perform,
    attempt,
    round,
    ownRows,
    answered,
    statement: () => syncInvoices(context, terminal),
  };
};

/** Forgets the sale, so that the next run has the terminal for itself. */
const forget = (sale: ReturnType<typeof openSale>): void => {
  for (const row of sale.ownRows()) scheduleCheck(sale.db, Number(row.id), null);
  sale.db.run(build.updateTable('sale_invoices').set({ state: 'over', next_try_at: null }));
  sale.db.run(build.updateTable('attempts').set({ register_check_at: null }));
};

let runs = 0;

test('any steps in any order: the payments of a sale are here once each, and no other invoice of a paid sale can be paid', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (story, hasRegister) => {
      runs += 1;
      const sale = openSale(`key ${runs}`, 100_000 + runs, hasRegister);
      const after = lastId(shop);
      for (const each of story) await sale.perform(each);

      // The till repeats until it has its answer, all that is late arrives, and everybody looks often enough.
      sale.during(() => undefined);
      sale.next('answered');
      await sale.attempt();
      sale.arriveAll();
      for (let count = 0; count < 8; count += 1) {
        clock.forward(20);
        await sale.round();
        await sale.statement();
      }

      const paid = sale.opened.filter(({ status }) => status === 'success').map(({ id }) => id);
      const rows = sale.ownRows();
      const here = rows.filter(({ status }) => status === 'success').map((row) => row.invoice_id);
      expect(here.toSorted()).toEqual(paid.toSorted());
      expect(rows.filter((row) => row.created_locally === 1)).toHaveLength(1);
      const events = rowsOf(shop, 'events').filter(
        (row) => row.type === 'sale.paid_twice' && Number(row.id) > after,
      );
      expect(events).toHaveLength(Math.max(0, paid.length - 1));

      // The invoices that a buyer can reach: the one on the register, and the page that a till received.
      const reachable = sale.opened.filter(
        (each) => sale.isPayable(each) && (sale.isOnRegister(each) || sale.answered.has(each.id)),
      );
      if (paid.length > 0) expect(reachable.map(({ id }) => id)).toEqual([]);
      forget(sale);
    }),
    { numRuns: 100, endOnFailure: false },
  );
});

test('an answer about the bank invoice that the sale no longer names changes nothing of it', async () => {
  runs += 1;
  const sale = openSale(`key ${runs}`, 100_000 + runs, false);
  await sale.perform({ do: 'try', way: 'late' });
  await sale.perform({ do: 'try', way: 'answered' });
  sale.arriveAll();
  const [row] = sale.ownRows();
  const { bank } = sale.context;
  const asking: Bank = {
    ...bank,
    invoiceStatus: async (token, id) => {
      const answer = await bank.invoiceStatus(token, id);
      sale.pay(1);
      await sale.statement();
      const payment = { maskedPan: 'of another', approvalCode: 'of another', rrn: 'of another' };
      return { ...answer, status: 'success', paymentInfo: { ...payment, paymentSystem: 'visa', fee: 7 } };
    },
  };
  await refreshInvoice({ ...sale.context, bank: asking }, Number(row?.id));
  const paid = sale.opened.find(({ status }) => status === 'success');
  expect(sale.ownRows()).toMatchObject([{ invoice_id: paid?.id, status: 'success', rrn: '', fee: 0 }]);
  forget(sale);
});
