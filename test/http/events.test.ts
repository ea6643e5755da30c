import Database from 'better-sqlite3';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { insertAttempt } from '../../main/store/invoices/attempts.ts';
import { EVENT_TYPES, type Event, type EventType } from '../../shared/api/events.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { System } from '../../shared/api/system.ts';
import { withoutStart } from '../bad-days/time.ts';
import type { Client } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf, lastId, reportedBy, writePast } from '../helpers/events.ts';
import { runEveryJob, runUntilDone } from '../helpers/jobs.ts';
import { attempts, createUnder, lostCreation, syncedRegisters } from '../helpers/keyed.ts';
import { ok } from '../helpers/ok.ts';
import { permit } from '../helpers/permit.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';

// Stopped, so that only the test calls the bank; whole seconds, as the bank writes them.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
// The jobs due a minute after the start would come into the middle: on a busy machine the file takes longer.
withoutStart();
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeEach(async () => {
  shop.bank.clearFaults();
  shop.bank.setRefundMode('success');
});

const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);

/** Moves the clock; waits until the watcher has looked up every open invoice whose time has come by then. */
const forward = async (seconds: number) => {
  clock.forward(seconds);
  await shop.signInAgain();
  const isDue = ({ next_check_at }: Record<string, unknown>) =>
    next_check_at !== null && Number(next_check_at) <= clock.now();
  await vi.waitFor(() => expect(rowsOf(shop, 'invoices').filter(isDue)).toEqual([]));
};

const refresh = ({ id }: Pick<Invoice, 'id'>) => ok(shop.owner.post<Invoice>(`invoices/${id}/refresh/`), 200);

const cancel = (id: number, body: object = {}) => shop.owner.post<Invoice>(`invoices/${id}/cancel/`, body);

const settleAttempts = () => runUntilDone(shop, 'settle-attempts');

/** One that is paid, and is known to be. */
const paidInvoice = async (body?: object): Promise<Invoice> => {
  const invoice = await shop.createInvoice(body);
  shop.bank.pay(invoice.invoice_id);
  return refresh(invoice);
};

/** The data of every event of an invoice: the fields of the invoice itself. */
const factsOf = ({ number, reference, status, amount, ccy, final_amount }: Invoice) => ({
  number,
  reference,
  status,
  amount,
  ccy,
  final_amount,
});

/** As it stands in the list, except for the id. */
const expected = (type: EventType, invoice: Invoice | undefined, data: object) => ({
  id: expect.any(Number),
  type,
  invoice: invoice?.id ?? null,
  terminal: shop.terminal.id,
  data,
  created_at: new Date(clock.now()).toISOString(),
});

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
