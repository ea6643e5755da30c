import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import type { NewInvoice } from '../../../main/store/invoices/invoices.ts';
import { insertRefund, type Refund } from '../../../main/store/invoices/refunds.ts';
import type { InvoicePage } from '../../../shared/api/invoice-query.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { INVOICE_STATUSES } from '../../../shared/api/statuses.ts';
import type { Answer } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { syncedRegisters } from '../../helpers/keyed.ts';
import { writeInvoice } from '../../helpers/many-invoices.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { readCsv, readXlsx } from '../../helpers/table-files.ts';
import { exported, isBeingRead } from './stage.ts';

// The night in Kyiv in which the clocks go forward is in it.
const START = Date.parse('2026-03-28T20:00:00Z');
const clock = stoppedClock(Date.parse('2026-04-01T22:30:00Z'));
const HOUR = 3_600_000;
const uk = { headers: { 'Accept-Language': 'uk' } };
let token: string;

const TEXTS = ['', 'Кава', '=1+1', '@x', 'ТОВ "Зерно"; №1', 'два\r\nрядки', '☕️', '000123', 'a\0b', "'так"];

const text = (at: number) => TEXTS[at % TEXTS.length] ?? '';

const refunds = new Map<number, Refund[]>();

/** The refunds of an invoice, in two parts a day apart when all of it was refunded. */
const refundsOf = ({ amount = 0, final_amount, paid_date }: Partial<NewInvoice>): Refund[] => {
  const refunded = final_amount === null || final_amount === undefined ? 0 : amount - final_amount;
  const at = (paid_date ?? START) + HOUR;
  if (refunded === 0) return [];
  const first = final_amount === 0 ? 30 : refunded;
  const second = { amount: refunded - first, refunded_at: at + 24 * HOUR };
  return [{ amount: first, refunded_at: at }, ...(second.amount === 0 ? [] : [second])];
};

const payment = (index: number, amount: number): Partial<NewInvoice> => ({
  masked_pan: '444403******1902',
  rrn: `00000000${index}`,
  fee: index % 7,
  final_amount: index % 5 === 0 ? amount - 50 : null,
  paid_date: START + Math.floor(index / 2) * HOUR + 61_999,
});

const invoiceFields = (index: number): Partial<NewInvoice> => {
  const status = INVOICE_STATUSES[index % 6] ?? 'created';
  const amount = 100 * (1 + (index % 9));
  return {
    status,
    amount,
    ccy: index % 20 === 0 ? 840 : 980,
    created_locally: index % 10 === 0 ? 0 : 1,
    reference: text(index),
    destination: text(index + 1),
    comment: text(index + 2),
    failure_reason: text(index + 3),
    ...(status === 'success' || status === 'reversed' ? payment(index, amount) : {}),
    ...(status === 'reversed' ? { final_amount: 0 } : {}),
    // Several at the same time: the id must decide.
    created_date: START + Math.floor(index / 3) * HOUR,
    modified_date: index % 2 === 0 ? START + index : null,
  };
};

const writeRefunded = (fields: Partial<NewInvoice>, place: Partial<NewInvoice>): void => {
  const id = writeInvoice(shop, { ...fields, ...place });
  refunds.set(id, refundsOf(fields));
  for (const refund of refunds.get(id) ?? []) insertRefund(shop.console.db, id, refund);
};

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  token = await shop.signIn('owner');
  const other = shop.bank.merchants[1]?.token ?? '';
  const second = await addTerminal(shop.console, { name: '=Книги', token: other });
  const register = (await syncedRegisters(shop)).get('ZRN1')?.id ?? 0;
  for (let index = 0; index < 120; index += 1)
    writeRefunded(invoiceFields(index), {
      terminal_id: index % 4 === 0 ? second.id : shop.terminal.id,
      cash_register_id: index % 3 === 0 ? register : null,
    });
});

/** Every invoice of the list, read over all its pages. */
const listed = async (query: string): Promise<Invoice[]> => {
  const found: Invoice[] = [];
  for (let next: string | null = `invoices/?page_size=40&${query}`; next !== null; ) {
    const answer: Answer<InvoicePage> = await shop.owner.get<InvoicePage>(next, uk);
    expect(answer.status, answer.text).toBe(200);
    found.push(...answer.body.results);
    next = answer.body.next;
  }
  return found;
};

