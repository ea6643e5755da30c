import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { runJob } from '../helpers/jobs.ts';
import { requested, untilRequested } from '../helpers/keyed.ts';
import { ok } from '../helpers/ok.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf, traces, withoutTrace } from '../helpers/trace.ts';

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeEach(() => shop.bank.clearFaults());

const terminalRow = (id: number) => rowsOf(shop, 'terminals').find((row) => row.id === id);
const registersOf = async (id: number) =>
  (await shop.owner.get<Page<CashRegister>>(`cash-registers/?terminal=${id}`)).body.results;
const invoicesAt = async (id: number) =>
  (await shop.owner.get<InvoicePage>(`invoices/?terminal=${id}&ordering=id`)).body.results;
const create = (body: { terminal: number } & Record<string, unknown>): Promise<Invoice> =>
  ok(shop.owner.post<Invoice>('invoices/', { amount: 5000, ...body }), 201);
/** One that is paid, as far as the bank says. */
const createPaid = async (body: Parameters<typeof create>[0]): Promise<Invoice> => {
  const { id, invoice_id } = await create(body);
  shop.bank.pay(invoice_id);
  return shop.refresh(id);
};
/** A terminal with its registers. */
const open = async (name = 'Прилавок') => {
  const { id } = await addTerminal(shop.console, { name, token: shop.merchant.token });
  await shop.owner.post(`terminals/${id}/sync_registers/`);
  return id;
};
/** A terminal with a paid invoice on a register, deleted. */
const deleted = async () => {
  const terminal = await open();
  const [register] = await registersOf(terminal);
  const invoice = await createPaid({ terminal, cash_register: register?.id });
  const answer = await shop.owner.send('DELETE', `terminals/${terminal}/`);
  expect(answer.status, answer.text).toBe(204);
  return { terminal, register, invoice: await shop.readInvoice(invoice.id) };
};

describe('Refused with 400 (`errors.non_field_errors`) while the terminal has open invoices (created, processing).', () => {
  test.each([
    ['created', () => {}, 400],
    ['processing', (id: string) => shop.bank.processing(id), 400],
    ['success', (id: string) => shop.bank.pay(id), 204],
    ['failure', (id: string) => shop.bank.decline(id), 204],
    ['expired', (id: string) => shop.bank.expire(id), 204],
  ])('%s', async (status, happen, expected) => {
    const terminal = await open();
    const invoice = await create({ terminal });
    happen(invoice.invoice_id);
    await shop.refresh(invoice.id);
    expect((await shop.readInvoice(invoice.id)).status).toBe(status);
    const request = () => shop.owner.send<Refusal>('DELETE', `terminals/${terminal}/`);
    const answer = expected === 400 ? await withoutTrace(shop, request) : await request();
    expect(answer.status, answer.text).toBe(expected);
    if (expected !== 400) return;
    expect(answer.body).toEqual({
      detail: 'Validation failed.',
      errors: { non_field_errors: [expect.any(String)] },
    });
    expect((await shop.owner.get(`terminals/${terminal}/`)).status).toBe(200);
    shop.bank.pay(invoice.invoice_id);
    await shop.refresh(invoice.id);
    expect((await request()).status).toBe(204);
  });

  test('another terminal’s open invoices do not matter', async () => {
    await create({ terminal: shop.terminal.id });
    expect((await shop.owner.send('DELETE', `terminals/${await open()}/`)).status).toBe(204);
  });

  test('an invoice that is being opened at the bank right now: none is left open at a terminal without a token', async () => {
    const terminal = await open();
    const before = requested(shop, 'invoice/create').length;
    shop.bank.fault({ kind: 'delay', ms: 500, path: 'invoice/create' });
    const creation = shop.owner.post<Invoice>('invoices/', { terminal, amount: 100 });
    await untilRequested(shop, 'invoice/create', before + 1);
    const answer = await shop.owner.send('DELETE', `terminals/${terminal}/`);
    await creation;
    const opened = (await invoicesAt(terminal)).filter(({ status }) => status === 'created');
    expect({ deleted: answer.status === 204, open: opened.length }).not.toEqual({ deleted: true, open: 1 });
  });

  test('no payment without an invoice here: while a creation is in doubt the token is still needed', async () => {
    const terminal = await open();
    const known = new Set(shop.bank.invoices().map(({ invoiceId }) => invoiceId));
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
    expect((await shop.owner.post('invoices/', { terminal, amount: 100 })).status).toBe(502);
    const lost = shop.bank.invoices().find(({ invoiceId }) => !known.has(invoiceId))?.invoiceId ?? '';
    await shop.owner.send('DELETE', `terminals/${terminal}/`);
    shop.bank.pay(lost);
    await shop.restart();
    await vi.waitFor(() =>
      expect(rowsOf(shop, 'invoices').map(({ invoice_id }) => invoice_id)).toContain(lost),
    );
  });
});

