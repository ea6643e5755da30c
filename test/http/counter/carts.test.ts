import { expect, test } from 'vitest';
import { databaseFile } from '../../../main/platform/data-folder.ts';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import type { Cart } from '../../../shared/api/carts.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Answer, Client, Refusal } from '../../helpers/client.ts';
import { inFile } from '../../helpers/contents.ts';
import { ok } from '../../helpers/ok.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../../helpers/trace.ts';

/** Two registers; the service's address changes when it starts again. */
const till = (): Client => shop.stranger.as(tokens.till);
const other = (): Client => shop.stranger.as(tokens.other);
let late = 0;
const shop = await shopOfFile({ now: () => Date.now() + late });
await shop.employee('olena', ['can_create_invoices']);
await shop.employee('taras', ['can_create_invoices']);
let tokens = { till: await shop.signIn('olena'), other: await shop.signIn('taras') };

const product = async (name: string, price: number): Promise<{ id: number }> =>
  (await shop.owner.post<{ id: number }>('catalog/products/', { name, price })).body;
const line = (fields: object = {}) => ({ name: 'Еспресо', price: 4500, quantity: 2, ...fields });
const park = (fields: object = {}, client = till()): Promise<Cart> =>
  ok(client.post<Cart>('carts/', { lines: [line()], ...fields }), 201);