const money = (minor: number) => (minor / 100).toFixed(2).replace('.', ',');
const KYIV = new Intl.DateTimeFormat('uk', {
  timeZone: 'Europe/Kyiv',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const kyiv = (time: string | null) => (time === null ? '' : KYIV.format(new Date(time)).replace(',', ''));
const safe = (text: string) => text.replaceAll('\0', '').replace(/^(?=[=@])/, "'");

const WEEKDAY = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Kyiv', weekday: 'short' });

/** The last of the invoice's refunds in the range of the query, and their sum. */
const refundCells = (id: number, query: URLSearchParams): string[] => {
  const from = Date.parse(query.get('refunded_from') ?? '1970-01-01T00:00:00Z');
  const to = Date.parse(query.get('refunded_to') ?? '9999-01-01T00:00:00Z');
  const weekday = { 1: 'Mon', 7: 'Sun' }[query.get('refunded_weekday') ?? ''];
  const isAsked = ({ refunded_at: at }: Refund) =>
    at >= from && at <= to && (weekday === undefined || WEEKDAY.format(at) === weekday);
  const found = (refunds.get(id) ?? []).filter(isAsked);
  if (found.length === 0) return ['', ''];
  const last = new Date(Math.max(...found.map((refund) => refund.refunded_at)));
  return [kyiv(last.toISOString()), money(found.reduce((sum, { amount }) => sum + amount, 0))];
};

/** The expected row of an invoice, from the interface's answer. */
const rowOf = (invoice: Invoice, query: URLSearchParams): string[] => {
  const isPaid = invoice.status === 'success' || invoice.status === 'reversed';
  const left = invoice.final_amount ?? invoice.amount;
  return [
    ...[invoice.number_display, safe(invoice.reference), invoice.status_display],
    ...[kyiv(invoice.created_date), kyiv(invoice.paid_date), money(invoice.amount)],
    ...(isPaid
      ? [invoice.amount - left, left, invoice.fee, left - invoice.fee].map(money)
      : ['', '', '', '']),
    ...[
      invoice.ccy === 980 ? 'UAH' : 'USD',
      safe(invoice.terminal_name),
      invoice.cash_register ? 'ZRN1' : '',
    ],
    ...[invoice.masked_pan, invoice.payment_system, invoice.rrn, invoice.approval_code],
    ...[safe(invoice.destination), safe(invoice.comment), safe(invoice.failure_reason), invoice.invoice_id],
    invoice.created_locally ? 'так' : 'ні',
    ...refundCells(invoice.id, query),
  ];
};

const csvOf = async (query: string) => {
  const { file, headers } = await exported(shop, `?${query}`, { token, ...uk });
  const [, ...rows] = readCsv(file);
  expect(headers['x-total-count']).toBe(String(rows.length));
  return rows;
};

const time = fc.integer({ min: -2, max: 62 }).map((hours) => new Date(START + hours * HOUR).toISOString());
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const orders = 'id number status amount final_amount created_date modified_date paid_date'.split(' ');
const order = fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...orders)).map((parts) => parts.join(''));
const filters = fc
  .record({
    status: optional(fc.constantFrom(...INVOICE_STATUSES)),
    terminal: optional(fc.constantFrom('1', '2', '777')),
    cash_register: optional(fc.constantFrom('1', '9')),
    created_locally: optional(fc.constantFrom('true', '0')),
    created_from: optional(time),
    created_to: optional(time),
    paid_from: optional(time),
    paid_to: optional(time),
    refunded_from: optional(time),
    refunded_to: optional(time),
    paid_hour: optional(fc.nat(23).map(String)),
    paid_weekday: optional(fc.constantFrom('6', '7')),
    refunded_weekday: optional(fc.constantFrom('1', '7')),
    without: optional(fc.constantFrom('created_by', 'product,cash_register')),
    amount_min: optional(fc.constantFrom('200', '500')),
    amount_max: optional(fc.constantFrom('400', '800')),
    search: optional(fc.constantFrom('кава', '=1', '4444', '12', '00000', 'книги', 'ні такого')),
    ordering: fc.option(
      fc.array(order, { maxLength: 3 }).map((parts) => parts.join(',')),
      { nil: undefined },
    ),
  })
  .chain((all) => {
    // All filters at once leave nothing: most are dropped.
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return fc.subarray(given, { maxLength: Math.min(4, given.length) });
  })
  .map((pairs) => new URLSearchParams(pairs as [string, string][]).toString());

