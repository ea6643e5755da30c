import { describe, expect, test } from 'vitest';
import type { FieldErrors } from '../../shared/errors.ts';
import type { Answer, Client, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

// Stopped, so that no job calls the bank meanwhile.
const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });

const prefer = (text = 'codes') => ({ headers: { Prefer: text } });
const refusal = (method: string, path: string, body?: unknown, client: Client = shop.owner, text?: string) =>
  withoutTrace(shop, () => client.send<Refusal>(method, path, { body, ...prefer(text) }));
const codesOf = async (...request: Parameters<typeof refusal>) => (await refusal(...request)).body.codes;
const sale = (fields: object) => ({ terminal: shop.terminal.id, ...fields });

/** How many there are, and where. */
const shapeOf = (reported: FieldErrors = {}): object =>
  Object.fromEntries(
    Object.entries(reported).map(([field, parts]) => [
      field,
      parts.map((part) => (typeof part === 'string' ? '' : shapeOf(part))),
    ]),
  );

describe('`Prefer: codes` (RFC 7240): a refusal carries `codes` beside `detail` and `errors`, in the shape of `errors`, with stable words (`required`, `max_length`, `not_found` …).', () => {
  // What every body has in common is in fields.test.ts.
  test('of what is not there, of a text that no database holds, and of too many items', async () => {
    expect(await codesOf('POST', 'invoices/', { terminal: 999, amount: 1 })).toEqual({
      terminal: ['not_found'],
    });
    expect(await codesOf('POST', 'catalog/units/', { name: 'a\0' })).toEqual({
      name: ['null_characters_not_allowed'],
    });
    const many = Array.from({ length: 201 }, () => ({ name: 'x', price: 1 }));
    expect(await codesOf('POST', 'invoices/', sale({ items: many }))).toEqual({ items: ['max_length'] });
  });

  test('as the rules of the shop have them', async () => {
    const both = sale({ amount: 100, items: [{ name: 'x', price: 1 }] });
    expect(await codesOf('POST', 'invoices/', both)).toEqual({ amount: ['amount_and_items'] });
    expect(await codesOf('POST', 'invoices/', sale({ items: [{ name: 'x', price: 0 }] }))).toEqual({
      non_field_errors: ['min_value'],
    });
    const { id } = await shop.createInvoice();
    expect(await codesOf('GET', `invoices/${id}/receipt/`)).toEqual({ status: ['is_created'] });
    expect(await codesOf('POST', `invoices/${id}/cancel/`, { amount: 1 })).toEqual({
      amount: ['only_whole'],
    });
    expect(await codesOf('DELETE', `terminals/${shop.terminal.id}/`)).toEqual({
      non_field_errors: ['open_invoices'],
    });
    await shop.owner.post(`invoices/${id}/cancel/`);
    expect(await codesOf('POST', `invoices/${id}/cancel/`)).toEqual({ status: ['is_expired'] });
  });

  test('of a query too', async () => {
    const query = 'status=gone&amount_min=x&ordering=colour&created_from=never';
    expect(await codesOf('GET', `invoices/?${query}`)).toEqual({
      status: ['invalid_choice'],
      amount_min: ['invalid'],
      ordering: ['invalid_choice'],
      created_from: ['invalid'],
    });
  });

  test('`Prefer: facts` adds the numbers and names of each message, in the same place', async () => {
    const many = sale({ items: [{ name: 'x'.repeat(256), price: 1 }], reference: 'x'.repeat(256) });
    const { body, headers } = await refusal('POST', 'invoices/', many, shop.owner, 'codes, facts');
    expect(headers.get('preference-applied')).toBe('codes, facts');
    expect(shapeOf(body.codes)).toEqual(shapeOf(body.errors));
    const tooLong = { limit: 255, unit: 'characters' };
    expect(body.facts).toEqual({ items: [{ name: [tooLong] }], reference: [tooLong] });
    const alone = await refusal('POST', 'catalog/units/', {}, shop.owner, 'facts');
    expect(alone.body).toMatchObject({ facts: { name: [{}] } });
    expect(alone.body).not.toHaveProperty('codes');
    const other = await refusal('GET', 'invoices/999/', undefined, shop.owner, 'codes, facts');
    expect(other.body).not.toHaveProperty('facts');
  });

  test.each<[name: string, code: string, method: string, path: string, body?: unknown]>([
    ['a record that is not there', 'not_found', 'GET', 'invoices/999/'],
    ['a path that is not there', 'not_found', 'GET', 'colours/'],
    ['a page past the last', 'invalid_page', 'GET', 'invoices/?page=9'],
    ['a method that is none', 'method_not_allowed', 'PUT', 'invoices/'],
    [
      'a password that is wrong',
      'no_active_account',
      'POST',
      'auth/token/',
      { username: 'x', password: 'y' },
    ],
    ['a token that is none', 'token_not_valid', 'POST', 'auth/token/verify/', { token: 'x' }],
  ])('without `errors`, for the whole object: %s', async (_, code, ...request) => {
    const { body } = await refusal(...request);
    expect(body.codes).toEqual({ non_field_errors: [code] });
    expect(body).not.toHaveProperty('errors');
    expect(body.code ?? code).toBe(code);
  });

  test('a caller who is not signed in, or not allowed, and invalid JSON', async () => {
    expect(await codesOf('GET', 'invoices/', undefined, shop.stranger)).toEqual({
      non_field_errors: ['not_authenticated'],
    });
    const olena = await shop.employee('olena');
    expect(await codesOf('GET', 'invoices/', undefined, olena)).toEqual({
      non_field_errors: ['permission_denied'],
    });
    const raw = { raw: '{', ...prefer() };
    const broken = await shop.owner.send<Refusal>('POST', 'invoices/', raw);
    expect(broken.body.codes).toEqual({ non_field_errors: ['parse_error'] });
    const text = { raw: 'x', headers: { 'Content-Type': 'text/plain', Prefer: 'codes' } };
    const other = await shop.owner.send<Refusal>('POST', 'invoices/', text);
    expect(other.body.codes).toEqual({ non_field_errors: ['unsupported_media_type'] });
  });

  test('a refusal of the bank: its err_code', async () => {
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    const { body } = await shop.owner.post<Refusal>('invoices/', sale({ amount: 100 }), prefer());
    expect(body.codes).toEqual({ non_field_errors: ['TMR'] });
    expect(body.err_code).toBe('TMR');
  });

  test('a refusal that comes as the last line', async () => {
    const answer = await shop.owner.send('POST', 'catalog/products/import/', {
      raw: '%PDF',
      headers: { 'Content-Type': 'text/csv', Accept: 'application/x-ndjson', Prefer: 'codes' },
    });
    const last = JSON.parse(answer.text.trim().split('\n').at(-1) ?? '');
    expect(last.body.codes).toEqual({ file: ['document'] });
    expect(answer.headers.get('preference-applied')).toBe('codes');
  });
});

describe('Both are answered with `Preference-Applied`.', () => {
  const applied = ({ headers }: Answer) => headers.get('preference-applied');

  test('a refusal, and what was done', async () => {
    expect(applied(await refusal('GET', 'invoices/999/'))).toBe('codes');
    expect(applied(await shop.owner.get('account/', prefer()))).toBe('codes');
  });

  test.each(['codes', 'CODES', 'respond-async, codes', 'codes; x=1', 'foo="a, b", codes ', 'wait=1,codes'])(
    'Prefer: %s',
    async (text) => {
      const answer = await shop.owner.get<Refusal>('invoices/999/', prefer(text));
      expect([answer.body.codes, applied(answer)]).toEqual([{ non_field_errors: ['not_found'] }, 'codes']);
    },
  );

  test.each(['', 'code', 'codes2', 'foo="a, codes"', 'foo; codes', 'codes=1', 'handling=lenient'])(
    'Prefer: %s is nothing of ours: the refusal is that of version 1',
    async (text) => {
      const answer = await shop.owner.get<Refusal>('invoices/999/', prefer(text));
      expect([answer.body, applied(answer)]).toEqual([{ detail: 'Not found.' }, null]);
    },
  );
});
