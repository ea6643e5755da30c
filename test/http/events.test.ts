import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { insertAttempt } from '../../main/store/invoices/attempts.ts';
import { EVENT_TYPES, type Event } from '../../shared/api/events.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { System } from '../../shared/api/system.ts';
import type { Client } from '../helpers/client.ts';
import { eventsOf, lastId, reportedBy, writePast } from '../helpers/events.ts';
import { runEveryJob } from '../helpers/jobs.ts';
import { attempts, createUnder, lostCreation, syncedRegisters } from '../helpers/keyed.ts';
import { permit } from '../helpers/permit.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';

import { factsOf, openEvents, typesOf } from './events-stage.ts';

const { shop, clock, refresh, forward, cancel, settleAttempts, paidInvoice, expected } = await openEvents();

describe('the list', () => {
  test('a client that follows `next` reads each once, though events are written meanwhile', async () => {
    const before = lastId(shop);
    for (let times = 0; times < 5; times += 1) await shop.createInvoice();
    const read: Event[] = [];
    const counts: number[] = [];
    let next: string | null = `events/?after=${before}&page_size=2`;
    while (next !== null) {
      const page: Page<Event> = (await shop.owner.get<Page<Event>>(next)).body;
      read.push(...page.results);
      counts.push(page.count);
      next = page.next;
      if (counts.length === 2) await shop.createInvoice();
    }
    expect(counts).toEqual([5, 5, 6]);
    expect(read).toEqual(await eventsOf(shop.owner, before));
  });

  describe('shows a client no event whose data it could not request', () => {
    let before: number;
    beforeAll(() => {
      before = lastId(shop);
      for (const type of EVENT_TYPES) writePast(shop, type);
    });
    const seen = async (client: Client) => typesOf(await eventsOf(client, before));
    const beginsWith =
      (...groups: string[]) =>
      (type: string) =>
        groups.some((group) => type.startsWith(group));

    test('the owner: everything', async () => {
      expect(await seen(shop.owner)).toEqual(EVENT_TYPES);
    });
    test('with can_view_invoices: all but the results of backups', async () => {
      const viewer = await shop.employee('viewer', ['can_view_invoices']);
      const all = EVENT_TYPES.filter((type) => !beginsWith('backup.created', 'backup.failed')(type));
      expect(await seen(viewer)).toEqual(all);
      expect((await viewer.get<Page<Event>>(`events/?after=${before}`)).body.count).toBe(all.length);
    });
    test('without it: terminal.*, catalog.*, bank.* that name no payment, and a restore alone, whatever other permissions there are', async () => {
      const others = ['can_create_invoices', 'can_cancel_invoices', 'can_manage_terminals'] as const;
      const blind = await shop.employee('blind', [...others, 'can_manage_employees']);
      expect(await seen(blind)).toEqual(
        EVENT_TYPES.filter(
          beginsWith('terminal', 'catalog', 'bank.unreachable', 'bank.reachable', 'backup.restored'),
        ),
      );
    });
  });
});

describe('invoice.created', () => {
  test('once, with the data of the answer', async () => {
    let invoice = {} as Invoice;
    const published = await reportedBy(shop, async () => {
      invoice = await shop.createInvoice({ amount: 34_000, reference: 'ORDER-42' });
    });
    expect(published).toEqual([expected('invoice.created', invoice, factsOf(invoice))]);
    expect(published[0]?.data).toEqual({
      number: invoice.number,
      reference: 'ORDER-42',
      status: 'created',
      amount: 34_000,
      ccy: 980,
      final_amount: null,
    });
  });
});

