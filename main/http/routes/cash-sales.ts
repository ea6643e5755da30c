import {
  cashGoods,
  cashRest,
  cashReturn,
  cashSale,
  cashSaleCreate,
  cashSaleListQuery,
  cashSalePage,
  cashSaleVoid,
} from '../../../shared/api/cash-sales.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { refundApproval, refundApprovalRequest } from '../../../shared/api/refunds.ts';
import { shiftQuery } from '../../../shared/api/shifts.ts';
import { problem } from '../../../shared/errors.ts';
import { endParts, sellInParts } from '../../money/cash/parts.ts';
import { returnForCash } from '../../money/cash/return.ts';
import { sellForCash } from '../../money/cash/sell.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import type { MoneyContext } from '../../money/journal/money-request.ts';
import type { AppReader } from '../../money/reads.ts';
import type { SaleContext } from '../../money/sale/create.ts';
import type { ShiftContext } from '../../money/shifts/open-shift.ts';
import { enterCashSale, voidCashSale } from '../../money/shifts/shifts.ts';
import { entriesOf, loadCashSale, loadShift } from '../../money/shifts/visibility.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { listCashSales } from '../../store/cash-sale-list.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import type { Slice } from '../../store/db/list.ts';
import { type CashSaleRow, findShift } from '../../store/shifts.ts';
import { presentCashSale } from '../present-cash-sale.ts';
import { defineExtension, type Route } from '../route.ts';
import { type ApprovalRouteContext, BY_A_MANAGER, giveConsent } from './refunds.ts';

type CashSaleContext = MoneyContext & SaleContext & ApprovalRouteContext;

export const cashSaleRoutes = (context: CashSaleContext, reader: AppReader): Route[] => [
  listRoute(context.db, reader),
  listOfShiftRoute(context.db),
  createRoute(context),
  sellRoute(context),
  readRoute(context.db),
  restRoute(context),
  returnRoute(context),
  approvalRoute(context),
  voidRoute(context),
];

const MISSING = 'A sale in parts needs both cash and the terminal of its QR.';

const sellRoute = (context: SaleContext): Route =>
  defineExtension({
    at: 'POST cash-sales/',
    id: 'sellForCash',
    summary: 'Sell goods for cash',
    description:
      'Into the open shift; without one it is a 400 with the code no_shift. The lines, prices and discounts follow the ' +
      'rules of an invoice; the total is rounded as the owner has set (cash_rounding). Nothing is sent to the bank, and ' +
      'Kramar issues no fiscal receipt. With cash it is a sale in parts: cash is taken now, and the rest is paid by an ' +
      'invoice that is created at the bank, by the rules, the doubts and the errors of invoices/. The cash counts once the ' +
      'bank says that the rest is paid; until then it lies aside. Where the bank issues fiscal receipts that is a 400 with the ' +
      'code parts_fiscal. Send an Idempotency-Key: after a lost answer or a 502 the same request under the same key is ' +
      'safe, and never sells twice.',
    answer: cashSale,
    callsBank: true,
    access: RIGHT_TO.sell,
    honoursScope: true,
    body: cashGoods,
    examples: {
      goods: {
        summary: 'Goods, with what the buyer gave',
        value: { items: [{ name: 'Еспресо', price: 4500, quantity: 2, product: 7 }], received: 10_000 },
      },
      amount: { summary: 'An amount', value: { amount: 8100, comment: 'Дві кави' } },
      parts: {
        summary: 'In parts: the rest by QR',
        value: { items: [{ name: 'Торт', price: 37_500 }], cash: 20_000, terminal: 1 },
      },
    },
    refine: ({ cash, terminal }) => ({
      ...(cash !== undefined && terminal === undefined && { terminal: [problem('required', MISSING)] }),
      ...(cash === undefined && terminal !== undefined && { cash: [problem('required', MISSING)] }),
    }),
    status: 201,
    idempotent: true,
    takesApproval: 'Discount-Approval',
    handler: async ({ actor, body, keyed, once, approval }) => {
      const present = presentFor(context.db, actor);
      const { cash, terminal, ...goods } = body;
      if (cash !== undefined && terminal !== undefined)
        return present(await sellInParts(context, actor, { ...goods, cash, terminal }, { keyed, approval }));
      return once(() => present(sellForCash(context, actor, goods, approval)));
    },
  });

const readRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET cash-sales/{id}/',
    id: 'getCashSale',
    summary: 'Read a cash sale, or a return',
    description: 'Whoever sees only their own sales, or may not view invoices, reads only what they entered.',
    answer: cashSale,
    access: 'member',
    honoursScope: true,
    load: loadCashSale(db),
    handler: ({ actor, target }) => presentCashSale(db, target, actor),
  });

const restRoute = (context: MoneyContext): Route =>
  defineExtension({
    at: 'POST cash-sales/{id}/rest/',
    id: 'endSaleInParts',
    summary: 'End a sale in parts whose QR was not paid',
    description:
      'cash: the rest is taken in cash (rest_in_cash). give_back: the cash was given back to the buyer (to_give_back). A QR ' +
      'that can still be paid is withdrawn first, as invoices/{id}/withdraw/ does; nothing is done unless the bank says ' +
      'that it cannot be paid any more: found paid, it is a 400 under status. A sale of somebody else needs the ' +
      'right to cancel and refund. Takes an Idempotency-Key. Waits for the bank.',
    answer: cashSale,
    callsBank: true,
    access: RIGHT_TO.sell,
    honoursScope: true,
    load: loadSale(context.db),
    body: cashRest,
    examples: { cash: { summary: 'The rest is taken in cash', value: { by: 'cash' } } },
    idempotent: true,
    handler: async ({ actor, target, body: { by }, once }) => {
      const end = await endParts(context, actor, target, by);
      return once(() => presentCashSale(context.db, end(), actor));
    },
  });

/** A sale, not a return. */
const loadSale = (db: Db) => (id: number, actor: Actor) => {
  const sale = loadCashSale(db)(id, actor);
  return sale?.is_refund === 1 ? undefined : sale;
};

const approvalRoute = (context: ApprovalRouteContext): Route =>
  defineExtension({
    at: 'POST cash-sales/{id}/refund-approvals/',
    id: 'approveCashReturn',
    summary: "Approve the caller's return of a cash sale as a second person",
    description:
      'As invoices/{id}/refund-approvals/: for all that the return gives back, in cash and by QR, as the refusal with ' +
      'the code refund_limit names it. Send the token with the return, in the header Refund-Approval.',
    answer: refundApproval,
    access: RIGHT_TO.giveBack,
    honoursScope: true,
    load: loadSale(context.db),
    body: refundApprovalRequest,
    examples: BY_A_MANAGER,
    status: 201,
    handler: ({ actor, target, body }) =>
      giveConsent(context, { requester: actor, cashSale: target, amount: body.amount }, body),
  });

const returnRoute = (context: MoneyContext): Route =>
  defineExtension({
    at: 'POST cash-sales/{id}/returns/',
    id: 'returnForCash',
    summary: 'Take goods of a cash sale back, and give the cash back',
    description:
      'By lines, by an amount, or all that is left; never more than was paid. The rules of refunds hold: the right to ' +
      'cancel and refund, the limits with a second person, the reason. It goes out of the till of the open shift, and is ' +
      'voided like a sale. Of a sale in parts the cash goes back first (amount); what is more is refunded by QR (qr), by ' +
      'the rules, the doubts and the errors of a refund, and only then the cash counts as given back. Takes an ' +
      'Idempotency-Key.',
    answer: cashSale,
    callsBank: true,
    access: RIGHT_TO.giveBack,
    honoursScope: true,
    load: loadSale(context.db),
    body: cashReturn,
    examples: {
      part: { summary: 'Part of it', value: { amount: 4500, comment: 'Не підійшло' } },
      whole: { summary: 'All that is left', value: {} },
    },
    status: 201,
    idempotent: true,
    takesApproval: 'Refund-Approval',
    handler: async ({ actor, target: sale, body: input, keyed, approval }) => {
      const present = presentFor(context.db, actor);
      const keep = (row: CashSaleRow) => keyed?.keep(present(row));
      return present(await returnForCash(context, actor, { sale, input, approval, keyed, keep }));
    },
  });

