import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { requested, untilRequested } from '../helpers/keyed.ts';
import { holdBackground, rowsOf, withoutTrace } from '../helpers/trace.ts';

import { openTerminals } from './terminal-delete-stage.ts';

const { shop, remove, invoicesAt, create, createPaid, open, deletable } = await openTerminals();

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
    const request = () => remove<Refusal>(terminal);
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
    await deletable(await open());
  });

  test('an invoice that is being opened at the bank right now: none is left open at a terminal without a token', async () => {
    const terminal = await open();
    const before = requested(shop, 'invoice/create').length;
    shop.bank.fault({ kind: 'delay', ms: 500, path: 'invoice/create' });
    const creation = shop.owner.post<Invoice>('invoices/', { terminal, amount: 100 });
    await untilRequested(shop, 'invoice/create', before + 1);
    const answer = await remove(terminal);
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
    await remove(terminal);
    shop.bank.pay(lost);
    await shop.restart();
    await vi.waitFor(() =>
      expect(rowsOf(shop, 'invoices').map(({ invoice_id }) => invoice_id)).toContain(lost),
    );
  });
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
    const request = () => remove<Refusal>(terminal, { Prefer: 'codes' });
    const answer = await withoutTrace(shop, request);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.codes).toEqual({ non_field_errors: [code] });
  };

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
    expect((await remove(terminal)).status).toBe(400);
    expect((await refund).body).toMatchObject({ final_amount: 2000 });
    await deletable(terminal);
  });

  test.each([
    ['capture', 'finalize', {}],
    ['release', 'cancel', undefined],
  ] as const)('held money, and a %s of it in doubt', async (what, path, body) => {
    const terminal = await open();
    const invoice = await createPaid({ terminal, payment_type: 'hold' });
    const { body: refusal } = await remove<Refusal>(terminal);
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
