import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../main/store/db/connection.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const BEFORE = migrations.slice(0, 2);

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
/** A database of the version before, with one terminal. */
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, 'kramar.db');
  openDatabase(file, { migrations: BEFORE }).close();
  inFile(
    file,
    `insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text,
      created_at, updated_at) values (1, 'Каса', '', '', '', 1, 1, '', 0, 0)`,
  );
});
afterEach(() => folder.remove());

interface Old {
  status: string;
  final_amount: number | null;
  modified?: number | null;
  paid?: number | null;
  /** For each event of a refund: how much, when. */
  events?: [number, number][];
}

/** An invoice of 1000, created at 10. */
const insert = (id: number, { status, final_amount, modified = 30, paid = 20, events = [] }: Old): void => {
  inFile(
    file,
    `insert into invoices (id, number, invoice_id, terminal_id, status, amount, ccy, final_amount, reference, destination,
      comment, page_url, failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee,
      created_locally, webhook_received, created_date, modified_date, paid_date, search_text)
    values (${id}, ${id}, 'p${id}', 1, '${status}', 1000, 980, ${final_amount}, '', '', '', '', '', '', '', '', '', '', 0,
      1, 0, 10, ${modified}, ${paid}, '')`,
  );
  for (const [refunded, at] of events)
    inFile(
      file,
      `insert into events (type, invoice_id, terminal_id, data, created_at)
      values ('invoice.refunded', ${id}, 1, '{"number":${id},"refunded":${refunded}}', ${at})`,
    );
};

const migrated = () => {
  openDatabase(file, { backup: false }).close();
  return inFile<{ invoice_id: number; amount: number; refunded_at: number }>(
    file,
    'select invoice_id, amount, refunded_at from refunds order by id',
  ).map(({ invoice_id, amount, refunded_at }) => [invoice_id, amount, refunded_at]);
};

describe('an old database with refunds becomes one with rows', () => {
  test.each<[string, Old, [number, number][]]>([
    ['in full', { status: 'reversed', final_amount: 0 }, [[1000, 30]]],
    ['in full, with no final amount', { status: 'reversed', final_amount: null }, [[1000, 30]]],
    ['in part', { status: 'success', final_amount: 400 }, [[600, 30]]],
    [
      'found in the statement: when it was paid',
      { status: 'success', final_amount: 400, modified: null },
      [[600, 20]],
    ],
    ['of no known time', { status: 'reversed', final_amount: 0, modified: null, paid: null }, [[1000, 10]]],
    ['paid, nothing refunded', { status: 'success', final_amount: null }, []],
    ['paid, all of it left', { status: 'success', final_amount: 1000 }, []],
    ['paid with a tip', { status: 'success', final_amount: 1100 }, []],
    ['not paid', { status: 'failure', final_amount: null }, []],
    ['not paid, whatever other fields say', { status: 'processing', final_amount: 400 }, []],
    [
      'reported by events',
      {
        status: 'reversed',
        final_amount: 0,
        events: [
          [300, 25],
          [700, 28],
        ],
      },
      [
        [300, 25],
        [700, 28],
      ],
    ],
    [
      'the first of the events is deleted',
      { status: 'success', final_amount: 100, modified: 50, events: [[200, 28]] },
      [
        [700, 28],
        [200, 28],
      ],
    ],
    [
      'more in events than refunded: one was taken back',
      {
        status: 'success',
        final_amount: 400,
        events: [
          [500, 22],
          [350, 25],
          [250, 28],
        ],
      },
      [
        [350, 25],
        [250, 28],
      ],
    ],
    [
      'too many in events, in part',
      {
        status: 'success',
        final_amount: 400,
        events: [
          [500, 22],
          [250, 28],
        ],
      },
      [
        [350, 22],
        [250, 28],
      ],
    ],
  ])('%s', (_, old, expected) => {
    insert(1, old);
    expect(migrated()).toEqual(expected.map(([amount, at]) => [1, amount, at]));
  });

  test('in the order of time, whichever invoice they belong to', () => {
    insert(1, { status: 'success', final_amount: 1, events: [[999, 40]] });
    insert(2, { status: 'reversed', final_amount: 0, modified: 35 });
    insert(3, { status: 'success', final_amount: null });
    expect(migrated()).toEqual([
      [2, 1000, 35],
      [1, 999, 40],
    ]);
  });

  test('an empty one has none', () => {
    expect(migrated()).toEqual([]);
  });

  test('sums by time of payment or of refund use an index', () => {
    openDatabase(file, { backup: false }).close();
    const plan = (query: string) =>
      inFile<{ detail: string }>(file, `explain query plan ${query}`).map(({ detail }) => detail);
    expect(plan('select sum(amount) from invoices where paid_date >= 1')).toEqual([
      'SEARCH invoices USING INDEX invoices_paid (paid_date>?)',
    ]);
    expect(plan('select sum(amount) from refunds where refunded_at >= 1')).toEqual([
      'SEARCH refunds USING INDEX refunds_date (refunded_at>?)',
    ]);
  });
});
