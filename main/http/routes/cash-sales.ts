import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import {
  type CashSalePage,
  cashGoods,
  cashReturn,
  cashSale,
  cashSaleCreate,
  cashSalePage,
  cashSaleVoid,
  shiftQuery,
} from '../../../shared/api/shifts.ts';
import { returnForCash } from '../../money/cash/return.ts';
import { sellForCash } from '../../money/cash/sell.ts';
import { RIGHT_TO } from '../../money/guard/guard.ts';
import type { LimitContext } from '../../money/guard/limits.ts';
import type { ShiftContext } from '../../money/shifts/open-shift.ts';
import { enterCashSale, voidCashSale } from '../../money/shifts/shifts.ts';
import { entriesOf, loadCashSale, loadShift } from '../../money/shifts/visibility.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import type { Db } from '../../store/db/connection.ts';
import { type CashSaleRow, findShift, listCashSales } from '../../store/shifts.ts';
import { presentCashSale } from '../present-shift.ts';
import { defineRoute, type Route } from '../route.ts';

export const cashSaleRoutes = (context: LimitContext): Route[] => [
  listRoute(context.db),
  createRoute(context),
  sellRoute(context),
  readRoute(context.db),
  returnRoute(context),
  voidRoute(context),
];

const sellRoute = (context: ShiftContext): Route =>
  defineRoute({
    method: 'POST',
    path: 'cash-sales/',
    id: 'sellForCash',
    summary: 'Sell goods for cash',
    description:
      'Into the open shift; without one it is a 400 with the code no_shift. The lines, prices and discounts follow the ' +
      'rules of an invoice; the total is rounded as the owner has set (cash_rounding). Nothing is sent to the bank, and ' +
      'Kramar issues no fiscal receipt. Send an Idempotency-Key: after a lost answer the same request under the same ' +
      'key is safe, and never sells twice.',
    answer: cashSale,
    access: RIGHT_TO.sell,
    isExtension: true,
    honoursScope: true,
    body: cashGoods,
    examples: {
      goods: {
        summary: 'Goods, with what the buyer gave',
        value: { items: [{ name: 'Еспресо', price: 4500, quantity: 2, product: 7 }], received: 10_000 },
      },
      amount: { summary: 'An amount', value: { amount: 8100, comment: 'Дві кави' } },
    },
    status: 201,
    idempotent: true,
    handler: ({ actor, body, keyed }) => {
      const present = presentFor(context.db, actor);
      return present(sellForCash(context, actor, body, (row) => keyed?.keep(present(row))));
    },
  });

const readRoute = (db: Db): Route =>
  defineRoute({
    method: 'GET',
    path: 'cash-sales/{id}/',
    id: 'getCashSale',
    summary: 'Read a cash sale, or a return',
    description: 'Whoever sees only their own sales, or may not view invoices, reads only what they entered.',
    answer: cashSale,
    access: 'member',
    isExtension: true,
    honoursScope: true,
    load: loadCashSale(db),
    handler: ({ actor, target }) => presentCashSale(db, target, actor),
  });

const returnRoute = (context: LimitContext): Route =>
  defineRoute({
    method: 'POST',
    path: 'cash-sales/{id}/returns/',
    id: 'returnForCash',
    summary: 'Take goods of a cash sale back, and give the cash back',
    description:
      'By lines, by an amount, or all that is left; never more than was paid. The rules of refunds hold: the right to ' +
      'cancel and refund, the limits, the reason. It goes out of the till of the open shift, and is voided like a ' +
      'sale. Takes an Idempotency-Key.',
    answer: cashSale,
    access: RIGHT_TO.giveBack,
    isExtension: true,
    honoursScope: true,
    load: (id, actor) => {
      const sale = loadCashSale(context.db)(id, actor);
      return sale?.is_refund === 1 ? undefined : sale;
    },
    body: cashReturn,
    examples: {
      part: { summary: 'Part of it', value: { amount: 4500, comment: 'Не підійшло' } },
      whole: { summary: 'All that is left', value: {} },
    },
    status: 201,
    idempotent: true,
    handler: ({ actor, target, body, keyed }) => {
      const present = presentFor(context.db, actor);
      return present(returnForCash(context, actor, target, body, (row) => keyed?.keep(present(row))));
    },
  });

const listRoute = (db: Db): Route =>
  defineRoute({
    method: 'GET',
    path: 'shifts/{id}/cash-sales/',
    id: 'listCashSales',
    summary: 'List the cash sales of a shift',
    description:
      'Voided ones too. Whoever sees only their own sales, or may not view invoices, gets only what they entered.',
    order: 'latest first.',
    answer: cashSalePage,
    access: 'member',
    isExtension: true,
    load: loadShift(db),
    query: shiftQuery,
    handler: ({ actor, target, paginate }): CashSalePage =>
      paginate(
        PAGE_SIZES,
        (slice) => listCashSales(db, target.id, entriesOf(actor), slice),
        (rows) => rows.map((row) => presentCashSale(db, row, actor)),
      ),
  });

const createRoute = (context: ShiftContext): Route =>
  defineRoute({
    method: 'POST',
    path: 'shifts/{id}/cash-sales/',
    id: 'enterCashSale',
    summary: 'Enter a cash sale, or a cash refund',
    description:
      'A record for the count at the closing; nothing is sent to the bank. A shift that is closed is a 400 with the ' +
      'code shift_closed. Send an Idempotency-Key: after a lost answer the same request under the same key is safe, ' +
      'and never enters a sale twice.',
    answer: cashSale,
    access: RIGHT_TO.sell,
    isExtension: true,
    honoursScope: true,
    load: (id) => findShift(context.db, id),
    body: cashSaleCreate,
    examples: {
      sale: { summary: 'A cash sale', value: { amount: 8100, remark: 'Дві кави' } },
      refund: { summary: 'A cash refund', value: { amount: 4500, is_refund: true } },
    },
    status: 201,
    idempotent: true,
    handler: ({ actor, target, body: { amount, is_refund, remark }, keyed }) => {
      const present = presentFor(context.db, actor);
      const entry = { amount, isRefund: is_refund, remark };
      return present(enterCashSale(context, actor, target.id, entry, (row) => keyed?.keep(present(row))));
    },
  });

const voidRoute = (context: ShiftContext): Route =>
  defineRoute({
    method: 'POST',
    path: 'cash-sales/{id}/void/',
    id: 'voidCashSale',
    summary: 'Void a cash sale or a cash refund that was entered by mistake',
    description:
      'It stays in the list with who, when and why, and counts no more. Only while its shift is open, else a 400 ' +
      'with the code shift_closed. An entry of somebody else needs the right to cancel and refund. Takes an ' +
      'Idempotency-Key.',
    answer: cashSale,
    access: RIGHT_TO.sell,
    isExtension: true,
    honoursScope: true,
    load: loadCashSale(context.db),
    body: cashSaleVoid,
    examples: { mistake: { summary: 'Entered by mistake', value: { reason: 'Зайвий нуль' } } },
    idempotent: true,
    handler: ({ actor, target, body: { reason }, keyed }) => {
      const present = presentFor(context.db, actor);
      return present(voidCashSale(context, actor, target, reason, (row) => keyed?.keep(present(row))));
    },
  });

const presentFor = (db: Db, actor: Actor) => (row: CashSaleRow) => presentCashSale(db, row, actor);
