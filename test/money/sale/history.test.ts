import { describe, expect, test } from 'vitest';
import { composeHistory, type InvoiceHistoryEntry } from '../../../main/money/sale/history.ts';
import type { EventRow } from '../../../main/store/events.ts';
import type { AttemptRow } from '../../../main/store/invoices/attempts.ts';
import type { InvoiceRow } from '../../../main/store/invoices/invoices.ts';
import type { Refund } from '../../../main/store/invoices/refunds.ts';
import type { EventType } from '../../../shared/api/events.ts';
import { invoiceRow } from '../../helpers/invoice-row.ts';

/** Seconds from the creation on. */
const invoiceOf = (changes: Partial<InvoiceRow> = {}): InvoiceRow =>
  invoiceRow({ amount: 1000, expires_at: 3600, created_by: 7, ...changes });

let ids = 0;
const attemptOf = (kind: AttemptRow['kind'], changes: Partial<AttemptRow> = {}): AttemptRow => {
  ids += 1;
  return {
    id: ids,
    kind,
    status: 'done',
    tag: '',
    terminal_id: 1,
    invoice_id: 1,
    account_id: 8,
    number: null,
    request: '{}',
    err_code: '',
    created_at: 0,
    accepted_at: null,
    possible_invoices: 1,
    register_check_at: null,
    settled_at: changes.created_at ?? 0,
    bank_created_at: null,
    bank_settled_at: null,
    reason: '',
    approved_by: null,
    ...changes,
  };
};
const refundOf = (amount: number, at: number, changes: Partial<AttemptRow> = {}) =>
  attemptOf('refund', {
    request: JSON.stringify({ amount }),
    created_at: at,
    settled_at: at + 1,
    ...changes,
  });

const eventOf = (at: number, type: EventType, data: object = {}): EventRow => {
  ids += 1;
  return { id: ids, type, invoice_id: 1, terminal_id: 1, data: JSON.stringify(data), created_at: at };
};
const turned = (at: number, status: string, previous_status = 'created') =>
  eventOf(at, 'invoice.status_changed', { status, previous_status });
const refunded = (at: number, amount: number, status = 'success') =>
  eventOf(at, 'invoice.refunded', { refunded: amount, status });

/** `at type status amount by detail`; empty parts are left out. */
const reported = (entries: readonly InvoiceHistoryEntry[]) =>
  entries.map(({ at, type, status, amount, by, detail }) =>
    [at, type, status, amount, by === null ? null : `by ${by}`, detail]
      .filter((part) => part !== null && part !== '')
      .join(' '),
  );
const refundIn = ({ data, created_at }: EventRow): Refund => ({
  amount: JSON.parse(data).refunded,
  refunded_at: created_at,
});
/** The refunds are those of the events, unless others are given. */
const history = (
  invoice: Partial<InvoiceRow>,
  attempts: AttemptRow[] = [],
  events: EventRow[] = [],
  refunds: Refund[] = events.filter(({ type }) => type === 'invoice.refunded').map(refundIn),
) => reported(composeHistory({ invoice: invoiceOf(invoice), attempts, events, refunds }));

const creation = (changes: Partial<AttemptRow> = {}) => attemptOf('create', { account_id: 7, ...changes });
const created = '0 created created by 7';

