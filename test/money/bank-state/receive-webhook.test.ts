import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Bank } from '../../../main/bank/client.ts';
import { tokenMissing } from '../../../main/bank/errors.ts';
import { createWebhook } from '../../../main/money/bank-state/receive-webhook.ts';
import type { Log } from '../../../main/platform/log.ts';
import { newSigner } from '../../../main/practice-bank/webhooks.ts';
import { openDatabase } from '../../../main/store/db/connection.ts';
import { temporaryFolder } from '../../helpers/shop.ts';

/** A webhook of terminals that have a key, under a clock that the test moves; its reports are kept. */
const setUp = () => {
  const folder = temporaryFolder();
  const db = openDatabase(join(folder.path, 'kramar.db'));
  onTestFinished(() => {
    db.close();
    folder.remove();
  });
  const signer = newSigner();
  const pem = Buffer.from(signer.publicKey, 'base64').toString();
  const unknown: number[] = [];
  const warnings: string[] = [];
  let at = 0;
  const webhook = createWebhook(
    {
      db,
      bank: { publicKey: async () => pem } as unknown as Bank,
      openToken: async ({ id, name }) => {
        if (id === 13) throw tokenMissing(name);
        return 'token';
      },
      now: () => 0,
      bankNow: () => 0,
    },
    {
      onUnknown: (terminal) => unknown.push(terminal),
      log: { warn: (message: string) => warnings.push(message) } as unknown as Log,
      clock: () => at,
    },
  );
  return {
    unknown,
    warnings,
    forward: (ms: number) => {
      at += ms;
    },
    report: (terminal: number, body: string, by = signer) =>
      webhook.receive(terminal, Buffer.from(body), by.sign(body)),
  };
};

const NEWS = JSON.stringify({ invoiceId: 'p2_nobody', status: 'success', amount: 100, ccy: 980 });

test('a report of an unknown invoice is passed on, at most once a minute for each terminal', async () => {
  const { report, unknown, forward } = setUp();
  for (const terminal of [1, 1, 2, 1]) expect(await report(terminal, NEWS)).toBe('unknown');
  expect(unknown).toEqual([1, 2]);
  forward(59_999);
  await report(1, NEWS);
  expect(unknown).toEqual([1, 2]);
  forward(1);
  await report(1, NEWS);
  expect(unknown).toEqual([1, 2, 1]);
});

test('the log has one line a minute of each kind', async () => {
  const { report, warnings, forward } = setUp();
  const everything = async () => {
    for (let i = 0; i < 3; i += 1) {
      await report(1, NEWS, newSigner());
      await report(1, '{}');
      await report(13, NEWS);
    }
  };
  await everything();
  expect(warnings).toHaveLength(3);
  await everything();
  expect(warnings).toHaveLength(3);
  forward(60_000);
  await everything();
  expect(warnings).toHaveLength(6);
  expect(new Set(warnings).size).toBe(3);
});
