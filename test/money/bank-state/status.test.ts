import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BANK_STATUSES, type BankInvoice } from '../../../main/bank/wire.ts';
import { applyBankStatus, mayBecome, refundable } from '../../../main/money/bank-state/status.ts';
import type { InvoiceRow } from '../../../main/store/invoices/invoices.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../shared/api/statuses.ts';
import { invoiceRow } from '../../helpers/invoice-row.ts';

const T0 = Date.parse('2026-03-02T10:00:00Z');

const row = (fields: Partial<InvoiceRow> = {}): InvoiceRow =>
  invoiceRow({
    created_date: T0,
    expires_at: T0 + 86_400_000,
    created_by: 1,
    bank_created_date: T0,
    ...fields,
  });
const reported = (fields: Partial<BankInvoice> = {}): BankInvoice => ({
  invoiceId: 'p2_1',
  status: 'created',
  amount: 10_000,
  ccy: 980,
  finalAmount: null,
  reference: null,
  createdDate: T0,
  modifiedDate: T0 + 1000,
  errCode: null,
  failureReason: null,
  paymentInfo: null,
  cancelList: null,
  ...fields,
});
/** By a PC whose clock agrees with the bank's, which is the date of the answer. */
const applied = (invoice: InvoiceRow, bank: BankInvoice, now = T0 + 2000) => ({
  ...invoice,
  ...applyBankStatus(invoice, { at: now, ...bank }, now),
});

const text = () => fc.option(fc.string({ maxLength: 12 }));
const someTime = () => fc.integer({ min: 0, max: 100_000 }).map((ms) => T0 + ms);
const anyReported: fc.Arbitrary<BankInvoice> = fc.record({
  invoiceId: fc.constant('p2_1'),
  status: fc.constantFrom(...BANK_STATUSES),
  amount: fc.constant(10_000),
  ccy: fc.constant(980),
  finalAmount: fc.option(fc.integer({ min: 0, max: 10_000 })),
  reference: text(),
  createdDate: fc.option(someTime()),
  modifiedDate: fc.option(someTime()),
  errCode: text(),
  failureReason: text(),
  paymentInfo: fc.option(
    fc.record({
      maskedPan: text(),
      approvalCode: text(),
      rrn: text(),
      paymentSystem: text(),
      fee: fc.option(fc.nat(500)),
    }),
  ),
  cancelList: fc.option(
    fc.array(
      fc.record({
        status: fc.constantFrom('processing' as const, 'success' as const, 'failure' as const),
        amount: fc.option(fc.integer({ min: 1, max: 10_000 })),
        createdDate: fc.option(someTime()),
        modifiedDate: fc.option(someTime()),
        extRef: text(),
      }),
      { maxLength: 3 },
    ),
  ),
});
const anyNow = fc.integer({ min: 0, max: 200_000_000 }).map((ms) => T0 + ms);
const anyWords = fc.array(fc.tuple(anyReported, anyNow), { maxLength: 5 });
/** A row as some words of the bank have left it. */
const anyRow = anyWords.map((words) =>
  words.reduce((invoice, [bank, now]) => applied(invoice, bank, now), row()),
);

describe('Transitions: created → processing, success, failure, expired, reversed; processing → success, failure, expired, reversed; failure → processing, success (the payer tries again), expired, reversed; success → reversed; expired → processing, success (paid in the last second), reversed; reversed is final.', () => {
  const TABLE: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
    created: ['processing', 'success', 'failure', 'expired', 'reversed'],
    processing: ['success', 'failure', 'expired', 'reversed'],
    failure: ['processing', 'success', 'expired', 'reversed'],
    success: ['reversed'],
    expired: ['processing', 'success', 'reversed'],
    reversed: [],
  };
  const pairs = INVOICE_STATUSES.flatMap((from) => INVOICE_STATUSES.map((to) => [from, to] as const));
  test.each(pairs)('%s → %s', (from, to) => {
    const allowed = from === to || TABLE[from].includes(to);
    expect(mayBecome(from, to)).toBe(allowed);
    const { status } = applied(row({ status: from }), reported({ status: to }));
    expect(status).toBe(allowed ? to : from);
  });
  test('for any report of the bank, no step outside the table', () => {
    fc.assert(
      fc.property(anyRow, anyReported, anyNow, (invoice, bank, now) => {
        const { status } = applied(invoice, bank, now);
        expect(status === invoice.status || TABLE[invoice.status].includes(status)).toBe(true);
      }),
    );
  });
});

