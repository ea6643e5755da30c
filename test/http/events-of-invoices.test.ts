import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { reportedBy } from '../helpers/events.ts';
import { createUnder, syncedRegisters } from '../helpers/keyed.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';

import { factsOf, openEvents, typesOf } from './events-stage.ts';

const { shop, refresh, forward, cancel, settleAttempts, paidInvoice, expected } = await openEvents();

describe('invoice.status_changed', () => {
  /** The events after something happened at the bank and Kramar reads its state. */
  const afterwards = async (invoice: Invoice, happens: () => unknown) => {
    happens();
    const published = await reportedBy(shop, () => refresh(invoice));
    // Read again the state is the same, and no event is written.
    expect(await reportedBy(shop, () => refresh(invoice))).toEqual([]);
    return published;
  };
  const change = (invoice: Invoice, from: string, after: Invoice) =>
    expected('invoice.status_changed', invoice, { ...factsOf(after), previous_status: from });

  test('from step to step', async () => {
    const invoice = await shop.createInvoice();
    const { invoice_id } = invoice;
    const { bank } = shop;
    const steps: [string, string, () => void][] = [
      ['created', 'failure', () => bank.decline(invoice_id)],
      ['failure', 'processing', () => bank.processing(invoice_id)],
      ['processing', 'success', () => bank.pay(invoice_id)],
    ];
    for (const [from, to, happens] of steps) {
      const published = await afterwards(invoice, happens);
      expect(published).toEqual([change(invoice, from, await shop.readInvoice(invoice.id))]);
      expect(published[0]?.data).toMatchObject({ status: to });
    }
  });
  test('expired, by the clock and at the bank', async () => {
    const invoice = await shop.createInvoice({ amount: 100, validity: 60 });
    const published = await reportedBy(shop, () => forward(60));
    expect(published).toEqual([change(invoice, 'created', await shop.readInvoice(invoice.id))]);
    expect(published[0]?.data).toMatchObject({ status: 'expired' });

    const other = await shop.createInvoice();
    const expiry = await afterwards(other, () => shop.bank.expire(other.invoice_id));
    expect(expiry).toEqual([change(other, 'created', await shop.readInvoice(other.id))]);
  });
  test('an unpaid one that is cancelled', async () => {
    const invoice = await shop.createInvoice();
    const published = await reportedBy(shop, () => cancel(invoice.id));
    expect(published).toEqual([change(invoice, 'created', await shop.readInvoice(invoice.id))]);
    expect(published[0]?.data).toMatchObject({ status: 'expired', final_amount: null });
    expect(await reportedBy(shop, () => refresh(invoice))).toEqual([]);
  });
  test('one that the watcher sees paid', async () => {
    const invoice = await shop.createInvoice();
    shop.bank.pay(invoice.invoice_id);
    const published = await reportedBy(shop, () => forward(3));
    expect(published).toEqual([change(invoice, 'created', await shop.readInvoice(invoice.id))]);
    expect(await reportedBy(shop, () => refresh(invoice))).toEqual([]);
  });
});

describe('invoice.refunded', () => {
  const refunded = (invoice: Invoice, after: Invoice, amount: number) =>
    expected('invoice.refunded', invoice, { ...factsOf(after), refunded: amount });

  test('in full', async () => {
    const invoice = await paidInvoice();
    const published = await reportedBy(shop, () => cancel(invoice.id));
    const after = await shop.readInvoice(invoice.id);
    expect(after).toMatchObject({ status: 'reversed', final_amount: 0 });
    expect(published).toEqual([
      expected('invoice.status_changed', invoice, { ...factsOf(after), previous_status: 'success' }),
      refunded(invoice, after, 34_000),
    ]);
    expect(await reportedBy(shop, () => refresh(invoice))).toEqual([]);
  });
  test('in part, then the rest', async () => {
    const invoice = await paidInvoice({ amount: 1000 });
    const part = await reportedBy(shop, () => cancel(invoice.id, { amount: 400 }));
    const between = await shop.readInvoice(invoice.id);
    expect(part).toEqual([refunded(invoice, between, 400)]);
    expect(between).toMatchObject({ status: 'success', final_amount: 600 });
    const rest = await reportedBy(shop, () => cancel(invoice.id));
    expect(typesOf(rest)).toEqual(['invoice.status_changed', 'invoice.refunded']);
    expect(rest[1]).toEqual(refunded(invoice, await shop.readInvoice(invoice.id), 600));
  });
  test('made at the bank: found in the cancelList, once', async () => {
    const invoice = await paidInvoice({ amount: 1000 });
    shop.bank.refund(invoice.invoice_id, 300);
    const published = await reportedBy(shop, () => syncInvoices(shop));
    const after = await shop.readInvoice(invoice.id);
    expect(published).toEqual([
      refunded(invoice, after, 300),
      expected('terminal.synced', undefined, { synced: expect.any(Number), created: 0, updated: 1 }),
    ]);
    expect(after.final_amount).toBe(700);
    expect(await reportedBy(shop, () => syncInvoices(shop))).toEqual([]);
    expect(await reportedBy(shop, () => refresh(invoice))).toEqual([]);
  });
  test('that the bank still works on: when it is done', async () => {
    const invoice = await paidInvoice({ amount: 1000 });
    shop.bank.setRefundMode('processing');
    expect(await reportedBy(shop, () => cancel(invoice.id, { amount: 250 }))).toEqual([]);
    shop.bank.settleRefunds('success');
    const published = await reportedBy(shop, () => refresh(invoice));
    expect(published).toEqual([
      refunded(invoice, await shop.readInvoice(invoice.id), 250),
      expected('attempt.settled', invoice, { kind: 'refund', outcome: 'done' }),
    ]);
  });
  test('paid and refunded before Kramar looked', async () => {
    const invoice = await shop.createInvoice({ amount: 1000 });
    shop.bank.pay(invoice.invoice_id);
    shop.bank.refund(invoice.invoice_id, 100);
    const published = await reportedBy(shop, () => refresh(invoice));
    const after = await shop.readInvoice(invoice.id);
    expect(published).toEqual([
      expected('invoice.status_changed', invoice, { ...factsOf(after), previous_status: 'created' }),
      refunded(invoice, after, 100),
    ]);
  });
});