test('a terminal that is deleted before its turn in a job is no fault of the job', async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  const before = requested(shop, 'qr/list').length;
  shop.bank.fault({ kind: 'delay', ms: 400, path: 'qr/list', token: shop.merchant.token });
  const run = runJob(shop, 'sync-registers');
  await untilRequested(shop, 'qr/list', before + 1);
  for (const id of [first, second])
    expect((await shop.owner.send('DELETE', `terminals/${id}/`)).status).toBe(204);
  expect(await run).toMatchObject({ status: 'done', error: '' });
  expect(await registersOf(third)).not.toEqual([]);
  expect(await registersOf(first)).toEqual([]);
});

describe('Refused while money of the terminal is on its way', () => {
  // What is in doubt stays so until the test asks.
  beforeEach(async () => onTestFinished((await shop.hold()).release));
  const paid = async () => {
    const terminal = await open();
    const invoice = await createPaid({ terminal });
    return { terminal, invoice };
  };
  const refused = async (terminal: number, code: string) => {
    const request = () =>
      shop.owner.send<Refusal>('DELETE', `terminals/${terminal}/`, { headers: { Prefer: 'codes' } });
    const answer = await withoutTrace(shop, request);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.codes).toEqual({ non_field_errors: [code] });
  };
  const deletable = async (terminal: number) =>
    expect((await shop.owner.send('DELETE', `terminals/${terminal}/`)).status).toBe(204);

  test('a refund in doubt: the outcome is learnt first', async () => {
    const { terminal, invoice } = await paid();
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
    expect((await shop.owner.post(`invoices/${invoice.id}/cancel/`, { amount: 3000 })).status).toBe(502);
    await refused(terminal, 'money_under_way');
    await shop.refresh(invoice.id);
    expect(await shop.readInvoice(invoice.id)).toMatchObject({ final_amount: 2000 });
    await deletable(terminal);
  });

  test('a refund that the bank still works on', async () => {
    const { terminal, invoice } = await paid();
    shop.bank.setRefundMode('processing');
    try {
      await shop.owner.post(`invoices/${invoice.id}/cancel/`, { amount: 3000 });
    } finally {
      shop.bank.setRefundMode('success');
    }
    await refused(terminal, 'money_under_way');
    shop.bank.settleRefunds('success');
    await shop.refresh(invoice.id);
    await deletable(terminal);
  });

  test('a refund that was made at the bank, and that it still works on', async () => {
    const { terminal, invoice } = await paid();
    shop.bank.setRefundMode('processing');
    const body = JSON.stringify({ invoiceId: invoice.invoice_id, amount: 3000 });
    const headers = { 'X-Token': shop.merchant.token, 'Content-Type': 'application/json' };
    await fetch(`${shop.bank.url}/api/merchant/invoice/cancel`, { method: 'POST', headers, body });
    shop.bank.setRefundMode('success');
    await shop.refresh(invoice.id);
    await refused(terminal, 'money_under_way');
    shop.bank.settleRefunds('success');
    await shop.refresh(invoice.id);
    await deletable(terminal);
  });

  test('a refund whose request is on its way to the bank', async () => {
    const { terminal, invoice } = await paid();
    const before = requested(shop, 'invoice/cancel').length;
    shop.bank.fault({ kind: 'delay', ms: 500, path: 'invoice/cancel' });
    const refund = shop.owner.post<Invoice>(`invoices/${invoice.id}/cancel/`, { amount: 3000 });
    await untilRequested(shop, 'invoice/cancel', before + 1);
    expect((await shop.owner.send('DELETE', `terminals/${terminal}/`)).status).toBe(400);
    expect((await refund).body).toMatchObject({ final_amount: 2000 });
    await deletable(terminal);
  });

  test.each([
    ['capture', 'finalize', {}],
    ['release', 'cancel', undefined],
  ] as const)('held money, and a %s of it in doubt', async (what, path, body) => {
    const terminal = await open();
    const invoice = await createPaid({ terminal, payment_type: 'hold' });
    const { body: refusal } = await shop.owner.send<Refusal>('DELETE', `terminals/${terminal}/`);
    // It cannot be cancelled.
    expect(refusal.errors?.non_field_errors).toEqual([
      expect.stringContaining('Capture or release what is held'),
    ]);
    await refused(terminal, 'open_invoices');
    shop.bank.fault({ kind: 'reset', acts: true, path: `invoice/${path}` });
    expect((await shop.owner.post(`invoices/${invoice.id}/${what}/`, body)).status).toBe(502);
    await refused(terminal, 'open_invoices');
    await shop.refresh(invoice.id);
    await deletable(terminal);
  });

  test('an invalidation in doubt', async () => {
    const terminal = await open();
    const invoice = await create({ terminal });
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/remove' });
    expect((await shop.owner.post(`invoices/${invoice.id}/cancel/`)).status).toBe(502);
    await shop.refresh(invoice.id);
    await refused(terminal, 'money_under_way');
    await shop.owner.post('jobs/settle-attempts/run/');
    await deletable(terminal);
  });

  test('no refund begins at a terminal that was deleted meanwhile', async () => {
    // The background asks the bank too, and would use the fault up.
    await holdBackground(shop);
    const { terminal, invoice } = await paid();
    const before = requested(shop, 'invoice/status').length;
    shop.bank.fault({ kind: 'delay', ms: 500, path: 'invoice/status' });
    const refund = shop.owner.post<Refusal>(`invoices/${invoice.id}/cancel/`, { amount: 3000 });
    await untilRequested(shop, 'invoice/status', before + 1);
    await deletable(terminal);
    const answer = await refund;
    expect([answer.status, answer.body.err_code]).toEqual([502, 'TOKEN_MISSING']);
    expect(requested(shop, 'invoice/cancel').map(({ body }) => body)).not.toContainEqual(
      expect.objectContaining({ invoiceId: invoice.invoice_id }),
    );
  });
});

