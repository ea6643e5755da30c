import { describe, expect, test } from 'vitest';
import { BankError, OWN_BANK_CODES } from '../../../main/bank/errors.ts';
import { HttpError, REFUSAL_CODES } from '../../../main/http/errors.ts';
import { ukrainianTexts } from '../../../main/http/ukrainian.ts';
import { ValidationError } from '../../../main/shop/errors.ts';
import {
  COUNTER_CODES,
  type FieldErrors,
  PEOPLE_CODES,
  PROBLEM_CODES,
  problem,
} from '../../../shared/errors.ts';
import type { Refusal } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { holdBackground } from '../../helpers/trace.ts';

const shop = await shopOfFile();

const UKRAINIAN = { 'Accept-Language': 'uk-UA,uk;q=0.9,en;q=0.5' };

/** Every message in a refusal. */
const messagesIn = ({ detail, errors = {} }: Refusal): string[] => {
  const leaves = (part: unknown): string[] =>
    typeof part === 'string' ? [part] : Object.values(part as object).flatMap(leaves);
  return [detail, ...leaves(errors as FieldErrors)];
};
const isUkrainian = (text: string): boolean => /[а-яіїєґ]/i.test(text) && !/\{\w+\}|undefined/.test(text);

describe('`Accept-Language: uk`: detail and messages in Ukrainian; names of fields, codes and err_code stay.', () => {
  const till = (method: string, path: string, body?: unknown) => async (headers: Record<string, string>) =>
    (await shop.owner.send<Refusal>(method, path, { body, headers })).body;

  test.each<[what: string, send: (headers: Record<string, string>) => Promise<Refusal>]>([
    ['no token', async (headers) => (await shop.stranger.get<Refusal>('account/', { headers })).body],
    [
      'a bad token',
      async (headers) => (await shop.stranger.as('x').get<Refusal>('account/', { headers })).body,
    ],
    [
      'a bad key',
      async (headers) => (await shop.stranger.as('kr_x').get<Refusal>('account/', { headers })).body,
    ],
    [
      'a wrong password',
      async (headers) =>
        (await shop.stranger.post<Refusal>('auth/token/', { username: 'owner', password: 'no' }, { headers }))
          .body,
    ],
    ['an unknown path', till('GET', 'nothing/')],
    ['a missing object', till('GET', 'invoices/4711/')],
    ['a page past the last', till('GET', 'invoices/?page=99')],
    ['another method', till('DELETE', 'stats/')],
    [
      'a faulty filter',
      till('GET', 'invoices/?status=paid&created_from=x&ordering=colour&amount_min=x&page=0'),
    ],
    [
      'broken JSON',
      async (headers) =>
        (
          await shop.owner.send<Refusal>('POST', 'invoices/', {
            raw: '{',
            headers: { ...headers, 'Content-Type': 'application/json' },
          })
        ).body,
    ],
    [
      'another media type',
      async (headers) =>
        (
          await shop.owner.send<Refusal>('POST', 'invoices/', {
            raw: 'a=1',
            headers: { ...headers, 'Content-Type': 'text/plain' },
          })
        ).body,
    ],
  ])('%s', async (_, send) => {
    const english = await send({ Prefer: 'codes' });
    const ukrainian = await send({ ...UKRAINIAN, Prefer: 'codes' });
    for (const message of messagesIn(ukrainian))
      expect([message, isUkrainian(message)]).toEqual([message, true]);
    for (const message of messagesIn(english)) expect(message).not.toMatch(/[а-яіїєґ]/i);
    expect(ukrainian.codes).toEqual(english.codes);
    expect(Object.keys(ukrainian)).toEqual(Object.keys(english));
    expect(Object.keys(ukrainian.errors ?? {})).toEqual(Object.keys(english.errors ?? {}));
  });

  test.each(['reset', 'unavailable', 'malformed-json'] as const)('a bank that fails: %s', async (kind) => {
    // The background asks the bank too, and would use the fault up.
    await holdBackground(shop);
    const { id } = await shop.createInvoice();
    const refresh = async (headers: Record<string, string>) => {
      shop.bank.fault({ kind, path: 'invoice/status' });
      return (await shop.owner.post<Refusal>(`invoices/${id}/refresh/`, undefined, { headers })).body;
    };
    const { detail, err_code } = await refresh(UKRAINIAN);
    expect([detail, isUkrainian(detail)]).toEqual([detail, true]);
    shop.bank.clearFaults();
    expect(err_code).toBe((await refresh({})).err_code);
    shop.bank.clearFaults();
  });

  test("the bank's own words stay as it sent them", async () => {
    shop.bank.fault({ kind: 'refusal', path: 'invoice/create' });
    const send = (headers: Record<string, string>) =>
      shop.owner.post<Refusal>('invoices/', { terminal: shop.terminal.id, amount: 100 }, { headers });
    const { body } = await send(UKRAINIAN);
    shop.bank.fault({ kind: 'refusal', path: 'invoice/create' });
    expect(body).toEqual((await send({})).body);
  });

  test('without it, or with another language before it, everything stays English', async () => {
    for (const language of [undefined, 'en', 'de', 'en;q=1,uk;q=0.5']) {
      const headers: Record<string, string> = language === undefined ? {} : { 'Accept-Language': language };
      const { body } = await shop.owner.get<Refusal>('invoices/4711/', { headers });
      expect(body).toEqual({ detail: 'Not found.' });
    }
  });

  test.each(REFUSAL_CODES.filter((code) => code !== 'DISK_FULL'))(
    'the refusal %s has its sentence',
    (code) => {
      const { detail = '' } = ukrainianTexts(new HttpError(400, 'English.', {}, code));
      expect(detail).toMatch(/[а-яіїєґ]/i);
    },
  );

  test.each(OWN_BANK_CODES)('the failed bank request %s has its sentence', (code) => {
    const { detail = '' } = ukrainianTexts(new BankError(code, 'English.', { inDoubt: true }));
    expect([detail, isUkrainian(detail)]).toEqual([detail, true]);
  });

  test.each([...PROBLEM_CODES, ...PEOPLE_CODES, ...COUNTER_CODES])(
    'the code %s has its sentence, with and without facts',
    (code) => {
      for (const facts of [{}, { limit: 5, row: 7, value: 'x', amount: 100, id: 3, unit: 'elements' }]) {
        const { errors } = ukrainianTexts(new ValidationError({ field: [problem(code, 'English.', facts)] }));
        const [message] = (errors?.field ?? []) as string[];
        expect([message, isUkrainian(message ?? '')]).toEqual([message, true]);
      }
    },
  );
});