describe('attempt.in_doubt', () => {
  test('a creation without an answer, and its second try', async () => {
    const doubt = await reportedBy(shop, () => lostCreation(shop, 'again', { amount: 70 }, false));
    expect(doubt).toEqual([
      expected('attempt.in_doubt', undefined, { kind: 'create', err_code: 'UNREACHABLE' }),
    ]);
    const again = await reportedBy(shop, () => createUnder(shop, 'again', { amount: 70 }));
    expect(typesOf(again)).toEqual(['invoice.created', 'attempt.settled']);
  });
  test('a cancellation and a refund without an answer', async () => {
    const open = await shop.createInvoice();
    const paid = await paidInvoice();
    // Else it finds out what became of them, as soon as the bank answers anything.
    const { release } = await shop.hold();
    onTestFinished(release);
    for (const [kind, invoice, path] of [
      ['remove', open, 'invoice/remove'],
      ['refund', paid, 'invoice/cancel'],
    ] as const) {
      shop.bank.fault({ kind: 'bad-gateway', path, acts: true });
      const published = await reportedBy(shop, async () =>
        expect((await cancel(invoice.id)).status).toBe(502),
      );
      expect(published).toEqual([expected('attempt.in_doubt', invoice, { kind, err_code: 'BAD_GATEWAY' })]);
    }
    release();
    await settleAttempts();
  });
  test('the attempts that a crash left pending, at the next start, once', async () => {
    const attempt = {
      kind: 'create',
      tag: 'cut off',
      terminal_id: shop.terminal.id,
      invoice_id: null,
      account_id: Number(rowsOf(shop, 'accounts')[0]?.id),
      number: null,
      request: JSON.stringify({ input: { validity: 60, cash_register: null }, request: {}, items: [] }),
      created_at: clock.now(),
    } as const;
    insertAttempt(shop.console.db, attempt, permit('sale'));
    const published = await reportedBy(shop, () => shop.restart());
    expect(published).toEqual([
      expected('attempt.in_doubt', undefined, { kind: 'create', err_code: 'CRASHED' }),
    ]);
    expect(await reportedBy(shop, () => shop.restart())).toEqual([]);
    await forward(700);
    expect(typesOf(await reportedBy(shop, settleAttempts))).toEqual(['attempt.settled']);
  });
  test('not for a clear refusal', async () => {
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    const body = { terminal: shop.terminal.id, amount: 1 };
    const published = await reportedBy(shop, async () =>
      expect((await shop.owner.post('invoices/', body)).status).toBe(502),
    );
    expect(published).toEqual([]);
  });
});

describe('invoice.adopted', () => {
  const settled = (invoice: Invoice) =>
    expected('attempt.settled', invoice, { kind: 'create', outcome: 'done' });

  test('by the register', async () => {
    const registers = await syncedRegisters(shop);
    const body = { amount: 71, cash_register: registers.get('ZRN1')?.id };
    await lostCreation(shop, 'on a register', body);
    let invoice = {} as Invoice;
    const published = await reportedBy(shop, async () => {
      invoice = (await createUnder(shop, 'on a register', body)).body;
    });
    expect(published).toEqual([expected('invoice.adopted', invoice, factsOf(invoice)), settled(invoice)]);
  });
  test('by the statement, and that it is paid', async () => {
    const invoiceId = await lostCreation(shop, 'in the statement', { amount: 72 });
    shop.bank.pay(invoiceId);
    const published = await reportedBy(shop, () => syncInvoices(shop));
    const [row] = rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === invoiceId);
    const invoice = await shop.readInvoice(Number(row?.id));
    // The statement does not have the final amount of a payment; the bank is queried for it afterwards.
    const facts = { ...factsOf(invoice), final_amount: null };
    expect(published).toEqual([
      expected('invoice.adopted', invoice, { ...facts, status: 'created' }),
      settled(invoice),
      expected('invoice.status_changed', invoice, { ...facts, previous_status: 'created' }),
      expected('terminal.synced', undefined, { synced: expect.any(Number), created: 1, updated: 0 }),
    ]);
    expect(await reportedBy(shop, () => syncInvoices(shop))).toEqual([]);
  });
});