describe("Whatever is older than what is stored (bank's modifiedDate) is ignored.", () => {
  test('nothing at all is taken from it', () => {
    fc.assert(
      fc.property(
        anyRow,
        anyReported,
        anyNow,
        fc.integer({ min: 1, max: 1e9 }),
        (invoice, bank, now, older) => {
          fc.pre(invoice.modified_date !== null);
          const modifiedDate = (invoice.modified_date ?? 0) - older;
          expect(applyBankStatus(invoice, { ...bank, modifiedDate }, now)).toEqual({});
        },
      ),
    );
  });
  test('two changes within one second of the bank: the later one counts', () => {
    const processing = applied(row(), reported({ status: 'processing' }));
    expect(applied(processing, reported({ status: 'success' })).status).toBe('success');
  });
  test('of two reports of one second the one with more refunds counts: a refund never disappears', () => {
    const refunded = (finalAmount: number) => reported({ status: 'success', finalAmount });
    const known = applied(row(), refunded(4000));
    expect(applyBankStatus(known, refunded(7000), T0 + 3000)).toEqual({});
    expect(applyBankStatus(known, refunded(3000), T0 + 3000)).toEqual({ final_amount: 3000 });
    const later = { ...refunded(7000), modifiedDate: T0 + 2000 };
    expect(applyBankStatus(known, later, T0 + 3000)).toMatchObject({ final_amount: 7000 });
  });
});

test('the same word twice changes nothing more', () => {
  fc.assert(
    fc.property(anyRow, anyReported, anyNow, (invoice, bank, now) => {
      expect(applyBankStatus(applied(invoice, bank, now), bank, now)).toEqual({});
    }),
  );
});

test('paid_date: null unless it was ever paid (status success or reversed); once known, it stays', () => {
  fc.assert(
    fc.property(anyWords, (words) => {
      // The bank's clock runs on: a date an hour beyond it is faulty, and not kept.
      words.sort(([, before], [, after]) => before - after);
      let invoice = row();
      for (const [bank, now] of words) {
        const known = invoice.paid_date;
        invoice = applied(invoice, bank, now);
        const { status, paid_date } = invoice;
        if (status !== 'success' && status !== 'reversed') expect(paid_date).toBeNull();
        else expect(paid_date).not.toBeNull();
        if (known !== null) expect(paid_date).toBe(known);
      }
    }),
  );
});

describe('final_amount: null until set; in full it becomes reversed with final_amount 0; in part lowered', () => {
  const refund = (amount: number, status: 'success' | 'processing' | 'failure' = 'success') => ({
    status,
    amount,
    createdDate: T0 + 500,
    modifiedDate: T0 + 600,
    extRef: null,
  });
  test.each([
    ['unpaid', reported(), null],
    ['failed', reported({ status: 'failure', finalAmount: 0 }), null],
    ['paid, and the bank says it', reported({ status: 'success', finalAmount: 10_000 }), 10_000],
    ['paid, and the bank says nothing', reported({ status: 'success' }), null],
    [
      'refunded in part',
      reported({ status: 'success', finalAmount: 6000, cancelList: [refund(4000)] }),
      6000,
    ],
    [
      'refunded in part, by the list alone',
      reported({ status: 'success', cancelList: [refund(4000)] }),
      6000,
    ],
    ['a refund that failed', reported({ status: 'success', cancelList: [refund(4000, 'failure')] }), null],
    [
      'a refund under way',
      reported({ status: 'success', finalAmount: 10_000, cancelList: [refund(1, 'processing')] }),
      10_000,
    ],
    ['reversed', reported({ status: 'reversed', finalAmount: 0 }), 0],
    ['reversed, and the bank says nothing', reported({ status: 'reversed' }), 0],
    ['reversed, and the bank has not lowered it', reported({ status: 'reversed', finalAmount: 500 }), 0],
  ])('%s', (_, bank, final_amount) => {
    expect(applied(row(), bank).final_amount).toBe(final_amount);
  });
  test('the refundable amount: refunds under way reduce it', () => {
    const bank = reported({
      status: 'success',
      finalAmount: 9000,
      cancelList: [refund(1000), refund(2000, 'processing'), refund(3000, 'failure')],
    });
    expect(refundable(bank)).toBe(7000);
    fc.assert(
      fc.property(anyReported, (any) => {
        expect(refundable(any)).toBeGreaterThanOrEqual(0);
        expect(refundable(any)).toBeLessThanOrEqual(any.amount);
      }),
    );
  });
});

