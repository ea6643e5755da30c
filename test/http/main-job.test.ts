import { expect, test, vi } from 'vitest';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Page } from '../../shared/api/pages.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const shop = await shopOfFile();

test('from sign-in to a paid invoice', async () => {
  const synced = await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  expect(synced.status).toBe(200);
  expect(synced.body).toEqual({
    synced: shop.merchant.registers.length,
    merchant_name: shop.merchant.merchantName,
    merchant_id: shop.merchant.merchantId,
  });

  const registers = await shop.owner.get<Page<CashRegister>>(`cash-registers/?terminal=${shop.terminal.id}`);
  expect(registers.body.count).toBe(shop.merchant.registers.length);

  const invoice = await shop.createInvoice({
    reference: 'Чек 17',
    items: [
      { name: 'Кава', price: 5500, quantity: 2 },
      { name: 'Круасан', price: 6450, quantity: '1.5', discount_pct: 10, unit: 'шт' },
    ],
  });
  expect(invoice).toMatchObject({
    status: 'created',
    amount: 19_708,
    is_cancellable: true,
    number_display: '000001',
  });

  shop.bank.pay(invoice.invoice_id);
  await vi.waitFor(async () => expect((await shop.readInvoice(invoice.id)).status).toBe('success'));
  const paid = await shop.readInvoice(invoice.id);
  expect(paid.masked_pan).toMatch(/^\d{6}\*{6}\d{4}$/);
  expect(paid.rrn).toMatch(/^\d{12}$/);
  expect(paid.fee).toBeGreaterThan(0);
  expect(paid.paid_date).not.toBeNull();

  const list = await shop.owner.get<InvoicePage>('invoices/?search=чек 17');
  expect(list.body).toMatchObject({
    count: 1,
    next: null,
    totals: { total_amount: 19_708, success_amount: 19_708 },
  });
});
