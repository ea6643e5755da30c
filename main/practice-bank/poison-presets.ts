import type { Alteration } from './alterations.ts';

/** Answers that banks have sent, or may send, grouped by the answers that they affect. */
interface Preset {
  readonly status?: Alteration;
  readonly line?: Alteration;
  readonly checks?: Alteration;
  readonly cancel?: Alteration;
  readonly lineIs?: unknown;
  readonly lines?: number;
}

/** The same in invoice/status and in the statement. */
const both = (alteration: Alteration): Preset => ({ status: alteration, line: alteration });

export const POISON_KINDS = [
  'unknown-status',
  'unknown-refund-status',
  'unknown-payment-system',
  'unknown-payment-method',
  'unknown-payment-scheme',
  'unknown-fiscal-check',
  'other-amount',
  'negative-amount',
  'fractional-amount',
  'huge-amount',
  'other-currency',
  'negative-fee',
  'wrong-details',
  'far-future',
  'no-dates',
  'malformed-date',
  'wrong-type',
  'null-fields',
  'missing-fields',
  'malformed-refunds',
  'other-id',
  'line-null',
  'line-text',
  'line-empty',
  'line-doubled',
  'line-absent',
] as const;
export type PoisonKind = (typeof POISON_KINDS)[number];

const FAR_FUTURE = '2999-12-31T23:59:59Z';
const dates = (value: string): Alteration => ({ set: { createdDate: value, modifiedDate: value } });

export const PRESETS: Readonly<Record<PoisonKind, Preset>> = {
  'unknown-status': both({ set: { status: 'under_review' } }),
  'unknown-refund-status': {
    status: {
      set: {
        'cancelList.0.status': 'partially_approved',
        'cancelList.0.createdDate': '2026-03-02T10:00:00Z',
        'cancelList.0.modifiedDate': '2026-03-02T10:00:00Z',
        'cancelList.0.amount': 1,
        'cancelList.0.ccy': 980,
      },
    },
    cancel: { set: { status: 'partially_approved' } },
  },
  'unknown-payment-system': { status: { set: { 'paymentInfo.paymentSystem': 'prostir' } } },
  'unknown-payment-method': { status: { set: { 'paymentInfo.paymentMethod': 'palm' } } },
  'unknown-payment-scheme': { line: { set: { paymentScheme: 'bnpl_later_90' } } },
  'unknown-fiscal-check': { checks: { set: { 'checks.*.type': 'advance', 'checks.*.status': 'queued' } } },
  'other-amount': both({ set: { amount: 77_700, finalAmount: 77_700 } }),
  'negative-amount': both({ set: { amount: -1, finalAmount: -1 } }),
  'fractional-amount': both({ set: { amount: 100.5, finalAmount: 100.5 } }),
  'huge-amount': both({ set: { amount: 1e17, finalAmount: 1e17 } }),
  'other-currency': both({ set: { ccy: 840 } }),
  'negative-fee': {
    status: { set: { 'paymentInfo.fee': -250 } },
    line: { set: { profitAmount: 99_999_999 } },
  },
  'wrong-details': {
    status: {
      set: {
        createdDate: '',
        reference: 7,
        destination: [],
        paymentInfo: { maskedPan: {}, rrn: 123_456_789_012, fee: 1.3, paymentSystem: [], terminal: null },
      },
    },
    line: { set: { date: '', maskedPan: 4, rrn: 123_456_789_012, profitAmount: 1.3, reference: {} } },
  },
  'far-future': { status: dates(FAR_FUTURE), line: { set: { date: FAR_FUTURE } } },
  'no-dates': { status: { drop: ['createdDate', 'modifiedDate'] }, line: { drop: ['date'] } },
  'malformed-date': { status: dates('yesterday'), line: { set: { date: 'yesterday' } } },
  'wrong-type': {
    status: { set: { amount: '34000', status: 7, paymentInfo: 'visa' } },
    line: { set: { amount: '34000', date: 7, cancelList: 'none' } },
  },
  'null-fields': {
    status: { set: { status: null, amount: null } },
    line: { set: { invoiceId: null, amount: null } },
  },
  'missing-fields': { status: { drop: ['status', 'amount'] }, line: { drop: ['invoiceId', 'amount'] } },
  'malformed-refunds': both({ set: { cancelList: [{ amount: 'all' }, null] } }),
  'other-id': { status: { set: { invoiceId: 'p2_another' } } },
  'line-null': { lineIs: null },
  'line-text': { lineIs: 'see the next page' },
  'line-empty': { lineIs: {} },
  'line-doubled': { lines: 2 },
  'line-absent': { lines: 0 },
};
