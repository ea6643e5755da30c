import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createExports, type Exports } from '../../../main/http/export/exports.ts';
import { databaseFile } from '../../../main/platform/data-folder.ts';
import { ValidationError } from '../../../main/shop/errors.ts';
import { TaskFailed } from '../../../main/store/threads/thread.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { writeInvoice } from '../../helpers/many-invoices.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { isBeingRead } from './stage.ts';

const COUNT = 1500;
/** More than the thread prepares ahead. */
const LONG = 'Ї'.repeat(400);
const { now } = stoppedClock();
let exports: Exports;

/** Of a shop that is big enough for threads. */
const open = (options: Partial<Parameters<typeof createExports>[0]> = {}): Exports => {
  exports = createExports({
    file: databaseFile(shop.folder),
    timeZone: 'Europe/Kyiv',
    now,
    workerMinRows: 1,
    ...options,
  });
  return exports;
};
const streamed = async (made: ReturnType<Exports['invoices']>) => (await made).body as Readable;

const shop = await shopOfFile({ now, bank: { now } });
beforeAll(async () => {
  shop.console.db.transaction(() => {
    for (let index = 0; index < COUNT; index += 1)
      writeInvoice(shop, {
        comment: LONG,
        amount: 1 + index,
        paid_date: index % 2 === 0 ? null : now() - index * 3_600_000,
      });
  });
});
afterEach(async () => {
  await exports.close();
  expect(isBeingRead(shop)).toBe(false);
});

test('a thread makes the same file, headers and all', async () => {
  const query = { ordering: [{ field: 'amount', descending: false }], amount_max: 900 };
  const byThread = await open().invoices(query as never, 'uk');
  const here = exports.start(query as never, 'uk');
  expect({ ...byThread, body: null }).toEqual({ ...here, body: null });
  const [one, other] = await Promise.all([buffer(byThread.body as Readable), buffer(here.body as Readable)]);
  expect(one.length).toBeGreaterThan(500_000);
  expect(one.equals(other)).toBe(true);
});

test('the thread prepares only a limited part ahead, and writes made meanwhile are not in the file', async () => {
  const body = await streamed(open().invoices({ ordering: [{ field: 'id', descending: false }] }, 'uk'));
  await once(body, 'readable');
  writeInvoice(shop, { comment: 'after', amount: 5 });
  await sleep(50);
  expect(body.readableLength).toBeLessThan(600_000);
  expect(isBeingRead(shop)).toBe(true);
  const text = (await buffer(body)).toString();
  expect(text.split('\r\n')).toHaveLength(1 + COUNT + 1);
  expect(text).not.toContain('after');
});

test.each<[where: string, start: (of: Exports) => Promise<{ body: unknown }>]>([
  ['in a thread', (of) => of.invoices({}, 'uk')],
  ['here', async (of) => of.start({}, 'uk')],
])('a client that hangs up, or reads nothing for long, leaves nothing open: made %s', async (_, start) => {
  const made = open({ stalledMs: 20 });
  const left = (await start(made)).body as Readable;
  left.destroy();
  await once(left, 'close');
  expect(isBeingRead(shop)).toBe(false);
  const stalled = (await start(made)).body as Readable;
  stalled.read(0);
  await expect(once(stalled, 'close')).rejects.toThrow('took nothing');
});

test('more rows than a sheet holds are refused; a service that stops starts no export', async () => {
  await expect(open({ maxSheetRows: COUNT }).invoices({ format: 'xlsx' }, 'uk')).rejects.toThrow(
    ValidationError,
  );
  const begun = exports.invoices({}, 'uk');
  await Promise.all([exports.close(), expect(begun).rejects.toThrow('stopping')]);
  await expect(exports.invoices({}, 'uk')).rejects.toThrow('stopping');
});

test('an error in the middle destroys the stream', async () => {
  // A language without words: the thread sends the count before it looks for the first of them.
  const body = await streamed(open().invoices({}, 'none' as never));
  await expect(buffer(body)).rejects.toThrow(TaskFailed);
});
