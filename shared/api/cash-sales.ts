import * as v from 'valibot';
import { rule } from '../errors.ts';
import { MAX_AMOUNT } from '../money.ts';
import { choice, flag, id, minorUnits, nullable, recordId, shape, string, timestamp } from './answers.ts';
import { described, named } from './described.ts';
import {
  boolean,
  integer,
  invalidChoice,
  list,
  MAX_LENGTH,
  oneOf,
  optionalOrNull,
  pk,
  remark,
  requestBody,
  text,
} from './fields.ts';
import {
  basketFields,
  invoiceItem,
  invoiceItemCreate,
  MAX_ITEMS,
  purpose,
  returned,
  returnItems,
} from './invoices.ts';
import { pageOf } from './pages.ts';
import { booleanParam, datetimeParam, integerParam, pageParams, query, searchParam } from './query.ts';
import { PERSON } from './shifts.ts';
import { INVOICE_STATUSES } from './statuses.ts';

/** Goods and amounts that are sold and returned for cash, or partly for cash. Beyond version 1. */

const cashSaleItem = shape('CashSaleItem', { ...invoiceItem.entries, returned });

/** What a sale, or a return, is at. */
const CASH_SALE_STATUSES = ['done', 'waiting', 'in_doubt', 'unpaid', 'called_off'] as const;
export type CashSaleStatus = (typeof CASH_SALE_STATUSES)[number];

const qrPart = shape('CashSaleQr', {
  amount: minorUnits('How much of the total is paid, or given back, by QR, minor units.', 17_500),
  invoice: nullable(id(), 'Id of its invoice; null: the bank has not said that there is one.', 31),
  status: described(
    v.nullable(v.picklist(INVOICE_STATUSES)),
    'Of the invoice: its payment is watched as that of any invoice. Null: there is none yet.',
  ),
  page_url: string('Page on which the buyer pays; empty: none is known.', 'https://pay.example/2f6b'),
  left: minorUnits('What of it can still be refunded, minor units.', 17_500),
});

export const cashSale = shape('CashSale', {
  id: recordId(),
  status: choice(
    CASH_SALE_STATUSES,
    'done: it counts. Of a sale in parts, waiting: its QR can still be paid, and the cash lies aside; in_doubt: the bank ' +
      'has not answered; unpaid: its QR cannot be paid any more, so the cash is to be given back; called_off: it was ' +
      'given back. Of a return whose rest goes back by QR, waiting and in_doubt: the bank works on the refund; ' +
      'called_off: it refused.',
    'done',
  ),
  number: nullable(
    id(),
    'Number of the sale, of the same series as invoices; null: a return, or an entry by amount.',
    16,
  ),
  number_display: string('The number with zeros in front, for people; empty without one.', '000016'),
  shift: id('Id of its shift.'),
  items: described(v.array(cashSaleItem), 'Goods; of a return those that came back. Empty for an amount.'),
  total: minorUnits(
    'Sum of the items with the discounts, or the amount, before rounding, minor units.',
    8120,
  ),
  rounding: described(v.number(), 'What rounding added, minor units; negative: took off.', -20),
  amount: minorUnits(
    'What was paid, or given back, in cash: the total with the rounding, less what goes by QR, minor units.',
    8100,
  ),
  qr: nullable(qrPart, 'The part that goes by QR; null: all of it is cash.', null),
  to_give_back: minorUnits('Cash to give back to the buyer now, minor units: the QR was not paid.'),
  rest_in_cash: minorUnits('What is to be taken if the rest is paid in cash instead of the QR, minor units.'),
  received: nullable(minorUnits(), 'What the buyer gave, minor units; null: it was not entered.', 10_000),
  change: nullable(minorUnits(), 'received less amount, minor units; null: it was not entered.', 1900),
  left: minorUnits(
    'What can still be returned of the total, minor units; 0 for a return, and for a sale that does not count.',
    8120,
  ),
  left_in_cash: minorUnits('What of that comes back in cash; the rest goes back by QR.', 8100),
  is_refund: flag('True: cash was given back.'),
  return_of: nullable(id(), 'Of a return: id of the cash sale; null: a sale, or an entry by amount.'),
  reason: string("Of a return: one of the owner's reasons, or empty."),
  remark: string('Comment.', 'Дві кави'),
  made_by: string('Who entered it: full name, else username.', PERSON),
  made_at: timestamp('When it was entered, UTC.', '2026-03-02T08:15:27.120Z'),
  voided_by: nullable(v.string(), 'Who voided it: full name, else username; null: it counts.'),
  voided_at: nullable(timestamp(), 'When it was voided, UTC; null: it counts.'),
  void_reason: string('Why it was voided.'),
  is_voidable: flag('Whether the caller may void it now.', true),
});
export type CashSale = v.InferOutput<typeof cashSale>;

