import { beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { attempts, createUnder, requested, untilRequested } from '../helpers/keyed.ts';
import { rawRequest } from '../helpers/raw.ts';
import { IMPATIENT } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now, config: IMPATIENT });
beforeEach(() => shop.bank.clearFaults());

let keys = 0;
const newKey = () => `till-1 #${++keys}`;
const under = (key: string, body: object = { amount: 100 }, client = shop.owner) =>
  createUnder(shop, key, body, client);
const creations = () => requested(shop, 'invoice/create').length;

describe('a 201 is kept 24 hours and repeated with `Idempotency-Replayed: true`', () => {
  test('as it was given, though the invoice has moved on since', async () => {
    const key = newKey();
    const first = await under(key);
    shop.bank.pay(first.body.invoice_id);
    await shop.owner.post(`invoices/${first.body.id}/refresh/`);
    expect((await shop.readInvoice(first.body.id)).status).toBe('success');
    expect((await under(key)).body).toEqual(first.body);
  });

  test('the order of the keys in the JSON, and white space, are no other body', async () => {
    const key = newKey();
    const { id } = shop.terminal;
    const send = (raw: string) =>
      shop.owner.send('POST', 'invoices/', { raw, headers: { 'Idempotency-Key': key } });
    const first = await send(
      `{"terminal":${id},"items":[{"name":"a","price":1,"quantity":2}],"comment":"x"}`,
    );
    expect(first.status).toBe(201);
    const second = await send(
      `{ "comment": "x",\n "items": [{"quantity": 2, "price": 1, "name": "a"}], "terminal": ${id} }`,
    );
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(second.text).toBe(first.text);
  });

  test('also when the terminal was deactivated meanwhile', async () => {
    const key = newKey();
    const first = await under(key);
    await shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active: false });
    try {
      expect((await under(newKey())).body.errors).toEqual({ terminal: ['Terminal is not active.'] });
      const second = await under(key);
      expect(second.status, second.text).toBe(201);
      expect(second.text).toBe(first.text);
    } finally {
      await shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active: true });
    }
  });

  test('not to an employee who may no longer create: the permission is checked first', async () => {
    const clerk = await shop.employee('clerk', ['can_create_invoices']);
    const key = newKey();
    expect((await under(key, { amount: 100 }, clerk)).status).toBe(201);
    shop.console.db.run(
      build.updateTable('accounts').set({ can_create_invoices: 0 }).where('username', '=', 'clerk'),
    );
    const refused = await withoutTrace(shop, () => under(key, { amount: 100 }, clerk));
    expect(refused.status).toBe(403);
  });
});

describe('1…255 printable characters, per user', () => {
  test('a key of 255 is taken', async () => {
    const key = `${newKey()} ~!"{}`.padEnd(255, 'k');
    const first = await under(key);
    expect(first.status, first.text).toBe(201);
    expect((await under(key)).text).toBe(first.text);
  });

  test.each([
    ['one of 256', 'k'.repeat(256)],
    ['an empty one', ''],
    ['one of nothing but spaces', '   '],
    ['one with a tab in it', 'a\tb'],
  ])('%s is a 400 and leaves no trace', async (_name, key) => {
    const token = await shop.signIn('owner');
    const refused = await withoutTrace(shop, async () => {
      const { status, text } = await rawRequest(new URL('invoices/', shop.baseUrl).href, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ terminal: shop.terminal.id, amount: 100 }),
      });
      return { status, text, headers: new Headers(), body: JSON.parse(text) };
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      detail: 'Validation failed.',
      errors: { 'Idempotency-Key': [expect.any(String)] },
    });
  });

  test('another user may use the same key for an invoice of his own', async () => {
    const seller = await shop.employee('seller', ['can_create_invoices']);
    const key = newKey();
    const mine = await under(key);
    const his = await under(key, { amount: 200 }, seller);
    expect(his.status, his.text).toBe(201);
    expect(his.headers.get('Idempotency-Replayed')).toBeNull();
    expect(his.body.id).not.toBe(mine.body.id);
    expect((await under(key)).text).toBe(mine.text);
    expect((await under(key, { amount: 200 }, seller)).text).toBe(his.text);
  });
});

describe('the same key with another body is a 400', () => {
  test.each([
    ['another amount', { amount: 101 }],
    ['one field more', { amount: 100, comment: 'x' }],
    ['a body that is wrong in itself', { amount: -1 }],
    ['a body of another kind', { amount: '100' }],
  ])('%s', async (_name, body) => {
    const key = newKey();
    const first = await under(key);
    const refused = await withoutTrace(shop, () => under(key, body));
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toBe('Validation failed.');
    expect(refused.body.errors).toEqual({ 'Idempotency-Key': [expect.any(String)] });
    expect((await under(key)).text).toBe(first.text);
  });

  test('the order of items is part of the body', async () => {
    const key = newKey();
    const [a, b] = [
      { name: 'a', price: 1 },
      { name: 'b', price: 2 },
    ];
    expect((await under(key, { items: [a, b] })).status).toBe(201);
    expect((await under(key, { items: [b, a] })).status).toBe(400);
  });
});

describe('while the first is under way, a second waits for it', () => {
  test('and gets its answer; the bank was called once', async () => {
    const key = newKey();
    const before = creations();
    shop.bank.fault({ kind: 'delay', ms: 300, path: 'invoice/create' });
    const first = under(key);
    await untilRequested(shop, 'invoice/create', before + 1);
    const others = await Promise.all([under(key), under(key), under(key)]);
    const { text } = await first;
    for (const other of others) {
      expect(other.status).toBe(201);
      expect(other.headers.get('Idempotency-Replayed')).toBe('true');
      expect(other.text).toBe(text);
    }
    expect(creations()).toBe(before + 1);
  });

  test('with another body it waits too, and is then a 400', async () => {
    const key = newKey();
    const before = creations();
    shop.bank.fault({ kind: 'delay', ms: 300, path: 'invoice/create' });
    const first = under(key);
    await untilRequested(shop, 'invoice/create', before + 1);
    const second = await under(key, { amount: 999 });
    expect(second.status).toBe(400);
    expect((await first).status).toBe(201);
    expect(creations()).toBe(before + 1);
  });

  test('when the first is refused by the bank, the second sends its own request', async () => {
    const key = newKey();
    const before = creations();
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    const [one, two] = await Promise.all([under(key), under(key)]);
    expect([one.status, two.status].sort()).toEqual([201, 502]);
    expect(creations()).toBe(before + 2);
  });

  test('another key does not wait', async () => {
    const before = creations();
    shop.bank.fault({ kind: 'hang', path: 'invoice/create' });
    const first = under(newKey());
    await untilRequested(shop, 'invoice/create', before + 1);
    const second = await under(newKey());
    expect(second.status).toBe(201);
    expect((await first).status).toBe(502);
  });
});

describe('After any other answer the key may be used again', () => {
  test('after a 400, with another body too', async () => {
    const key = newKey();
    await withoutTrace(shop, () => under(key, { amount: 0 }));
    const answer = await under(key, { amount: 7 });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Idempotency-Replayed')).toBeNull();
  });

  test('after the 502 of a refusal by the bank, with another body too', async () => {
    const key = newKey();
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    const refused = await under(key);
    expect(refused.status).toBe(502);
    expect(refused.body.err_code).toBe('TMR');
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'refused', idempotency_key: key });
    const answer = await under(key, { amount: 7 });
    expect(answer.status, answer.text).toBe(201);
    expect(rowsOf(shop, 'invoices').filter(({ id }) => id === answer.body.id)).toHaveLength(1);
  });
});