describe('attempt.settled', () => {
  test('a lost cancellation that was done', async () => {
    const invoice = await shop.createInvoice();
    shop.bank.fault({ kind: 'reset', path: 'invoice/remove', acts: true });
    await cancel(invoice.id);
    const published = await reportedBy(shop, settleAttempts);
    const facts = factsOf(await shop.readInvoice(invoice.id));
    expect(published).toEqual([
      expected('invoice.status_changed', invoice, { ...facts, previous_status: 'created' }),
      expected('attempt.settled', invoice, { kind: 'remove', outcome: 'done' }),
    ]);
    expect(facts.status).toBe('expired');
  });
  test('a lost refund that was done, and one that failed', async () => {
    for (const [mode, outcome] of [
      ['success', 'done'],
      ['failure', 'refused'],
    ] as const) {
      const invoice = await paidInvoice();
      shop.bank.setRefundMode(mode);
      shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
      await cancel(invoice.id, { amount: 1000 });
      const published = await reportedBy(shop, settleAttempts);
      expect(published.at(-1)).toEqual(expected('attempt.settled', invoice, { kind: 'refund', outcome }));
      expect(typesOf(published.slice(0, -1))).toEqual(mode === 'success' ? ['invoice.refunded'] : []);
    }
  });
  test('an attempt that can no longer be paid is dropped', async () => {
    const creation = await lostCreation(shop, 'never', { amount: 73, validity: 60 }, false);
    expect(creation).toBe('');
    const { id, invoice_id } = await shop.createInvoice({ amount: 74 });
    shop.bank.fault({ kind: 'reset', path: 'invoice/remove' });
    await cancel(id);
    expect(attempts(shop, 'remove').at(-1)).toMatchObject({ status: 'in_doubt', invoice_id: id });
    expect(await reportedBy(shop, settleAttempts)).toEqual([]);
    await forward(700);
    const published = await reportedBy(shop, settleAttempts);
    expect(published).toEqual([
      expected('attempt.settled', undefined, { kind: 'create', outcome: 'dropped' }),
      expected('attempt.settled', { id } as Invoice, { kind: 'remove', outcome: 'dropped' }),
    ]);
    shop.bank.expire(invoice_id);
    await refresh({ id });
  });
});

describe('invoice.found and terminal.synced', () => {
  test('a payment made outside Kramar', async () => {
    const invoiceId = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 5150, reference: 'Стенд' });
    let answer = {};
    const published = await reportedBy(shop, async () => {
      answer = await syncInvoices(shop);
    });
    const [row] = rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === invoiceId);
    const invoice = await shop.readInvoice(Number(row?.id));
    expect(published).toEqual([
      expected('invoice.found', invoice, factsOf(invoice)),
      expected('terminal.synced', undefined, answer),
    ]);
    expect(factsOf(invoice)).toMatchObject({ status: 'success', amount: 5150, reference: 'Стенд' });
    expect(answer).toMatchObject({ created: 1, updated: 0 });
  });
  test('one refunded before it was found has its current state', async () => {
    const invoiceId = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 5151 });
    shop.bank.refund(invoiceId, 151);
    const published = await reportedBy(shop, () => syncInvoices(shop));
    expect(typesOf(published)).toEqual(['invoice.found', 'terminal.synced']);
    expect(published[0]?.data).toMatchObject({ status: 'success', amount: 5151, final_amount: 5000 });
  });
});

describe('bank.unreachable and bank.reachable', () => {
  const stateOfBank = async () => (await shop.owner.get<System>('system/')).body.bank.state;

  test('once each, however many calls come in between, and across a restart', async () => {
    // When the bank is back, due jobs run: now none is due.
    await runEveryJob(shop);
    const invoice = await shop.createInvoice();
    const fail = async () =>
      expect((await shop.owner.post(`invoices/${invoice.id}/refresh/`)).status).toBe(502);
    shop.bank.fault({ kind: 'unavailable', times: 1000 });
    const since = new Date(clock.now()).toISOString();
    const gone = await reportedBy(shop, async () => {
      for (let times = 0; times < 5; times += 1) await fail();
      await shop.restart();
      for (let times = 0; times < 5; times += 1) await fail();
    });
    expect(gone).toEqual([
      {
        ...expected('bank.unreachable', undefined, { err_code: 'BAD_GATEWAY', outcome: 'unknown', since }),
        terminal: null,
      },
    ]);
    expect(await stateOfBank()).toBe('unreachable');

    shop.bank.clearFaults();
    const back = await reportedBy(shop, async () => {
      await refresh(invoice);
      await refresh(invoice);
      expect(await stateOfBank()).toBe('reachable');
    });
    expect(back).toEqual([
      { ...expected('bank.reachable', undefined, { unreachable_since: since }), terminal: null },
    ]);
  });
});
