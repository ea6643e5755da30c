import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Client, Refusal } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { withoutTrace } from '../../helpers/trace.ts';

/** After a failed payment the payer may try again on the same page: so it has to be possible to end it. */

const shop = await shopOfFile();
beforeEach(() => shop.bank.clearFaults());

const { refresh } = shop;
const declined = async (): Promise<Invoice> => {
  const { id, invoice_id } = await shop.createInvoice({ amount: 5000 });
  shop.bank.decline(invoice_id);
  return refresh(id);
};
const cancel = (id: number, body?: object, query = '', headers = {}) =>
  shop.owner.post<Invoice & Refusal>(`invoices/${id}/cancel/${query}`, body, { headers });

describe('created, failure: invalidated at the bank, status expired', () => {
  test('ends it at the bank: the page takes no money any more', async () => {
    const invoice = await declined();
    expect(invoice).toMatchObject({ status: 'failure', is_cancellable: true });
    const answer = await cancel(invoice.id);
    expect([answer.status, answer.body.status, answer.body.is_cancellable]).toEqual([200, 'expired', false]);
    expect(() => shop.bank.pay(invoice.invoice_id)).toThrow('the invoice is expired');
    expect(await refresh(invoice.id)).toMatchObject({ status: 'expired' });
  });

  test('one that failed since it was last read here: brought up to date, and ended by the next', async () => {
    const { id, invoice_id } = await shop.createInvoice({ amount: 5000 });
    shop.bank.decline(invoice_id);
    expect((await cancel(id, undefined, '?expected_status=created')).status).toBe(400);
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'failure', is_cancellable: true });
    expect((await cancel(id, undefined, '?expected_status=failure')).body.status).toBe('expired');
  });

  test('where the bank says that a failed one cannot be paid any more, that is a 400 with its words, and the invoice expires with its validity', async () => {
    const { id, invoice_id } = await declined();
    shop.bank.fault({ kind: 'refusal', errCode: 'INVALID_STATE', path: 'invoice/remove' });
    const answer = await cancel(id, undefined, '', { Prefer: 'codes' });
    expect([answer.status, answer.body.codes]).toEqual([400, { status: ['not_payable'] }]);
    expect(answer.body.errors?.status?.[0]).toContain('refused on demand');
    expect((await shop.readInvoice(id)).status).toBe('failure');
    shop.bank.expire(invoice_id);
    expect((await refresh(id)).status).toBe('expired');
  });
});

describe('`POST invoices/{id}/withdraw/`: ends an unpaid invoice (created, failure) as cancel does, for whoever made it with can_create_invoices', () => {
  let maker: Client;
  let other: Client;
  let refunder: Client;
  let narrowed: Client;
  beforeAll(async () => {
    maker = await shop.employee('maker', ['can_create_invoices']);
    other = await shop.employee('other', ['can_view_invoices', 'can_create_invoices']);
    refunder = await shop.employee('refunder', ['can_cancel_invoices']);
    narrowed = await shop.employee('narrowed', [
      ...(['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const),
    ]);
    await updateEmployee(shop.console, 'narrowed', { own_sales_only: true });
  });
  const made = async (): Promise<Invoice> => {
    const body = { terminal: shop.terminal.id, amount: 5000 };
    return (await maker.post<Invoice>('invoices/', body)).body;
  };
  const withdraw = (client: Client, id: number, key?: string) =>
    client.post<Invoice & Refusal>(
      `invoices/${id}/withdraw/`,
      undefined,
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    );

  test.each([
    ['created', (_id: string) => {}],
    ['failure', (id: string) => shop.bank.decline(id)],
  ])('%s', async (_status, happen) => {
    const { id, invoice_id } = await made();
    happen(invoice_id);
    const answer = await withdraw(maker, id);
    expect([answer.status, answer.body.status], answer.text).toEqual([200, 'expired']);
    expect(shop.bank.invoice(invoice_id)?.status).toBe('expired');
  });

  test('anybody’s with can_cancel_invoices, and within their own sales', async () => {
    const { id } = await made();
    for (const [client, status] of [
      [other, 403],
      [narrowed, 404],
      [shop.stranger, 401],
    ] as const)
      expect((await withoutTrace(shop, () => withdraw(client, id))).status).toBe(status);
    const anothers = await shop.createInvoice({ amount: 100 });
    expect((await withoutTrace(shop, () => withdraw(maker, anothers.id))).status).toBe(404);
    expect((await withdraw(refunder, id)).body.status).toBe('expired');
    const viewer = await shop.employee('only-views', ['can_view_invoices']);
    expect((await withoutTrace(shop, () => withdraw(viewer, anothers.id))).status).toBe(403);
  });

  test('it never refunds: found paid, it is the 400 of cancel with the invoice brought up to date', async () => {
    const { id, invoice_id } = await made();
    shop.bank.pay(invoice_id);
    for (const client of [maker, shop.owner, shop.owner]) {
      const answer = await withdraw(client, id);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['status']]);
    }
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 5000 });
    expect(shop.bank.invoice(invoice_id)?.refunds).toEqual([]);
  });

  test('an answer that was lost: the key settles it', async () => {
    const { id, invoice_id } = await made();
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/remove' });
    expect((await withdraw(maker, id, 'lost')).status).toBe(502);
    expect((await withdraw(maker, id, 'lost')).body.status).toBe('expired');
    expect(shop.bank.invoice(invoice_id)?.status).toBe('expired');
  });
});