describe('the history of an invoice, built from its events', () => {
  test('is created, and waits', () => {
    expect(history({}, [creation()], [eventOf(1, 'invoice.created')])).toEqual([created]);
  });

  test('fails twice, then is paid', () => {
    const events = [
      eventOf(1, 'invoice.created'),
      turned(10, 'processing'),
      turned(20, 'failure', 'processing'),
      turned(30, 'processing', 'failure'),
      turned(40, 'failure', 'processing'),
      turned(50, 'success', 'failure'),
    ];
    const failed = { status: 'failure', failure_reason: 'Недостатньо коштів' } as const;
    expect(history(failed, [creation()], events.slice(0, 5)).slice(-2)).toEqual([
      '30 status_changed processing',
      '40 status_changed failure Недостатньо коштів',
    ]);
    expect(history({ status: 'success', paid_date: 48 }, [creation()], events)).toEqual([
      created,
      '10 status_changed processing',
      '20 status_changed failure',
      '30 status_changed processing',
      '40 status_changed failure',
      '48 paid success',
    ]);
  });

  test("the bank's clock does not put a payment before earlier entries, nor after the payment was reported", () => {
    const events = [turned(10, 'processing'), turned(20, 'success', 'processing')];
    const paidAt = (paid_date: number) => history({ status: 'success', paid_date }, [], events).at(-1);
    expect(paidAt(-500)).toBe('10 paid success');
    expect(paidAt(15)).toBe('15 paid success');
    expect(paidAt(500)).toBe('20 paid success');
    expect(history({ status: 'success', paid_date: -500 })).toEqual([created, '0 paid success']);
  });

  test('expires by itself: nobody requested it', () => {
    expect(history({ status: 'expired' }, [creation()], [turned(3601, 'expired')])).toEqual([
      created,
      '3601 status_changed expired',
    ]);
  });

  test('a refund that the bank still works on is asked for, and not done', () => {
    const attempts = [refundOf(400, 60)];
    const events = [turned(50, 'success')];
    expect(history({ status: 'success', paid_date: 50 }, attempts, events).slice(1)).toEqual([
      '50 paid success',
      '60 refund_requested 400 by 8',
    ]);
    // A day later it was done.
    expect(
      history({ status: 'success', final_amount: 600, paid_date: 50 }, attempts, [
        ...events,
        refunded(900, 400),
      ]).at(-1),
    ).toBe('900 refunded 400 by 8');
  });

  test('a refund made at the bank names no employee, also beside a requested one of the same sum', () => {
    const events = [turned(50, 'success'), refunded(55, 400), refunded(61, 400)];
    expect(
      history({ status: 'success', final_amount: 200, paid_date: 50 }, [refundOf(400, 60)], events).slice(2),
    ).toEqual(['55 refunded 400', '60 refund_requested 400 by 8', '61 refunded 400 by 8']);
  });

  test('a refund that the bank refused', () => {
    const attempts = [refundOf(400, 60, { status: 'refused', err_code: 'WRONG_CANCEL_AMOUNT' })];
    expect(history({ status: 'success', paid_date: 50 }, attempts, [turned(50, 'success')]).slice(2)).toEqual(
      ['60 refund_requested 400 by 8', '61 refused 400 WRONG_CANCEL_AMOUNT'],
    );
  });

  test.each([
    ['done, and the money back', 'done', 600, ['70 in_doubt 400 TIMEOUT', '90 refunded 400 by 8']],
    ['done, and the money not back yet', 'done', null, ['70 in_doubt 400 TIMEOUT', '90 settled 400']],
    ['refused', 'refused', null, ['70 in_doubt 400 TIMEOUT', '90 refused 400']],
    ['never heard of at the bank', 'dropped', null, ['70 in_doubt 400 TIMEOUT', '90 refused 400']],
  ] as const)('a refund in doubt: %s', (_, status, final_amount, ending) => {
    const attempts = [refundOf(400, 60, { status, err_code: 'TIMEOUT', settled_at: 90 })];
    const events = [
      turned(50, 'success'),
      eventOf(70, 'attempt.in_doubt', { kind: 'refund', err_code: 'TIMEOUT' }),
      ...(final_amount === null ? [] : [refunded(90, 400)]),
      eventOf(90, 'attempt.settled', { kind: 'refund', outcome: status }),
    ];
    expect(history({ status: 'success', final_amount, paid_date: 50 }, attempts, events).slice(2)).toEqual([
      '60 refund_requested 400 by 8',
      ...ending,
    ]);
  });

  test('a cancel whose outcome is still open', () => {
    const attempts = [
      attemptOf('remove', { created_at: 30, settled_at: 40, status: 'in_doubt', err_code: 'UNREACHABLE' }),
    ];
    const events = [eventOf(40, 'attempt.in_doubt', { kind: 'remove', err_code: 'UNREACHABLE' })];
    expect(history({}, attempts, events)).toEqual([
      created,
      '30 cancel_requested by 8',
      '40 in_doubt UNREACHABLE',
    ]);
    const pending = [attemptOf('remove', { created_at: 30, settled_at: null, status: 'pending' })];
    expect(history({}, pending)).toEqual([created, '30 cancel_requested by 8']);
  });

  test('is found in the statement after it was paid, and refunded since', () => {
    const invoice = { created_locally: 0, created_by: null, paid_date: 0, expires_at: null } as const;
    const found = eventOf(500, 'invoice.found', { status: 'success' });
    expect(history({ ...invoice, status: 'success' }, [], [found])).toEqual(['0 paid success', '500 found']);
    expect(
      history(
        { ...invoice, status: 'reversed', final_amount: 0 },
        [],
        [found, turned(600, 'reversed', 'success'), refunded(600, 1000, 'reversed')],
      ),
    ).toEqual(['0 paid success', '500 found', '600 refunded reversed 1000']);
    expect(
      history(
        { ...invoice, status: 'failure', paid_date: null },
        [],
        [eventOf(500, 'invoice.found', { status: 'failure' })],
      ),
    ).toEqual(['500 found failure']);
  });
});