describe('The token is destroyed', () => {
  test('in the database, and no copy of it is left in the file once the write-ahead log is worked in', async () => {
    const id = await open();
    const sealed = Buffer.from(terminalRow(id)?.sealed_token as Uint8Array);
    const folder = temporaryFolder();
    const snapshot = (name: string): Buffer => {
      const file = join(folder.path, name);
      for (const suffix of ['', '-wal'])
        copyFileSync(join(shop.folder, `kramar.db${suffix}`), `${file}${suffix}`);
      const copy = new Database(file);
      copy.pragma('wal_checkpoint(TRUNCATE)');
      copy.close();
      return readFileSync(file);
    };
    try {
      expect(sealed.length).toBeGreaterThan(16);
      expect(snapshot('before.db').includes(sealed)).toBe(true);
      expect((await shop.owner.send('DELETE', `terminals/${id}/`)).status).toBe(204);
      expect(terminalRow(id)).toMatchObject({ sealed_token: null, deleted_at: clock.now() });
      expect(snapshot('after.db').includes(sealed)).toBe(false);
    } finally {
      folder.remove();
    }
  });
});

describe('its invoices stay, with terminal and terminal_name, and the filter `terminal` still finds them', () => {
  test('Their cash_register reads null; its registers disappear, and it is a 404 for every operation on it', async () => {
    const other = await open();
    const before = (await shop.owner.get<InvoicePage>('invoices/')).body;
    const { terminal, register, invoice } = await deleted();
    expect(await registersOf(terminal)).toEqual([]);
    expect((await shop.owner.get(`cash-registers/${register?.id}/`)).status).toBe(404);
    expect(await registersOf(other)).toHaveLength(shop.merchant.registers.length);
    const list = (await shop.owner.get<Page<Terminal>>('terminals/?page_size=200')).body.results;
    expect(list.map(({ id }) => id)).not.toContain(terminal);
    const path = `terminals/${terminal}/`;
    const left = await traces(shop);
    const answers = await Promise.all([
      shop.owner.get(path),
      shop.owner.patch(path, { name: 'x' }),
      shop.owner.send('DELETE', path),
      shop.owner.post(`${path}sync_registers/`),
      shop.owner.post(`${path}sync_invoices/`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await traces(shop)).toEqual(left);
    expect(invoice).toMatchObject({
      terminal,
      terminal_name: 'Прилавок',
      cash_register: null,
      status: 'success',
      is_cancellable: true,
    });
    expect(await invoicesAt(terminal)).toEqual([invoice]);
    const after = (await shop.owner.get<InvoicePage>('invoices/')).body;
    expect(after.count).toBe(before.count + 1);
    expect(after.totals.success_amount).toBe(before.totals.success_amount + invoice.amount);
  });

  test('from the first moment on, though the service ends before all are unbound; that is done later', async () => {
    const terminal = await open();
    const [register] = await registersOf(terminal);
    const invoice = await createPaid({ terminal, cash_register: register?.id });
    // The state after the first of its transactions.
    shop.console.db.run(
      build
        .updateTable('terminals')
        .set({ sealed_token: null, deleted_at: clock.now() })
        .where('id', '=', terminal),
    );
    expect((await shop.readInvoice(invoice.id)).cash_register).toBeNull();
    expect(await registersOf(terminal)).toEqual([]);
    expect((await shop.owner.get(`cash-registers/${register?.id}/`)).status).toBe(404);
    await shop.owner.post('jobs/prune/run/');
    expect(rowsOf(shop, 'cash_registers').filter((row) => row.terminal_id === terminal)).toEqual([]);
    expect(rowsOf(shop, 'invoices').find(({ id }) => id === invoice.id)?.cash_register_id).toBeNull();
  });

  test('refresh and cancel of them answer 502 `TOKEN_MISSING`', async () => {
    const { invoice } = await deleted();
    for (const [action, body] of [
      ['refresh', undefined],
      ['cancel', undefined],
      ['cancel', { amount: 1 }],
    ] as const) {
      const answer = await withoutTrace(shop, () =>
        shop.owner.post<Refusal>(`invoices/${invoice.id}/${action}/`, body),
      );
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({ detail: expect.any(String), err_code: 'TOKEN_MISSING' });
    }
  });
});

test('for a new invoice its id is an `Invalid pk`', async () => {
  const { terminal, register } = await deleted();
  const refuse = (body: object) =>
    withoutTrace(shop, () => shop.owner.post<Refusal>('invoices/', { amount: 100, ...body }));
  expect((await refuse({ terminal })).body.errors).toEqual({
    terminal: [`Invalid pk "${terminal}" - object does not exist.`],
  });
  expect((await refuse({ terminal: shop.terminal.id, cash_register: register?.id })).body.errors).toEqual({
    cash_register: [`Invalid pk "${register?.id}" - object does not exist.`],
  });
});

test('a terminal added for the same merchant afterwards finds the same payments once', async () => {
  const { terminal, invoice } = await deleted();
  const next = await open('Новий');
  await shop.owner.post(`terminals/${next}/sync_invoices/`);
  const found = (await shop.owner.get<InvoicePage>(`invoices/?search=${invoice.invoice_id}`)).body.results;
  expect(found).toMatchObject([{ id: invoice.id, terminal }]);
});
