import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { revokeKey } from '../../main/shop/accounts/keys.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { lastId } from '../helpers/events.ts';
import { freePort } from '../helpers/free-port.ts';
import { openShop, type Shop, temporaryFolder } from '../helpers/shop.ts';
import { blockOf, killExamples, LANGUAGES, lacksTools, launch, prepare, start } from './till-pages.ts';
import { addKey } from './till-shop.ts';

// The examples of the pages for till programmers, as they stand, each as a process of its own.

const folder = temporaryFolder();
afterAll(() => {
  killExamples();
  folder.remove();
});

/** It finds what hangs: a compiler of another language takes a minute on a busy machine. */
const PATIENCE_MS = 120_000;
/** As tills write them: with letters of any alphabet, a space and a slash. */
const RECEIPT = 'Чек 42/1';

const invoicesOf = async (shop: Shop, reference: string) =>
  (await shop.owner.get<InvoicePage>(`invoices/?reference=${encodeURIComponent(reference)}`)).body.results;

/** Runs it, and pays its invoice as soon as it shows where. */
const sell = async (shop: Shop, command: readonly string[], cwd: string, env: Record<string, string>) => {
  const child = launch(command, cwd, env);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece;
  });
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  const closed = once(child, 'close');
  await vi.waitFor(
    () => {
      const address = /^Pay at (\S+)$/m.exec(stdout)?.[1];
      if (address) shop.bank.pay(address.split('/').at(-1) ?? '');
      else if (child.exitCode === null) throw new Error(`Nothing to pay yet. ${stderr}`);
    },
    { interval: 100 },
  );
  await closed;
  expect({ code: child.exitCode, stderr: child.exitCode === 0 ? '' : stderr }).toEqual({
    code: 0,
    stderr: '',
  });
  return stdout;
};

// Mostly they wait; so all of them at once, each in a shop of its own.
describe.concurrent.each(LANGUAGES)('the examples in $name', (language) => {
  const isSkipped = lacksTools(language);
  const cwd = join(folder.path, language.extension);
  let shop: Shop;
  let env: Record<string, string>;
  let ahead = 0;
  beforeAll(async () => {
    if (isSkipped) return;
    // The service comes back at the same address, as a shop's does.
    // Five programs, five services and a compiler at once: nothing here waits for the bank's time limit to run out.
    const config = { port: await freePort(), bankTimeoutMs: 10_000 };
    shop = await openShop({ now: () => Date.now() + ahead, config });
    env = await addKey(shop);
  });
  afterAll(() => shop?.close());

  describe.skipIf(isSkipped)('run as they stand', { concurrent: false, timeout: 2 * PATIENCE_MS }, () => {
    test('start: the first sale', async () => {
      const command = await prepare(
        language,
        { page: 'start', section: 'The first sale', name: 'first' },
        cwd,
      );
      const [, reference = ''] = /first-\w+/.exec(blockOf('start', 'The first sale', language.fence)) ?? [];
      const stdout = await sell(shop, command, cwd, env);
      const [invoice] = await invoicesOf(
        shop,
        reference || `first-${language.fence === 'sh' ? 'curl' : language.fence}`,
      );
      expect(invoice).toMatchObject({ status: 'success', amount: 100 });
      expect(stdout).toBe(`Pay at ${invoice?.page_url}\nInvoice ${invoice?.id}: success\n`);
    });

    test('sale: once, though the answer of the bank is lost, and again after the till is killed', async () => {
      const command = await prepare(language, { page: 'sale', section: 'The whole sale', name: 'sale' }, cwd);
      shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
      const first = launch([...command, RECEIPT], cwd, env);
      await vi.waitFor(async () => expect(await invoicesOf(shop, RECEIPT)).toHaveLength(1), PATIENCE_MS);
      first.kill('SIGKILL');
      await once(first, 'close');
      const stdout = await sell(shop, [...command, RECEIPT], cwd, env);
      const invoices = await invoicesOf(shop, RECEIPT);
      expect(invoices).toMatchObject([{ status: 'success', amount: 2 * 5500 + 5805 }]);
      expect(stdout).toContain(`Invoice ${invoices[0]?.id}: success`);
      expect(shop.bank.faults()).toEqual([]);
      // The bank may have opened several; one is paid.
      const paid = shop.bank
        .invoices()
        .filter((one) => one.info?.reference === RECEIPT && one.status === 'success');
      expect(paid.map(({ finalAmount }) => finalAmount)).toEqual([2 * 5500 + 5805]);
    });

    test('refund: a part, once, though the answer of the bank is lost', async () => {
      const at = { page: 'refund', section: 'One refund, one Idempotency-Key', name: 'refund' };
      const command = await prepare(language, at, cwd);
      shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
      for (let times = 1; times <= 2; times += 1) {
        const { code, stdout } = await start([...command, RECEIPT, '5500', 'RETURN-7'], cwd, env);
        expect({ code, stdout }).toEqual({ code: 0, stdout: 'Left: 11305\n' });
      }
      const [invoice] = await invoicesOf(shop, RECEIPT);
      const refunds = shop.bank.invoices().flatMap((one) => one.refunds);
      expect([invoice?.final_amount, refunds.map(({ amount }) => amount)]).toEqual([11_305, [5500]]);
    });

    test('events: each sale once, with a restart of the service and of the program in between', async () => {
      const inEvents = `${cwd}-events`;
      const command = await prepare(
        language,
        { page: 'events', section: 'Listen', name: 'events' },
        inEvents,
      );
      /** Sells one more, and gives what is to be reported of it. */
      const sold = async (): Promise<string> => {
        const { id, invoice_id } = await shop.createInvoice();
        shop.bank.pay(invoice_id);
        expect((await shop.owner.post(`invoices/${id}/refresh/`)).status).toBe(200);
        return `Invoice ${id}: success\n`;
      };
      const launched = () => {
        const child = launch(command, inEvents, env);
        let output = '';
        child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
          output += piece;
        });
        const ended = once(child, 'close');
        return {
          ended: () => ended.then(() => child.exitCode),
          until: (expected: string) => vi.waitFor(() => expect(output).toContain(expected), { interval: 50 }),
          output: () => output,
          /** Not before it has noted how far it is. */
          stop: async () => {
            const noted = () => readFileSync(join(inEvents, 'last-event'), 'utf8').trim();
            await vi.waitFor(() => expect(noted()).toBe(String(lastId(shop))), PATIENCE_MS);
            child.kill('SIGKILL');
            await ended;
          },
        };
      };
      const first = launched();
      await first.until(await sold());
      const seen = first.output();
      await shop.restart();
      let expected = await sold();
      await first.until(expected);
      ahead += 3_601_000;
      await shop.signInAgain();
      expected += await sold();
      await first.until(expected);
      expect(first.output()).toBe(seen + expected);
      await first.stop();

      const missed = await sold();
      const second = launched();
      await second.until(missed);
      expected = missed + (await sold());
      await second.until(expected);
      expect(second.output()).toBe(expected);

      // The key is revoked: it says why, and ends with a failure.
      const account = await shop.stranger.as(env.KRAMAR_KEY ?? '').get<{ id: number }>('account/');
      revokeKey(shop.console, account.body.id);
      expect(await second.ended()).not.toBe(0);
      for (const name of ['first', 'sale']) {
        const file = name + (language.fence === 'csharp' ? '.exe' : `.${language.extension}`);
        const { code, stdout } = await start([...language.run, file, 'ORDER-43'], cwd, env);
        if (language.fence !== 'sh' || name === 'sale') expect(code, name).not.toBe(0);
        expect(stdout, name).not.toContain('Pay at http');
      }
    });
  });
});