export const cashSalePage = named('CashSalePage', pageOf(cashSale));
export type CashSalePage = v.InferOutput<typeof cashSalePage>;

export const cashSaleListQuery = query({
  ...pageParams,
  search: searchParam('Words of the comment and of the names of the goods; digits find the number as well.'),
  number: integerParam('Only the sale with this number, and its returns.'),
  in_parts: booleanParam(
    'true: only sales in parts, and their returns, of which a part goes by QR; false: only cash alone.',
  ),
  amount_min: integerParam('What was to be paid, cash and QR together, is at least this; minor units.'),
  amount_max: integerParam('What was to be paid is at most this; minor units.'),
  date_from: datetimeParam('start', 'Entered at or after this time.'),
  date_to: datetimeParam('end', 'Entered at or before this time.'),
});

export const cashSaleCreate = requestBody(
  'CashSaleCreate',
  {
    amount: described(integer(1, MAX_AMOUNT), 'How much, minor units; positive for a refund too.'),
    is_refund: described(
      v.optional(boolean(), false),
      'True: cash was given back. Needs the right to cancel and refund.',
    ),
    remark: remark('Remark.'),
    reason: remark("Of a refund: one of the owner's reasons. Needed only where the owner requires one."),
  },
  cashSale,
);

export const cashGoods = requestBody(
  'CashGoods',
  {
    amount: described(
      v.optional(integer(1, MAX_AMOUNT)),
      'How much, minor units; absent when items is passed.',
    ),
    items: described(
      v.optional(list(invoiceItemCreate, MAX_ITEMS), () => []),
      'Goods, as those of an invoice.',
    ),
    discounts: basketFields.discounts,
    received: described(
      optionalOrNull(integer(1, MAX_AMOUNT)),
      'What the buyer gave, minor units; not less than is to be paid. Absent: no change is computed.',
    ),
    comment: remark('Internal comment.'),
    // Of a return that was read, and is sent back, no sale must be made.
    is_refund: described(
      v.optional(
        v.pipe(
          boolean(),
          v.check((isRefund) => !isRefund, rule(invalidChoice('true', ['false']))),
        ),
        false,
      ),
      'Always false: cash is given back by cash-sales/{id}/returns/.',
    ),
    cart: described(
      v.optional(pk()),
      'Id of the cart that is sold: the caller has taken it. The sale ends it.',
    ),
    cash: described(
      v.optional(integer(1, MAX_AMOUNT)),
      'Makes it a sale in parts: what is taken in cash, minor units, in whole steps of the rounding and less than the ' +
        'total. The rest is paid by QR.',
    ),
    terminal: described(v.optional(pk()), 'Id of the terminal whose QR the rest is paid by; only with cash.'),
    cash_register: described(
      v.optional(v.nullable(pk()), null),
      'Id of a QR cash register of the terminal; only with cash.',
    ),
    validity: purpose.validity,
  },
  cashSale,
);

export const cashRest = requestBody('CashRest', {
  by: described(
    oneOf(['cash', 'give_back']),
    'cash: the rest is taken in cash. give_back: the cash was given back to the buyer.',
  ),
});

export type CashRest = v.InferOutput<typeof cashRest>;

export const cashReturn = requestBody('CashReturn', {
  amount: described(
    v.optional(integer(1, MAX_AMOUNT)),
    'How much of the total, minor units, before rounding; with items their sum, and may be left out. Neither: all ' +
      'that is left.',
  ),
  items: returnItems('The lines that come back. The ids are those of the items of the sale.'),
  reason: remark(
    "One of the owner's reasons, as refunds/rules/ lists them. Needed only where the owner requires one.",
  ),
  comment: remark('Internal comment.'),
});

export const cashSaleVoid = requestBody('CashSaleVoid', {
  reason: described(text(MAX_LENGTH.comment), 'Why it does not count.'),
});
