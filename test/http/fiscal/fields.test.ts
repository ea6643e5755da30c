import { describe, expect, test } from 'vitest';
import type { CancelItem, CreateInvoiceRequest } from '../../../main/bank/requests.ts';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { ProductFiscal } from '../../../shared/api/product-shop.ts';
import type { InvoiceRefunds } from '../../../shared/api/refunds.ts';
import type { Series } from '../../../shared/api/series.ts';
import type { TerminalFiscal } from '../../../shared/api/terminals.ts';
import type { Refusal } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { requested } from '../../helpers/keyed.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { withoutTrace } from '../../helpers/trace.ts';

const MERCHANTS = [
  { token: 'practice-checkbox-token', merchantName: 'Checkbox', prro: true },
  {
    token: 'practice-vchasno-token',
    merchantName: 'Вчасно',
    prro: true,
    prroService: 'vchasnokasa' as const,
  },
  { token: 'practice-monopay-token', merchantName: 'monopay', prro: true, prroService: 'monopay' as const },
];

// With a clock that stands still the service asks the bank on request alone.
const { now } = stoppedClock();
const shop = await shopOfFile({ now, bank: { now, merchants: MERCHANTS } });
const vchasno = (await addTerminal(shop.console, { name: 'Вчасно', token: 'practice-vchasno-token' })).id;
const monopay = (await addTerminal(shop.console, { name: 'monopay', token: 'practice-monopay-token' })).id;

const CODES = { headers: { Prefer: 'codes, facts' } };
const product = async (fields: object = {}): Promise<Product> =>
  (await shop.owner.post<Product>('catalog/products/', { name: 'Кава', price: 4500, ...fields })).body;
const patchProduct = (id: number, body: object) =>
  shop.owner.send<ProductFiscal>('PATCH', `catalog/products/${id}/fiscal/`, { body });
const patchTerminal = (id: number, body: object) =>
  shop.owner.send<TerminalFiscal>('PATCH', `terminals/${id}/fiscal/`, { body });
const terminalFiscal = async (id: number) =>
  (await shop.owner.get<TerminalFiscal>(`terminals/${id}/fiscal/`)).body;
const sent = <Body>(path: string) => (requested(shop, path).at(-1) as { body: Body }).body;
const sentSale = () => sent<CreateInvoiceRequest>('invoice/create').merchantPaymInfo;
const sentReturn = () => sent<{ items: CancelItem[] }>('invoice/cancel').items;
const refusedSale = (body: object) =>
  withoutTrace(shop, () => shop.owner.post<Refusal>('invoices/', body, CODES));

const pay = (body: object) => shop.paid(body);

const NOTHING = { tax: [], uktzed: '', header: '', footer: '' };

test("a product's fiscal fields are read and changed, and its own fields stay", async () => {
  const coffee = await product();
  const path = `catalog/products/${coffee.id}/fiscal/`;
  expect((await shop.owner.get(path)).body).toEqual({ product: coffee.id, ...NOTHING });
  const all = { tax: [7, 1, 7], uktzed: '0901 21 00 00', header: 'Акциз', footer: 'Дякуємо' };
  const stored = { ...all, tax: [7, 1], uktzed: '0901210000' };
  expect((await patchProduct(coffee.id, all)).body).toEqual({ product: coffee.id, ...stored });
  expect((await patchProduct(coffee.id, { footer: '' })).body).toEqual({
    product: coffee.id,
    ...stored,
    footer: '',
  });
  expect((await shop.owner.get(`catalog/products/${coffee.id}/`)).body).toEqual(coffee);
});