describe('an event and its data are written together, or neither is', () => {
  /** The service's disk is full for one kind of write, as long as `work` takes. */
  const whileRefused = async (write: string, work: () => Promise<unknown>) => {
    const file = new Database(databaseFile(shop.folder));
    file.exec(`create trigger full before ${write} begin select raise(abort, 'the disk is full'); end`);
    try {
      await work();
    } finally {
      file.exec('drop trigger full');
      file.close();
    }
  };
  const EVENT = 'insert on events';
  const status = async (answer: Promise<{ status: number; text: string }>) => (await answer).status;

  test.each([EVENT, 'update of status on invoices'])('a status (%s)', async (write) => {
    const invoice = await shop.createInvoice();
    shop.bank.pay(invoice.invoice_id);
    const published = await reportedBy(shop, () =>
      whileRefused(write, async () =>
        expect(await status(shop.owner.post(`invoices/${invoice.id}/refresh/`))).toBe(500),
      ),
    );
    expect(published).toEqual([]);
    expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'created' });
    expect(typesOf(await reportedBy(shop, () => refresh(invoice)))).toEqual(['invoice.status_changed']);
  });
  test.each([EVENT, 'update of status on invoices'])('a refund (%s)', async (write) => {
    const invoice = await paidInvoice();
    await reportedBy(shop, () =>
      whileRefused(write, async () => expect(await status(cancel(invoice.id))).toBe(500)),
    );
    const known = rowsOf(shop, 'events').filter(({ invoice_id }) => invoice_id === invoice.id);
    expect(known.map(({ type }) => type)).not.toContain('invoice.refunded');
    expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'success' });
    await shop.restart();
    await refresh(invoice);
    const after = rowsOf(shop, 'events').filter(({ invoice_id }) => invoice_id === invoice.id);
    expect(after.filter(({ type }) => type === 'invoice.refunded')).toHaveLength(1);
    await settleAttempts();
  });
  test.each([
    [EVENT, 500, [], []],
    // The line alone is deferred, and that is reported.
    ['insert on invoices', 200, ['bank.unreadable'], ['bank.readable']],
  ])('a payment outside Kramar (%s)', async (write, expectedStatus, reported, recovered) => {
    const invoiceId = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 5152 });
    const known = () => rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === invoiceId);
    const published = await reportedBy(shop, () =>
      whileRefused(write, async () =>
        expect(await status(shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`))).toBe(
          expectedStatus,
        ),
      ),
    );
    expect([typesOf(published), known()]).toEqual([reported, []]);
    expect(typesOf(await reportedBy(shop, () => syncInvoices(shop)))).toEqual([
      'invoice.found',
      ...recovered,
      'terminal.synced',
    ]);
    expect(known()).toHaveLength(1);
  });
  test.each([EVENT, 'insert on invoices'])('a creation (%s)', async (write) => {
    const registers = await syncedRegisters(shop);
    const body = { amount: 75, cash_register: registers.get('ZRN2')?.id };
    const key = `creation ${write}`;
    const invoices = rowsOf(shop, 'invoices').length;
    const published = await reportedBy(shop, () =>
      whileRefused(write, async () => expect(await status(createUnder(shop, key, body))).toBe(500)),
    );
    expect(typesOf(published)).not.toContain('invoice.created');
    expect(rowsOf(shop, 'invoices')).toHaveLength(invoices);
    // The bank has opened it: the same key finds it there, and it is reported once.
    await shop.restart();
    const again = await reportedBy(shop, async () =>
      expect(await status(createUnder(shop, key, body))).toBe(201),
    );
    expect(typesOf(again)).toEqual(['invoice.adopted', 'attempt.settled']);
    expect(rowsOf(shop, 'invoices')).toHaveLength(invoices + 1);
  });
});
