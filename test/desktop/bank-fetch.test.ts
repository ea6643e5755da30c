import { expect, test } from 'vitest';
import { createBank } from '../../main/bank/client.ts';
import type { BankError } from '../../main/bank/errors.ts';
import { createBankFetch, forbidResending } from '../../main/desktop/bank-fetch.ts';
import { permit } from '../helpers/permit.ts';

type Network = Parameters<typeof createBankFetch>[0];

/** A bank over Chromium's network, whose requests all fail with the error. */
const bankThatFails = (error: Error, isForbidden: boolean) =>
  bankThatAnswers(() => Promise.reject(error), isForbidden);

const bankThatAnswers = (
  answer: (signal: AbortSignal | null | undefined) => Promise<Response>,
  isForbidden = true,
) => {
  const switches = new Set<string>();
  const commandLine = {
    appendSwitch: (name: string) => void switches.add(name),
    hasSwitch: (name: string) => switches.has(name),
  };
  if (isForbidden) forbidResending({ commandLine } as unknown as Parameters<typeof forbidResending>[0]);
  const session = {
    fromPartition: () => ({ fetch: (_: string, init?: RequestInit) => answer(init?.signal) }),
  };
  const fetch = createBankFetch({ session, app: { commandLine } } as unknown as Network);
  return createBank({ baseUrl: 'https://bank.example', timeoutMs: 400, version: '0', fetch });
};
const failureOf = (work: Promise<unknown>): Promise<BankError> =>
  work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: BankError) => error,
  );

test.each([
  ['net::ERR_CONNECTION_REFUSED', true, false],
  ['net::ERR_INTERNET_DISCONNECTED', true, false],
  ['net::ERR_NAME_NOT_RESOLVED', true, false],
  // Chromium sends again after these, unless it is forbidden: the second try may be the one that could not connect.
  ['net::ERR_CONNECTION_REFUSED', false, true],
  ['net::ERR_INTERNET_DISCONNECTED', false, true],
  ['net::ERR_QUIC_PROTOCOL_ERROR', true, true],
  ['net::ERR_CONNECTION_RESET', true, true],
] as const)(
  'a write that fails with %s, resending forbidden: %s; in doubt: %s',
  async (message, isForbidden, inDoubt) => {
    const bank = bankThatFails(new Error(message), isForbidden);
    const failed = await failureOf(bank.removeInvoice('token', 'p2_1', permit('invalidate')));
    expect([failed.code, failed.inDoubt]).toEqual(['UNREACHABLE', inDoubt]);
  },
);

test('a redirect is an answer that cannot be used, and no broken connection', async () => {
  const bank = bankThatFails(new Error('Redirect was cancelled'), true);
  const failed = await failureOf(bank.removeInvoice('token', 'p2_1', permit('invalidate')));
  expect(failed.code).toBe('BAD_GATEWAY');
});

test('an answer whose body never ends took too long, whatever the network calls the end of it', async () => {
  const bank = bankThatAnswers((signal) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(Buffer.from('{"list": ['));
        signal?.addEventListener('abort', () => stream.error(new Error('The operation was aborted')));
      },
    });
    return Promise.resolve(new Response(body));
  });
  const failed = await failureOf(bank.removeInvoice('token', 'p2_1', permit('invalidate')));
  expect([failed.code, failed.inDoubt]).toEqual(['TIMEOUT', true]);
});

test('a read that never connected carried nothing in either case', async () => {
  const bank = bankThatFails(new Error('net::ERR_CONNECTION_REFUSED'), false);
  const failed = await failureOf(bank.invoiceStatus('token', 'p2_1'));
  expect([failed.code, failed.inDoubt]).toEqual(['UNREACHABLE', false]);
});
