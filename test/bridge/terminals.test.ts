import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Keychain, KeychainError } from '../../main/platform/keychain.ts';
import { allTerminals } from '../../main/store/terminals.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace, openWindow, type Window } from './stage.ts';

let shop: Shop;
let window: Window;

/** A keychain in the state that the test sets. */
const mood = { isOpen: true };
const moodyKeychain = (): Keychain => {
  let stored: Uint8Array | undefined;
  const whenOpen = <Result>(work: () => Result): Promise<Result> => {
    if (!mood.isOpen) throw new KeychainError('The keychain is locked. Unlock it, then try again.');
    return Promise.resolve(work());
  };
  return {
    kind: 'os',
    read: async () => whenOpen(() => stored),
    write: async (secret) =>
      whenOpen(() => {
        stored = secret;
      }),
    remove: async () => undefined,
  };
};

beforeEach(async () => {
  mood.isOpen = true;
  shop = await openShop({ keychain: moodyKeychain() });
  window = openWindow(shop);
  await window.signIn();
});
afterEach(() => shop.close());

const other = () => shop.bank.merchants[1] ?? shop.merchant;
const rows = () => allTerminals(shop.console.db);

/** The three calls that take a token, with the one given. */
const asks = (token: string) =>
  [
    ['terminals.try', { token }],
    ['terminals.add', { name: 'Друга каса', token }],
    ['terminals.token', { id: shop.terminal.id, token }],
  ] as const;

test('a token is tried: the merchant is shown; nothing is stored', async () => {
  const before = rows();
  const { merchantId, merchantName, edrpou, token } = other();
  const merchant = { merchant_id: merchantId, merchant_name: merchantName, edrpou };
  expect(await window.ask('terminals.try', { token: ` ${token}\n` })).toEqual(merchant);
  expect(rows()).toEqual(before);
});

test('a terminal is added with its registers, and sells', async () => {
  const { merchantId, merchantName, edrpou, token, registers } = other();
  const added = await window.ask('terminals.add', { name: ' Друга каса ', token });
  expect(added).toEqual({
    id: expect.any(Number),
    name: 'Друга каса',
    merchant_id: merchantId,
    merchant_name: merchantName,
    edrpou,
    registers: registers.length,
    same_token_as: [],
  });
  const sold = await shop.owner.post('invoices/', { terminal: added.id, amount: 1000 });
  expect(sold.status, sold.text).toBe(201);
});

test('a terminal is added without its registers when they cannot be fetched', async () => {
  shop.bank.fault({ kind: 'internal-error', path: 'qr/list', times: 1 });
  const { registers } = await window.ask('terminals.add', { name: 'Друга каса', token: other().token });
  expect(registers).toBeNull();
  expect(rows()).toHaveLength(2);
});

describe('another token of a terminal', () => {
  test('of the same merchant is accepted', async () => {
    const { id } = shop.terminal;
    const before = rows()[0]?.sealed_token;
    const given = await window.ask('terminals.token', { id, token: shop.merchant.token });
    expect(given).toMatchObject({ id, name: 'Каса', merchant_id: shop.merchant.merchantId });
    expect(rows()[0]?.sealed_token).not.toEqual(before);
  });

  test('of another merchant is refused, with both named', async () => {
    const before = rows();
    const refusal = await window.refused('terminals.token', { id: shop.terminal.id, token: other().token });
    expect(refusal.code).toBe('VALIDATION');
    for (const { merchantName } of [other(), shop.merchant])
      expect(String(refusal.errors?.token)).toContain(merchantName);
    expect(rows()).toEqual(before);
  });

  test('of a terminal that does not exist', async () => {
    const refusal = await leavingNoTrace(shop, window, () =>
      window.refused('terminals.token', { id: 77, token: other().token }),
    );
    expect(refusal).toEqual({ code: 'NOT_FOUND', detail: 'There is no terminal 77. Nothing was changed.' });
  });
});

describe('nothing is stored', () => {
  test('when the bank does not know the token', async () => {
    const before = rows();
    const words =
      'does not know this token. Nothing was stored. Copy the acquiring token again from web.monobank.ua; one of the personal API does not work.';
    for (const [name, input] of asks('uUnknownTokenOfNobody-0123456789'))
      expect(await window.refused(name, input)).toEqual({
        code: 'BANK_FORBIDDEN',
        detail: expect.stringContaining(words),
        outcome: 'refused',
      });
    expect(rows()).toEqual(before);
  });

  test('when the input can be no token: the bank is not even called', async () => {
    for (const token of ['', ' ', 'with a blank', 'кирилиця', 'line\nbreak', 'x'.repeat(4097)])
      for (const [name, input] of asks(token)) {
        const refusal = await leavingNoTrace(shop, window, () => window.refused(name, input));
        expect(Object.keys(refusal.errors ?? {})).toEqual(['token']);
      }
  });

  test.each([
    ['reset', 'BANK_UNREACHABLE', 'Check the internet connection, then try again.', 'unknown'],
    ['bad-gateway', 'BANK_BAD_GATEWAY', 'Try again in some minutes.', 'unknown'],
    ['malformed-json', 'BANK_BAD_GATEWAY', 'Try again in some minutes.', 'unknown'],
    ['too-many-requests', 'BANK_TMR', 'The bank refused', 'refused'],
  ] as const)('when the bank answers with %s', async (kind, code, words, outcome) => {
    const before = rows();
    for (const [name, input] of asks(shop.merchant.token)) {
      shop.bank.clearFaults();
      shop.bank.fault({ kind, path: '*', times: 9 });
      const refusal = await window.refused(name, input);
      expect(refusal).toEqual({ code, detail: expect.stringContaining(words), outcome });
      // Words for a window, not for a command line.
      expect(refusal.detail).not.toMatch(/--|bank-url|npm run/);
    }
    expect(rows()).toEqual(before);
  });

  test('while the keychain is locked; all works once it is open', async () => {
    mood.isOpen = false;
    await shop.restart();
    await window.signIn();
    const before = rows();
    for (const [name, input] of asks(shop.merchant.token).slice(1)) {
      const refusal = await window.refused(name, input);
      expect(refusal.code).toBe('KEYCHAIN_UNAVAILABLE');
      expect(refusal.detail).toMatch(/^Nothing was stored\. The keychain is locked/);
    }
    expect(rows()).toEqual(before);
    mood.isOpen = true;
    await shop.restart();
    await window.signIn();
    await window.ask('terminals.add', { name: 'Друга каса', token: other().token });
  });
});