describe('of an invoice older than the events', () => {
  test.each<[string, Partial<InvoiceRow>, AttemptRow[], string[], Refund[]?]>([
    ['waiting', {}, [creation()], []],
    ['paid', { status: 'success', paid_date: 48 }, [creation()], ['48 paid success']],
    ['expired', { status: 'expired' }, [creation()], ['3600 status_changed expired']],
    ['expired at the bank', { status: 'expired', modified_date: 900 }, [], ['900 status_changed expired']],
    [
      'cancelled',
      { status: 'expired', modified_date: 20 },
      [attemptOf('remove', { created_at: 30, settled_at: 31 })],
      ['30 cancel_requested by 8', '31 status_changed expired by 8'],
    ],
    [
      'failed',
      { status: 'failure', modified_date: 44, failure_reason: 'ні' },
      [],
      ['44 status_changed failure ні'],
    ],
    [
      'refunded by one of the shop',
      { status: 'success', paid_date: 48, final_amount: 600, modified_date: 61 },
      [refundOf(400, 60)],
      ['48 paid success', '60 refund_requested 400 by 8', '61 refunded 400 by 8'],
      [{ amount: 400, refunded_at: 61 }],
    ],
    [
      'refunded at the bank too',
      { status: 'reversed', paid_date: 48, final_amount: 0, modified_date: 99 },
      [refundOf(400, 60)],
      ['48 paid success', '60 refund_requested 400 by 8', '61 refunded 400 by 8', '99 refunded reversed 600'],
      [
        { amount: 400, refunded_at: 61 },
        { amount: 600, refunded_at: 99 },
      ],
    ],
    [
      "by the bank's slow clock: not before it was asked for, nor before it was paid",
      { status: 'reversed', paid_date: 48, final_amount: 0 },
      [refundOf(400, 60)],
      ['48 paid success', '48 refunded 600', '60 refund_requested 400 by 8', '60 refunded reversed 400 by 8'],
      [
        { amount: 600, refunded_at: 40 },
        { amount: 400, refunded_at: 58 },
      ],
    ],
    [
      'long before one of the same sum that the bank still works on',
      { status: 'success', paid_date: 48, final_amount: 600 },
      [refundOf(400, 600_000)],
      ['48 paid success', '60 refunded 400', '600000 refund_requested 400 by 8'],
      [{ amount: 400, refunded_at: 60 }],
    ],
  ])('%s', (_, invoice, attempts, expected, refunds = []) => {
    expect(history(invoice, attempts, [], refunds)).toEqual([created, ...expected]);
  });

  test('of which the events still report a part: nothing appears twice', () => {
    const invoice = { status: 'reversed', final_amount: 0, paid_date: 48, modified_date: 71 } as const;
    const events = [turned(71, 'reversed', 'success'), refunded(71, 600, 'reversed')];
    const refunds = [
      { amount: 400, refunded_at: 61 },
      { amount: 600, refunded_at: 71 },
    ];
    expect(history(invoice, [refundOf(400, 60), refundOf(600, 70)], events, refunds)).toEqual([
      created,
      '48 paid success',
      '60 refund_requested 400 by 8',
      '61 refunded 400 by 8',
      '70 refund_requested 600 by 8',
      '71 refunded reversed 600 by 8',
    ]);
  });
});
