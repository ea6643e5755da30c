import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { runJob } from '../helpers/jobs.ts';
import { requested, untilRequested } from '../helpers/keyed.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { rowsOf, traces, withoutTrace } from '../helpers/trace.ts';

import { openTerminals } from './terminal-delete-stage.ts';

const { shop, clock, registersOf, invoicesAt, createPaid, open, deletable, deleted } = await openTerminals();
const terminalRow = (id: number) => rowsOf(shop, 'terminals').find((row) => row.id === id);

test('a terminal that is deleted before its turn in a job is no fault of the job', async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  const before = requested(shop, 'qr/list').length;
  shop.bank.fault({ kind: 'delay', ms: 400, path: 'qr/list', token: shop.merchant.token });
  const run = runJob(shop, 'sync-registers');
  await untilRequested(shop, 'qr/list', before + 1);
  for (const id of [first, second]) await deletable(id);
  expect(await run).toMatchObject({ status: 'done', error: '' });
  expect(await registersOf(third)).not.toEqual([]);
  expect(await registersOf(first)).toEqual([]);
});

describe('The token is destroyed', () => {
  test('in the database, and no copy of it is left in the file once the write-ahead log is worked in', async () => {
    const id = await open();
    const sealed = Buffer.from(terminalRow(id)?.sealed_token as Uint8Array);
    const folder = temporaryFolder();
    const snapshot = (name: string): Buffer => {
      const file = join(folder.path, name);
      for (const suffix of ['', '-wal'])
        copyFileSync(join(shop.folder, `kramar.db${suffix}`), `${file}${suffix}`);
      const copy = new Database(file);
      copy.pragma('wal_checkpoint(TRUNCATE)');
      copy.close();
      return readFileSync(file);
    };
    try {
      expect(sealed.length).toBeGreaterThan(16);
      expect(snapshot('before.db').includes(sealed)).toBe(true);
      await deletable(id);
      expect(terminalRow(id)).toMatchObject({ sealed_token: null, deleted_at: clock.now() });
      expect(snapshot('after.db').includes(sealed)).toBe(false);
    } finally {
      folder.remove();
    }
  });
});

describe('its invoices stay, with terminal and terminal_name, and the filter `terminal` still finds them', () => {
  test('Their cash_register reads null; its registers disappear, and it is a 404 for every operation on it', async () => {
    const other = await open();
    const before = (await shop.owner.get<InvoicePage>('invoices/')).body;
    const { terminal, register, invoice } = await deleted();
    expect(await registersOf(terminal)).toEqual([]);
    expect((await shop.owner.get(`cash-registers/${register?.id}/`)).status).toBe(404);
    expect(await registersOf(other)).toHaveLength(shop.merchant.registers.length);
    const list = (await shop.owner.get<Page<Terminal>>('terminals/?page_size=200')).body.results;
    expect(list.map(({ id }) => id)).not.toContain(terminal);
    const path = `terminals/${terminal}/`;
    const left = await traces(shop);
    const answers = await Promise.all([
      shop.owner.get(path),
      shop.owner.patch(path, { name: 'x' }),
      shop.owner.send('DELETE', path),
      shop.owner.post(`${path}sync_registers/`),
      shop.owner.post(`${path}sync_invoices/`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await traces(shop)).toEqual(left);
    expect(invoice).toMatchObject({
      terminal,
      terminal_name: 'Прилавок',
      cash_register: null,
      status: 'success',
      is_cancellable: true,
    });
    expect(await invoicesAt(terminal)).toEqual([invoice]);
    const after = (await shop.owner.get<InvoicePage>('invoices/')).body;
    expect(after.count).toBe(before.count + 1);
    expect(after.totals.success_amount).toBe(before.totals.success_amount + invoice.amount);
  });

  test('from the first moment on, though the service ends before all are unbound; that is done later', async () => {
    const terminal = await open();
    const [register] = await registersOf(terminal);
    const invoice = await createPaid({ terminal, cash_register: register?.id });
    // The state after the first of its transactions.
    shop.console.db.run(
      build
        .updateTable('terminals')
        .set({ sealed_token: null, deleted_at: clock.now() })
        .where('id', '=', terminal),
    );
    expect((await shop.readInvoice(invoice.id)).cash_register).toBeNull();
    expect(await registersOf(terminal)).toEqual([]);
    expect((await shop.owner.get(`cash-registers/${register?.id}/`)).status).toBe(404);
    await shop.owner.post('jobs/prune/run/');
    expect(rowsOf(shop, 'cash_registers').filter((row) => row.terminal_id === terminal)).toEqual([]);
    expect(rowsOf(shop, 'invoices').find(({ id }) => id === invoice.id)?.cash_register_id).toBeNull();
  });

  test('refresh and cancel of them answer 502 `TOKEN_MISSING`', async () => {
    const { invoice } = await deleted();
    for (const [action, body] of [
      ['refresh', undefined],
      ['cancel', undefined],
      ['cancel', { amount: 1 }],
    ] as const) {
      const answer = await withoutTrace(shop, () =>
        shop.owner.post<Refusal>(`invoices/${invoice.id}/${action}/`, body),
      );
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({ detail: expect.any(String), err_code: 'TOKEN_MISSING' });
    }
  });
});

test('for a new invoice its id is an `Invalid pk`', async () => {
  const { terminal, register } = await deleted();
  const refuse = (body: object) =>
    withoutTrace(shop, () => shop.owner.post<Refusal>('invoices/', { amount: 100, ...body }));
  expect((await refuse({ terminal })).body.errors).toEqual({
    terminal: [`Invalid pk "${terminal}" - object does not exist.`],
  });
  expect((await refuse({ terminal: shop.terminal.id, cash_register: register?.id })).body.errors).toEqual({
    cash_register: [`Invalid pk "${register?.id}" - object does not exist.`],
  });
});

test('a terminal added for the same merchant afterwards finds the same payments once', async () => {
  const { terminal, invoice } = await deleted();
  const next = await open('Новий');
  await shop.owner.post(`terminals/${next}/sync_invoices/`);
  const found = (await shop.owner.get<InvoicePage>(`invoices/?search=${invoice.invoice_id}`)).body.results;
  expect(found).toMatchObject([{ id: invoice.id, terminal }]);
});