const ONLY_OWN =
  'Voided ones too. Whoever sees only their own sales, or may not view invoices, gets only what they entered.';

const listRoute = (db: Db, reader: AppReader): Route =>
  defineExtension({
    at: 'GET cash-sales/',
    id: 'listAllCashSales',
    summary: 'List the cash sales of all shifts, and their returns',
    description: ONLY_OWN,
    order: 'latest first.',
    answer: cashSalePage,
    access: 'member',
    honoursScope: true,
    query: cashSaleListQuery,
    isLongRunning: true,
    handler: ({ actor, query, paginate, signal }) =>
      paginate(
        PAGE_SIZES,
        (slice) => reader.run('cashSales', [{ ...query, made_by: entriesOf(actor) }, slice], signal),
        presentFor(db, actor),
      ),
  });

const listOfShiftRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET shifts/{id}/cash-sales/',
    id: 'listCashSales',
    summary: 'List the cash sales of a shift',
    description: ONLY_OWN,
    order: 'latest first.',
    answer: cashSalePage,
    access: 'member',
    load: loadShift(db),
    query: shiftQuery,
    handler: ({ actor, target, paginate }) => {
      const filter = { shift_id: target.id, made_by: entriesOf(actor) };
      const find = (slice: Slice) => listCashSales(db, filter, slice);
      return paginate(PAGE_SIZES, find, presentFor(db, actor));
    },
  });

const createRoute = (context: ClockContext): Route =>
  defineExtension({
    at: 'POST shifts/{id}/cash-sales/',
    id: 'enterCashSale',
    summary: 'Enter a cash sale, or a cash refund',
    description:
      'A record for the count at the closing; nothing is sent to the bank. The rules of cash-sales/ hold: who sells at the ' +
      'prices of the catalog enters no amounts, and a refund has its limits and reasons. A shift that is closed is a 400 with the ' +
      'code shift_closed. Send an Idempotency-Key: after a lost answer the same request under the same key is safe, ' +
      'and never enters a sale twice.',
    answer: cashSale,
    access: RIGHT_TO.sell,
    honoursScope: true,
    load: (id) => findShift(context.db, id),
    body: cashSaleCreate,
    examples: {
      sale: { summary: 'A cash sale', value: { amount: 8100, remark: 'Дві кави' } },
      refund: { summary: 'A cash refund', value: { amount: 4500, is_refund: true } },
    },
    status: 201,
    idempotent: true,
    handler: ({ actor, target, body: { is_refund, ...entry } }) => {
      const sale = enterCashSale(context, actor, target.id, { ...entry, isRefund: is_refund });
      return presentCashSale(context.db, sale, actor);
    },
  });

const voidRoute = (context: ShiftContext): Route =>
  defineExtension({
    at: 'POST cash-sales/{id}/void/',
    id: 'voidCashSale',
    summary: 'Void a cash sale or a cash refund that was entered by mistake',
    description:
      'It stays in the list with who, when and why, and counts no more. Only while its shift is open, else a 400 ' +
      'with the code shift_closed. An entry of somebody else needs the right to cancel and refund. Takes an ' +
      'Idempotency-Key.',
    answer: cashSale,
    access: RIGHT_TO.sell,
    honoursScope: true,
    load: loadCashSale(context.db),
    body: cashSaleVoid,
    examples: { mistake: { summary: 'Entered by mistake', value: { reason: 'Зайвий нуль' } } },
    idempotent: true,
    handler: ({ actor, target, body: { reason } }) =>
      presentCashSale(context.db, voidCashSale(context, actor, target, reason), actor),
  });

const presentFor = (db: Db, actor: Actor) => (row: CashSaleRow) => presentCashSale(db, row, actor);