const take = (client: Client, { id }: { id: number }, key?: string) =>
  client.send<Cart & Refusal>('POST', `carts/${id}/take/`, {
    headers: { Prefer: 'codes, facts', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
  });
const waiting = async (client: Client, query = '') =>
  (await client.get<Page<Cart>>(`carts/${query}`)).body.results.map(({ id }) => id);

test('a cart is set aside, outlives a restart, and is seen at another register', async () => {
  const coffee = await product('Кава', 7500);
  const cart = await park({
    name: 'Столик 4',
    remark: 'Повернеться',
    lines: [
      line({ name: 'Кава', price: 7500, product: coffee.id, quantity: '1.5', discount_pct: '12.5' }),
      line({ name: 'Доставка', price: 6000, quantity: 1 }),
    ],
  });
  expect(cart).toMatchObject({ name: 'Столик 4', amount: 9844 + 6000, created_by: 'olena', is_taken: false });
  await shop.restart();
  expect((await shop.owner.get<Page<Cart>>('carts/')).body.results).toEqual([cart]);
  await shop.owner.send('PATCH', `catalog/products/${coffee.id}/`, { body: { price: 7800 } });
  const { body: taken } = await take(other(), cart);
  expect(taken).toMatchObject({
    is_taken: true,
    taken_by: 'taras',
    lines: [
      {
        name: 'Кава',
        product: coffee.id,
        quantity: 1.5,
        discount_pct: 12.5,
        price: 7500,
        current_price: 7800,
      },
      { name: 'Доставка', product: null, price: 6000, current_price: null },
    ],
  });
  expect(await waiting(till())).toEqual([]);
});

test('it keeps what its invoice is created with: discounts, texts, a hold, addresses', async () => {
  const details = {
    destination: 'Кава',
    reference: 'СТ-4',
    comment: 'Без цукру',
    validity: 3600,
    payment_type: 'hold',
    customer_emails: ['olena@example.com'],
  };
  const discounts = [{ percent: '12.5' }, { type: 'extra_charge', amount: 500 }];
  const cart = await park({ ...details, discounts });
  // 9000 less 1125, and 500
  expect(cart).toMatchObject({
    ...details,
    amount: 8375,
    discounts: [
      { type: 'discount', percent: 12.5, amount: null },
      { type: 'extra_charge', percent: null, amount: 500 },
    ],
  });
  await shop.restart();
  expect((await take(other(), cart)).body).toEqual({
    ...cart,
    is_taken: true,
    taken_by: 'taras',
    taken_at: expect.any(String),
    can_return: true,
  });
});

test('what was read may be sent: as a cart, and its lines and discounts as an invoice', async () => {
  const { id: coffee } = await product('Чай', 7500);
  const cart = await park({
    lines: [line({ product: coffee, price: 7500, discount_pct: '12.5' }), line()],
    discounts: [{ percent: 5 }, { type: 'extra_charge', amount: 250 }],
  });
  const { id, created_at, ...again } = await ok(till().post<Cart>('carts/', cart), 201);
  expect(again).toEqual(expect.objectContaining({ lines: cart.lines, discounts: cart.discounts }));
  expect([id > cart.id, again.amount]).toEqual([true, cart.amount]);
  const { lines: items, discounts } = cart;
  const sold = await ok(
    shop.owner.post<Invoice>('invoices/', { terminal: shop.terminal.id, items, discounts }),
    201,
  );
  expect([sold.amount, sold.items.length]).toEqual([cart.amount, 2]);
  for (const each of [cart.id, id]) await ok(till().send('DELETE', `carts/${each}/`), 204);
});

test('a cart that was set aside before there were such details has the usual ones', async () => {
  const cart = await park();
  inFile(databaseFile(shop.folder), `update carts set details = '{}' where id = ${cart.id}`);
  expect((await take(till(), cart)).body).toMatchObject({
    amount: 9000,
    discounts: [],
    destination: '',
    reference: '',
    comment: '',
    validity: 86_400,
    payment_type: 'debit',
    customer_emails: [],
  });
});

test('two tills at once: one gets the cart, the other learns who has it', async () => {
  const cart = await park();
  const answers = await Promise.all([take(till(), cart), take(other(), cart), take(shop.owner, cart)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const winner = answers.find(({ status }) => status === 200)?.body.taken_by;
  for (const { status, body } of answers)
    if (status === 400)
      expect(body).toMatchObject({ codes: { is_taken: ['taken'] }, facts: { is_taken: [{ by: winner }] } });
  const before = rowsOf(shop, 'carts');
  expect((await withoutTrace(shop, () => take(other(), cart))).status).toBe(400);
  expect(rowsOf(shop, 'carts')).toEqual(before);
});

test('after a lost answer the same till takes, and sets aside, under the same key once', async () => {
  const body = { name: 'Ключ', lines: [line()] };
  const send = () => till().send<Cart>('POST', 'carts/', { body, headers: { 'Idempotency-Key': 'park-1' } });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(rowsOf(shop, 'carts').filter(({ name }) => name === 'Ключ')).toHaveLength(1);
  expect((await take(till(), first.body, 'take-1')).status).toBe(200);
  await shop.restart();
  const again = await take(till(), first.body, 'take-1');
  expect([again.status, again.headers.get('Idempotency-Replayed'), again.body.id]).toEqual([
    200,
    'true',
    first.body.id,
  ]);
  expect((await take(other(), first.body, 'take-2')).status).toBe(400);
});

test('a cart that was lost after it was taken is set aside again within a day', async () => {
  const cart = await park();
  await take(till(), cart);
  expect(await waiting(other(), '?is_taken=true')).toContain(cart.id);
  const { body } = await till().post<Cart>(`carts/${cart.id}/return/`);
  expect(body).toMatchObject({ is_taken: false, taken_by: '', taken_at: null });
  expect(await waiting(till())).toContain(cart.id);
  expect(
    (await withoutTrace(shop, () => till().post<Refusal>(`carts/${cart.id}/return/`))).body.errors,
  ).toEqual({ is_taken: ['Nobody has taken this cart.'] });
  await take(till(), cart);
  late += 25 * 3_600_000;
  await shop.signInAgain();
  const fresh = await shop.owner.post<Cart>('carts/', { lines: [line()] });
  expect(fresh.status).toBe(201);
  expect(rowsOf(shop, 'carts').map(({ id }) => id)).not.toContain(cart.id);
  tokens = { till: await shop.signIn('olena'), other: await shop.signIn('taras') };
});

const PREFER = { Prefer: 'codes, facts' };
const sell = (client: Client, cart: number, body: object = {}, headers: object = {}) =>
  client.post<Invoice & Refusal>(
    'invoices/',
    { terminal: shop.terminal.id, items: [line()], cart, ...body },
    { headers: { ...PREFER, ...headers } },
  );
const isKept = (cart: Cart) => rowsOf(shop, 'carts').some(({ id }) => id === cart.id);

test('a taken cart belongs to its taker: another may not return, take, delete or sell it', async () => {
  const cart = await park();
  const { body: taken } = await take(till(), cart, 'mine');
  expect(taken.can_return).toBe(true);
  const { body: list } = await other().get<Page<Cart>>('carts/?is_taken=true');
  expect(list.results.find(({ id }) => id === cart.id)).toMatchObject({
    can_return: false,
    taken_by: 'olena',
  });
  const facts = [{ by: 'olena', at: taken.taken_at }];
  for (const [method, path] of [
    ['POST', `carts/${cart.id}/return/`],
    ['POST', `carts/${cart.id}/take/`],
    ['DELETE', `carts/${cart.id}/`],
  ] as const) {
    const send = () => other().send<Refusal>(method, path, { headers: PREFER });
    expect((await withoutTrace(shop, send)).body).toMatchObject({
      codes: { is_taken: ['taken'] },
      facts: { is_taken: facts },
    });
  }
  expect((await withoutTrace(shop, () => sell(other(), cart.id))).body).toMatchObject({
    codes: { cart: ['taken'] },
    facts: { cart: facts },
  });
  expect((await take(till(), cart, 'mine')).headers.get('Idempotency-Replayed')).toBe('true');
  expect((await sell(till(), cart.id)).status).toBe(201);
  // The sale ended the cart.
  expect(isKept(cart)).toBe(false);
  expect((await withoutTrace(shop, () => sell(till(), cart.id))).body.codes).toEqual({ cart: ['not_found'] });
});

test('a taker who is gone: whoever may cancel and refund sets the cart aside, and takes it to sell it', async () => {
  const cart = await park();
  await take(other(), cart);
  await updateEmployee(shop.console, 'taras', { is_active: false });
  const senior = await shop.employee('senior', ['can_create_invoices', 'can_cancel_invoices']);
  expect((await withoutTrace(shop, () => sell(senior, cart.id))).body.codes).toEqual({ cart: ['taken'] });
  expect((await senior.post<Cart>(`carts/${cart.id}/return/`)).body.is_taken).toBe(false);
  expect((await withoutTrace(shop, () => sell(senior, cart.id))).body.codes).toEqual({ cart: ['not_taken'] });
  expect((await take(senior, cart)).status).toBe(200);
  expect((await sell(senior, cart.id)).status).toBe(201);
  await updateEmployee(shop.console, 'taras', { is_active: true });
});

test('two sales of one taken cart: one is made, at once or while the first is in doubt', async () => {
  const [first, second] = [await park(), await park()];
  for (const cart of [first, second]) await take(till(), cart);
  const answers = await Promise.all([sell(till(), first.id), sell(till(), first.id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);

  shop.bank.fault({ kind: 'bad-gateway', path: 'invoice/create', acts: true });
  const key = { 'Idempotency-Key': 'doubtful sale' };
  expect((await sell(till(), second.id, {}, key)).status).toBe(502);
  const refused = async (send: () => Promise<Answer<Refusal>>, field: string) =>
    expect((await withoutTrace(shop, send)).body.codes).toEqual({ [field]: ['cart_in_sale'] });
  await refused(() => sell(till(), second.id), 'cart');
  await refused(() => till().send('POST', `carts/${second.id}/return/`, { headers: PREFER }), 'is_taken');
  expect((await sell(till(), second.id, {}, key)).status).toBe(201);
  expect(isKept(second)).toBe(false);
});

test('a sale that the bank refuses leaves the cart with its taker', async () => {
  const cart = await park();
  await take(till(), cart);
  shop.bank.fault({ kind: 'refusal', path: 'invoice/create', status: 400, errCode: 'BAD_REQUEST' });
  expect((await sell(till(), cart.id)).status).toBe(502);
  expect((await sell(till(), cart.id)).status).toBe(201);
});

test('whoever is narrowed to their own sales sees only their own carts', async () => {
  const rights = ['can_view_invoices', 'can_create_invoices'] as const;
  const narrow = await shop.employee('narrow', rights, { own_sales_only: 1 });
  const foreign = await park();
  const own = await park({}, narrow);
  expect(await waiting(narrow)).toEqual([own.id]);
  expect((await withoutTrace(shop, () => take(narrow, foreign))).status).toBe(404);
  expect((await withoutTrace(shop, () => narrow.send('DELETE', `carts/${foreign.id}/`))).status).toBe(404);
  expect(await waiting(shop.owner)).toContain(own.id);
  expect((await narrow.send('DELETE', `carts/${own.id}/`)).status).toBe(204);
});

test.each([
  ['no lines', {}, { lines: ['required'] }],
  ['an empty list', { lines: [] }, { lines: ['required'] }],
  [
    'a product that is not there',
    { lines: [line({ product: 999 })] },
    { lines: [{ product: ['not_found'] }] },
  ],
  [
    'a discount of all of it',
    { lines: [line()], discounts: [{ percent: 100 }] },
    { discounts: ['min_value'] },
  ],
  ['a remark that is too long', { lines: [line()], remark: 'я'.repeat(281) }, { remark: ['max_length'] }],
])('%s is refused, and leaves no trace', async (_, body, codes) => {
  const answer = await withoutTrace(shop, () =>
    till().send<Refusal>('POST', 'carts/', { body, headers: { Prefer: 'codes' } }),
  );
  expect([answer.status, answer.body.codes]).toEqual([400, codes]);
});
