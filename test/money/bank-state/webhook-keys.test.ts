import * as v from 'valibot';
import { expect, test } from 'vitest';
import { publicKey } from '../../../main/bank/wire.ts';
import { createWebhookKeys } from '../../../main/money/bank-state/receive-webhook.ts';
import { newSigner } from '../../../main/practice-bank/webhooks.ts';

/** PEM, as the bank client returns it. */
const pemOf = (key: string) => v.parse(publicKey, { key }).key;

/** The keys of a bank that signs by `signer`, under a clock that is moved by hand. */
const setUp = (signer = newSigner()) => {
  const bank = { signer, asked: 0, isDown: false };
  const failures: unknown[] = [];
  let at = 0;
  const verify = createWebhookKeys({
    fetchKey: async () => {
      bank.asked += 1;
      if (bank.isDown) throw new Error('down');
      return pemOf(bank.signer.publicKey);
    },
    onFailure: (_, error) => failures.push(error),
    clock: () => at,
  });
  return {
    bank,
    failures,
    forward: (ms: number) => {
      at += ms;
    },
    /** The verdict on a body that this signer has signed. */
    judge: (by = bank.signer, terminal = 1) => verify(terminal, Buffer.from('{}'), by.sign('{}')),
  };
};

/** The example of the bank's own documentation (acquiring-openapi.json, the page about webhooks). */
const EXAMPLE = {
  key: 'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFQUc1LzZ3NnZubGJZb0ZmRHlYWE4vS29CbVVjTgo3NWJSUWg4MFBhaEdldnJoanFCQnI3OXNSS0JSbnpHODFUZVQ5OEFOakU1c0R3RmZ5Znhub0ZJcmZBPT0KLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg==',
  signature:
    'MEUCIQC/mVKhi8FKoayul2Mim3E2oaIOCNJk5dEXxTqbkeJSOQIgOM0hsW0qcP2H8iXy1aQYpmY0SJWEaWur7nQXlKDCFxA=',
  body: {
    invoiceId: 'p2_9ZgpZVsl3',
    status: 'created',
    failureReason: 'string',
    amount: 4200,
    ccy: 980,
    finalAmount: 4200,
    createdDate: '2019-08-24T14:15:22Z',
    modifiedDate: '2019-08-24T14:15:22Z',
    reference: '84d0070ee4e44667b31371d8f8813947',
    cancelList: [
      {
        status: 'processing',
        amount: 4200,
        ccy: 980,
        createdDate: '2019-08-24T14:15:22Z',
        modifiedDate: '2019-08-24T14:15:22Z',
        approvalCode: '662476',
        rrn: '060189181768',
        extRef: '635ace02599849e981b2cd7a65f417fe',
      },
    ],
  },
};

test("the bank's own example is genuine, and not a byte of it may differ", async () => {
  const verify = createWebhookKeys({
    fetchKey: async () => pemOf(EXAMPLE.key),
    onFailure: () => undefined,
    clock: () => 0,
  });
  const body = JSON.stringify(EXAMPLE.body, null, 2);
  const judged = (text: string) => verify(1, Buffer.from(text), EXAMPLE.signature);
  expect(await judged(body)).toBe('genuine');
  for (const other of [`${body} `, body.replace('4200', '4201'), JSON.stringify(EXAMPLE.body), ''])
    expect(await judged(other)).toBe('forged');
});

test('the key is requested once, for each terminal', async () => {
  const { bank, judge } = setUp();
  const together = await Promise.all([judge(), judge(), judge(newSigner()), judge()]);
  expect(together).toEqual(['genuine', 'genuine', 'forged', 'genuine']);
  expect(bank.asked).toBe(1);
  await judge(bank.signer, 2);
  expect(bank.asked).toBe(2);
});

test('a key that still verifies is never requested again', async () => {
  const { bank, judge, forward } = setUp();
  await judge();
  forward(365 * 24 * 60 * 60_000);
  expect(await judge()).toBe('genuine');
  expect(bank.asked).toBe(1);
});

test('after a failure it is requested again, at most once in 60 seconds', async () => {
  const { bank, judge, forward } = setUp();
  await judge();
  bank.signer = newSigner();
  forward(59_999);
  expect(await judge()).toBe('forged');
  expect(bank.asked).toBe(1);
  forward(1);
  expect(await judge()).toBe('genuine');
  for (let i = 0; i < 10; i += 1) await judge(newSigner());
  expect(bank.asked).toBe(2);
  forward(60_000);
  for (let i = 0; i < 10; i += 1) expect(await judge(newSigner())).toBe('forged');
  expect(bank.asked).toBe(3);
  expect(await judge()).toBe('genuine');
});

test('while the bank is silent a kept key still verifies; other signatures stay undecided', async () => {
  const { bank, failures, judge, forward } = setUp();
  await judge();
  bank.isDown = true;
  forward(60_000);
  expect(await judge(newSigner())).toBe('no_key');
  expect(await judge(newSigner())).toBe('no_key');
  expect(await judge()).toBe('genuine');
  expect([bank.asked, failures.length]).toEqual([2, 1]);
  bank.isDown = false;
  forward(60_000);
  expect(await judge(newSigner())).toBe('forged');
});

test.each([
  ['nothing', ''],
  ['no base64', '***'],
  ['no PEM', Buffer.from('a key').toString('base64')],
  [
    'a key of another kind',
    // RFC 8410, 10.1: Ed25519.
    Buffer.from(
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
    ).toString('base64'),
  ],
])('an invalid key from the bank is refused: %s', (_, key) => {
  expect(v.safeParse(publicKey, { key }).issues?.[0].message).toBe('no ECDSA public key');
});