test('under any filters: the invoices of the list over all its pages, in its order, cell by cell', async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(filters, async (query) => {
      const expected = (await listed(query)).map((invoice) => rowOf(invoice, new URLSearchParams(query)));
      expect(await csvOf(query)).toEqual(expected);
      rows += expected.length;
    }),
    { numRuns: 40 },
  );
  expect(rows).toBeGreaterThan(100);
});

test('page and page_size are ignored', async () => {
  expect(await csvOf('page=3&page_size=2')).toHaveLength(120);
});

test('the answer is a file under the date of the shop, in CSV where no other format is requested', async () => {
  const { headers, file } = await exported(shop, '', { token });
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    // In Kyiv it is after midnight.
    'content-disposition': 'attachment; filename="invoices-2026-04-02.csv"',
    'x-total-count': '120',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-ratelimit-limit': expect.stringMatching(/./),
  });
  expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(readCsv(file)[0]?.join(', ')).toBe(
    'Number, Order number, Status, Created, Paid, Amount, Refunded, Left, Bank fee, Net payout, Currency, ' +
      'Location, QR stand, Card, Payment system, RRN, Approval code, Purpose, Comment, ' +
      'Failure reason, Bank ID, Created in Kramar, Refund date, Refund amount',
  );
  expect((await exported(shop, '?format=csv', { token })).file).toEqual(file);
});

test('XLSX holds the same, as numbers and dates', async () => {
  const { headers, file } = await exported(shop, '?format=xlsx&ordering=id', { token, ...uk });
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="invoices-2026-04-02.xlsx"',
    'x-total-count': '120',
  });
  const { rows, sheetName, filter, formulas } = readXlsx(file);
  expect([sheetName, filter, formulas]).toEqual(['Продажі', 'A1:X121', 0]);
  const csv = await csvOf('ordering=id');
  const shown = rows.slice(1).map((cells) => {
    const byColumn = new Map(cells.map((cell) => [cell.ref.replace(/\d+$/, ''), cell]));
    return [...'ABCDEFGHIJKLMNOPQRSTUVWX'].map((column) => {
      const { format, value = '' } = byColumn.get(column) ?? {};
      if (format === 4) return value.replace('.', ',');
      if (format !== 164) return value;
      const at = new Date(Date.UTC(1899, 11, 30) + Math.round(Number(value) * 86_400) * 1000).toISOString();
      return at.replace(/^(\d+)-(\d+)-(\d+)T(.{8}).*$/, '$3.$2.$1 $4');
    });
  });
  const plain = (row: string[]) => row.map((cell) => cell.replace(/^'(?=[=@])/, '').replaceAll('\r\n', '\n'));
  expect(shown).toEqual(csv.map(plain));
});

describe('an empty result', () => {
  test.each(['csv', 'xlsx'])('is a header in %s', async (format) => {
    const { headers, file } = await exported(shop, `?format=${format}&terminal=777`, { token });
    expect(headers['x-total-count']).toBe('0');
    expect(format === 'csv' ? readCsv(file) : readXlsx(file).rows).toHaveLength(1);
  });
});

test('HEAD returns the count, and leaves nothing open', async () => {
  const { headers, file } = await exported(shop, '?status=success', { method: 'HEAD', token });
  expect([headers['x-total-count'], file.length]).toEqual(['20', 0]);
  await expect.poll(() => isBeingRead(shop)).toBe(false);
});

describe('refused in JSON', () => {
  test('leaves nothing open', async () => {
    await shop.owner.get('invoices/export/?ordering=x');
    expect(isBeingRead(shop)).toBe(false);
  });
});