describe("An invoice past created + validity and still unpaid at the bank becomes expired: created as the bank dates it, now by the bank's clock (its Date header), never by the PC's alone", () => {
  const VALIDITY = 86_400_000;
  const overdue = T0 + VALIDITY;
  test.each([
    ['created', 'expired'],
    ['failure', 'expired'],
    ['processing', 'processing'],
    ['hold', 'processing'],
    ['success', 'success'],
    ['reversed', 'reversed'],
    ['expired', 'expired'],
  ] as const)('the bank says %s: %s', (status, expected) => {
    expect(applied(row(), reported({ status }), overdue).status).toBe(expected);
  });
  test('not before', () => {
    expect(applied(row(), reported(), overdue - 1).status).toBe('created');
    expect(applied(row({ expires_at: null }), reported(), overdue * 2).status).toBe('created');
  });

  const farOff = fc.integer({ min: -1e12, max: 1e12 });
  const age = fc.integer({ min: -VALIDITY, max: 3 * VALIDITY });
  /** Opened at T0 by the bank's clock, by a PC whose clock is off by so much then. */
  const opened = (off: number, fields: Partial<InvoiceRow> = {}) =>
    row({ created_date: T0 + off, expires_at: T0 + off + VALIDITY, ...fields });

  test('whatever the PC’s clock shows, then and now', () => {
    fc.assert(
      fc.property(farOff, farOff, age, (then, now, passed) => {
        const bank = reported({ at: T0 + passed, modifiedDate: null });
        const { status } = { ...opened(then), ...applyBankStatus(opened(then), bank, T0 + now) };
        expect(status).toBe(passed >= VALIDITY ? 'expired' : 'created');
      }),
    );
  });
  test('without createdDate: from when the bank was asked to open it, else from when it was first asked about', () => {
    fc.assert(
      fc.property(farOff, farOff, age, fc.boolean(), (then, now, passed, isKnown) => {
        const invoice = opened(then, { bank_created_date: isKnown ? T0 : null });
        const undated = reported({ createdDate: null, modifiedDate: null });
        const first = { ...invoice, ...applyBankStatus(invoice, { ...undated, at: T0 }, T0 + now) };
        expect(first.status).toBe('created');
        const { status } = { ...first, ...applyBankStatus(first, { ...undated, at: T0 + passed }, T0 + now) };
        expect(status).toBe(passed >= VALIDITY ? 'expired' : 'created');
      }),
    );
  });
  test('an answer without a date ends nothing, nor does a webhook, though the bank’s time is known', () => {
    fc.assert(
      fc.property(farOff, farOff, age, (then, now, passed) => {
        for (const bankNow of [undefined, T0 + passed])
          expect(applyBankStatus(opened(then), reported(), T0 + now, bankNow)).not.toHaveProperty('status');
      }),
    );
  });
});

describe('a date beyond the bank’s own time is ignored', () => {
  const dated = (ahead: number) => reported({ at: T0, status: 'processing', modifiedDate: T0 + ahead });
  test('it is not stored, and a stored one does not block a later answer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3_600_001, max: 1e13 }), fc.nat(1e9), (ahead, passed) => {
        const at = T0 + passed;
        const bank = reported({ at, status: 'success', modifiedDate: at + ahead });
        const { modified_date, paid_date, status } = applied(row(), bank);
        expect([modified_date, status]).toEqual([null, 'success']);
        expect(paid_date).toBeLessThanOrEqual(at);
        const frozen = row({ modified_date: at + ahead, paid_date: at + ahead, status: 'success' });
        const answer = reported({ at, status: 'success', modifiedDate: at - 1, finalAmount: 4000 });
        expect(applied(frozen, answer)).toMatchObject({
          modified_date: at - 1,
          paid_date: at - 1,
          final_amount: 4000,
        });
      }),
    );
  });
  test('up to an hour ahead it is taken: the bank’s machines may differ', () => {
    expect(applied(row(), dated(3_600_000)).modified_date).toBe(T0 + 3_600_000);
  });
});