test.each([
  ['a code that is too short', { uktzed: '090' }, { uktzed: ['invalid'] }],
  ['too many rates', { tax: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, { tax: ['max_length'] }],
  ['a text that is too long', { header: 'а'.repeat(251) }, { header: ['max_length'] }],
])('%s is refused, and leaves no trace', async (_, body, codes) => {
  const { id } = await product();
  for (const path of [`catalog/products/${id}/fiscal/`, `terminals/${shop.terminal.id}/fiscal/`]) {
    const answer = await withoutTrace(shop, () =>
      shop.owner.send<Refusal>('PATCH', path, { body, ...CODES }),
    );
    expect(answer.body.codes).toEqual(codes);
  }
});

test("a terminal's word is the owner's, else the bank's checks'", async () => {
  const { id } = shop.terminal;
  const usual = { terminal: id, issues_receipts: 'auto', service: '', ...NOTHING };
  expect(await terminalFiscal(id)).toEqual({
    ...usual,
    is_fiscal: false,
    known_service: '',
    seen_since: null,
  });
  const paid = await pay({ amount: 100 });
  await shop.owner.get(`invoices/${paid.id}/fiscal-checks/`);
  expect(await terminalFiscal(id)).toEqual({
    ...usual,
    is_fiscal: true,
    known_service: 'checkbox',
    seen_since: expect.stringMatching(/Z$/),
  });
  expect((await patchTerminal(id, { issues_receipts: 'no' })).body.is_fiscal).toBe(false);
  expect((await patchTerminal(id, { issues_receipts: 'yes', service: 'monopay' })).body).toMatchObject({
    is_fiscal: true,
    known_service: 'monopay',
  });
  await patchTerminal(id, { issues_receipts: 'auto', service: '' });
  const odd = await withoutTrace(shop, () =>
    shop.owner.send<Refusal>('PATCH', `terminals/${id}/fiscal/`, {
      body: { issues_receipts: 'maybe', service: 'other' },
      ...CODES,
    }),
  );
  expect(odd.body.codes).toEqual({ issues_receipts: ['invalid_choice'], service: ['invalid_choice'] });
});

describe('what the bank gets of a line', () => {
  test("the product's fields and its first barcode; what it lacks comes from the terminal", async () => {
    const coffee = await product();
    await patchProduct(coffee.id, { tax: [3], footer: 'З собою' });
    await shop.owner.send('PATCH', `catalog/products/${coffee.id}/shop/`, {
      body: { barcodes: ['4820000000017', 'KAVA'] },
    });
    await patchTerminal(shop.terminal.id, { tax: [1], uktzed: '0901' });
    const items = [
      { name: 'Кава', price: 4500, product: coffee.id },
      { name: 'Пакет', price: 100, quantity: 2 },
    ];
    const paid = await pay({ amount: undefined, items });
    const line = { tax: [3], uktzed: '0901', footer: 'З собою', barcode: '4820000000017' };
    expect(sentSale().basketOrder).toEqual([
      { name: 'Кава', code: String(coffee.code), qty: 1, sum: 4500, ...line },
      { name: 'Пакет', code: '2', qty: 2, sum: 100, tax: [1], uktzed: '0901' },
    ]);
    // The return is of what was sold, whatever the product has by then.
    await patchProduct(coffee.id, { tax: [9], footer: '' });
    await shop.owner.post(`invoices/${paid.id}/cancel/`);
    expect(sentReturn()).toMatchObject([line, { tax: [1], uktzed: '0901' }]);
    await shop.createInvoice({ amount: 700, destination: 'Оренда' });
    expect(sentSale().basketOrder).toEqual([
      { name: 'Оренда', code: '1', qty: 1, sum: 700, tax: [1], uktzed: '0901' },
    ]);
    await patchTerminal(shop.terminal.id, { tax: [], uktzed: '' });
  });

  test('discounts on the basket: the sum of the sale, of its lines in reports, and of its returns', async () => {
    const cake = await product({ name: 'Торт' });
    const items = [
      { name: 'Торт', price: 33_333, product: cake.id, discount_pct: 10 },
      { name: 'Свічка', price: 1000, quantity: 3 },
    ];
    const discounts = [{ percent: 7.5 }, { type: 'extra_charge', amount: 250 }];
    const paid = await pay({ amount: undefined, items, discounts });
    expect(paid.amount).toBe(33_000 - 2475 + 250);
    expect(paid.items.map(({ amount }) => amount)).toEqual([30_000, 3000]);
    expect(sentSale().discounts).toEqual([
      { type: 'DISCOUNT', mode: 'VALUE', value: 24.75 },
      { type: 'EXTRA_CHARGE', mode: 'VALUE', value: 2.5 },
    ]);
    const series = await shop.owner.get<Series>('stats/series/?group_by=product');
    expect(series.body.results.find(({ key }) => key === String(cake.id))).toMatchObject({ gross: 27_977 });
    expect(series.body.totals.gross).toBe(series.body.results.reduce((sum, { gross }) => sum + gross, 0));
    const { body } = await shop.owner.get<InvoiceRefunds>(`invoices/${paid.id}/refunds/`);
    expect(body.items.map(({ amount }) => amount)).toEqual([27_977, 2798]);
    const [, candle] = paid.items;
    const part = await shop.owner.post<Invoice>(`invoices/${paid.id}/cancel/`, {
      items: [{ item: candle?.id, quantity: 1 }],
    });
    expect(part.body.final_amount).toBe(paid.amount - 933);
    const whole = await shop.owner.post<Invoice>(`invoices/${paid.id}/cancel/`);
    expect(whole.body.status).toBe('reversed');
    expect(sentReturn().map(({ name }) => name)).toEqual(['Торт', 'Свічка', 'Свічка']);
  });

  test('where discounts do not reach the register, lines go at the price that is paid', async () => {
    await patchTerminal(monopay, { issues_receipts: 'yes', service: 'monopay' });
    const items = [{ name: 'Чай', price: 3333, quantity: 3, discount_pct: 15 }];
    const paid = await pay({ terminal: monopay, amount: undefined, items, discounts: [{ amount: 99 }] });
    expect(paid.amount).toBe(8499 - 99);
    expect(sentSale()).toMatchObject({ basketOrder: [{ name: 'Чай', code: '1', qty: 3, sum: 2800 }] });
    expect(sentSale()).not.toHaveProperty('discounts');
    expect((await shop.owner.post<Invoice>(`invoices/${paid.id}/cancel/`)).body.status).toBe('reversed');
  });

  test.each([
    ['without items', { amount: 100, discounts: [{ amount: 1 }] }, { discounts: ['need_items'] }],
    ['of nothing', { discounts: [{}] }, { discounts: [{ percent: ['required'] }] }],
    [
      'by both',
      { discounts: [{ amount: 1 }, { amount: 1, percent: 1 }] },
      { discounts: [{}, { percent: ['amount_and_percent'] }] },
    ],
    ['that leave nothing', { discounts: [{ percent: 100 }] }, { discounts: ['min_value'] }],
  ])('discounts %s are refused before the bank is asked', async (_, body, codes) => {
    const items = 'amount' in body ? [] : [{ name: 'Чай', price: 100 }];
    const answer = await refusedSale({ terminal: shop.terminal.id, items, ...body });
    expect(answer.body.codes).toEqual(codes);
  });

  test('somebody who may not give discounts gives none on the basket either', async () => {
    const cashier = await shop.employee('strict', ['can_create_invoices']);
    await updateEmployee(shop.console, 'strict', { catalog_prices_only: true });
    const tea = await product({ name: 'Чай', price: 100 });
    const items = [{ name: 'Чай', price: 100, product: tea.id }];
    const sale = { terminal: shop.terminal.id, items, discounts: [{ amount: 1 }] };
    const answer = await withoutTrace(shop, () => cashier.post<Refusal>('invoices/', sale, CODES));
    expect(answer.body.codes).toEqual({ discounts: ['discount_by_hand'] });
  });

  test('the addresses of the buyer go to the bank once each; others are refused', async () => {
    await shop.createInvoice({ amount: 100, customer_emails: ['a@b.ua', 'c@d.com', 'a@b.ua'] });
    expect(sentSale()).toMatchObject({ customerEmails: ['a@b.ua', 'c@d.com'] });
    const answer = await refusedSale({
      terminal: shop.terminal.id,
      amount: 1,
      customer_emails: ['a@b', 'x'],
    });
    expect(answer.body.codes).toEqual({
      customer_emails: [{ non_field_errors: ['invalid'] }, { non_field_errors: ['invalid'] }],
    });
  });
});

describe('Вчасно.Каса takes no line without a tax rate', () => {
  test('a sale without one is refused before the bank is asked, each line named', async () => {
    await patchTerminal(vchasno, { issues_receipts: 'yes', service: 'vchasnokasa' });
    const coffee = await product({ name_for_docs: 'Кава мелена' });
    const taxed = await product();
    await patchProduct(taxed.id, { tax: [2] });
    const items = [
      { name: 'Кава', price: 100, product: taxed.id },
      { name: 'Кава', price: 100, product: coffee.id },
    ];
    const refused = await refusedSale({ terminal: vchasno, items });
    expect(refused.body.codes).toEqual({ items: [{}, { product: ['tax_missing'] }] });
    expect(refused.body.facts).toEqual({ items: [{}, { product: [{ name: 'Кава мелена' }] }] });
    const whole = await refusedSale({ terminal: vchasno, amount: 100 });
    expect(whole.body.codes).toEqual({ amount: ['tax_missing'] });
    const uk = await shop.owner.post<Refusal>(
      ...([
        'invoices/',
        { terminal: vchasno, amount: 100 },
        { headers: { 'Accept-Language': 'uk' } },
      ] as const),
    );
    expect(JSON.stringify(uk.body.errors)).toContain('немає податкової ставки');
    // Where the shop says that it issues no receipts, nothing is refused here: the bank alone decides.
    await patchTerminal(vchasno, { issues_receipts: 'no' });
    const asked = await shop.owner.post<Refusal>('invoices/', { terminal: vchasno, items });
    expect([asked.status, asked.body.err_code]).toEqual([502, 'INVALID_MERCHANT_PAYM_INFO']);
  });

  test('with one it is sold and returned, by lines and by an amount', async () => {
    await patchTerminal(vchasno, { issues_receipts: 'yes', service: 'vchasnokasa', tax: [1] });
    const items = [{ name: 'Сир', price: 29_999, quantity: '0.333', discount_pct: 5 }];
    const paid = await pay({ terminal: vchasno, amount: undefined, items });
    const [cheese] = paid.items;
    const part = await shop.owner.post<Invoice>(`invoices/${paid.id}/cancel/`, {
      items: [{ item: cheese?.id, quantity: '0.1' }],
    });
    expect(part.status, part.text).toBe(200);
    expect(sentReturn()).toMatchObject([{ tax: [1] }]);
    expect((await shop.owner.post<Invoice>(`invoices/${paid.id}/cancel/`, { amount: 500 })).status).toBe(200);
    expect((await shop.owner.post<Invoice>(`invoices/${paid.id}/cancel/`)).body.status).toBe('reversed');
    const other = await pay({ terminal: vchasno, amount: 900 });
    await patchTerminal(vchasno, { tax: [] });
    const refused = await withoutTrace(shop, () =>
      shop.owner.post<Refusal>(`invoices/${other.id}/cancel/`, { amount: 100 }, CODES),
    );
    expect(refused.body.codes).toEqual({ non_field_errors: ['tax_missing'] });
  });
});
