import { type ActivityEntry, activity } from '../../../shared/api/activity.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { CURRENCY_UAH, QUANTITY_SCALE } from '../../../shared/money.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { doubtOf, type Happening, happeningsOf } from '../../money/sale/activity.ts';
import { composeHistory } from '../../money/sale/history.ts';
import { seesAllShifts } from '../../money/shifts/visibility.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { narrowInvoices } from '../../shop/accounts/scope.ts';
import type { Db } from '../../store/db/connection.ts';
import { eventsOfInvoice } from '../../store/events.ts';
import { attemptsOfInvoice, creationsInDoubt } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import { type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { latestInvoices } from '../../store/invoices/latest.ts';
import { refundsOf } from '../../store/invoices/refunds.ts';
import {
  type CashSaleRow,
  findCashSale,
  itemsOfCashSales,
  latestTill,
  partsOfInvoices,
} from '../../store/shifts.ts';
import { defineExtension, type Route } from '../route.ts';

const SHOWN = 9;
const MAX_GOODS = 3;
const ONE = 10 ** QUANTITY_SCALE;
const formatQuantity = (quantity: number): string => String(quantity / ONE).replace('.', ',');
const CARD_DIGITS = /\d{4}$/u;

type Timed = Omit<ActivityEntry, 'at'> & { at: number };

const entry = (db: Db, { by, until, ...happening }: Happening, more: Partial<Timed> = {}): Timed => ({
  invoice: null,
  number_display: '',
  reference: '',
  ccy: CURRENCY_UAH,
  card: '',
  goods: '',
  cash: null,
  ...happening,
  by: accountName(db, by),
  until: isoTimeOrNull(until),
  ...more,
});

type Items = readonly { name: string; quantity: number }[];

/** `Лате ×2, Круасан` */
const goodsOf = (items: Items): string =>
  items
    .slice(0, MAX_GOODS)
    .map(({ name, quantity }) => (quantity === ONE ? name : `${name} ×${formatQuantity(quantity)}`))
    .join(', ') + (items.length > MAX_GOODS ? '…' : '');

interface Sold {
  items: Items;
  /** The sale in parts whose rest the invoice is. */
  parts: CashSaleRow | undefined;
}

const ofInvoice = (db: Db, invoice: InvoiceRow, { items, parts }: Sold): Timed[] => {
  const attempts = attemptsOfInvoice(db, invoice.id);
  const history = composeHistory({
    invoice,
    attempts,
    events: eventsOfInvoice(db, invoice.id),
    refunds: refundsOf(db, invoice.id),
    hold: findHold(db, invoice.id),
  });
  const about = {
    invoice: invoice.id,
    number_display: numberDisplay(invoice.number),
    reference: invoice.reference,
    ccy: invoice.ccy,
    card: CARD_DIGITS.exec(invoice.masked_pan)?.[0] ?? '',
    goods: goodsOf(items),
  };
  const cash = parts ? parts.amount - parts.qr_amount : null;
  return happeningsOf({ invoice, history, attempts }).map((each) =>
    each.type === 'paid' && cash !== null
      ? entry(db, { ...each, amount: (each.amount ?? 0) + cash }, { ...about, cash })
      : entry(db, each, about),
  );
};

const NOTHING = { amount: null, whole: null, reason: '', by: null, until: null };

const ofTill = (db: Db): Timed[] => {
  const { sales, moves, shifts } = latestTill(db, SHOWN);
  const items = itemsOfCashSales(
    db,
    sales.map(({ sale }) => sale.id),
  );
  return [
    ...sales.flatMap(({ sale, cash: amount, at }): Timed[] => {
      const { made_by: by, is_refund, return_of, qr_amount } = sale;
      // A sale in parts is a row of its payment by QR.
      if (amount === 0 || (is_refund === 0 && qr_amount > 0)) return [];
      const type = is_refund === 1 ? 'cash_refund' : 'cash';
      const { number } = (return_of === null ? sale : findCashSale(db, return_of)) ?? sale;
      const about = {
        number_display: number === null ? '' : numberDisplay(number),
        goods: goodsOf(items.get(sale.id) ?? []),
      };
      return [entry(db, { ...NOTHING, at, type, amount, reason: sale.reason || sale.remark, by }, about)];
    }),
    ...moves.map(({ made_at: at, made_by: by, amount, direction, reason }) =>
      entry(db, { ...NOTHING, at, type: direction === 'in' ? 'cash_in' : 'cash_out', amount, reason, by }),
    ),
    ...shifts.flatMap(({ opened_at, opened_by, closed_at, closed_by, closing_cash, expected_cash }) => [
      entry(db, { ...NOTHING, at: opened_at, type: 'shift_opened', by: opened_by }),
      ...(closed_at === null
        ? []
        : [
            entry(db, {
              ...NOTHING,
              at: closed_at,
              type: 'shift_closed' as const,
              by: closed_by,
              amount: (closing_cash ?? 0) - (expected_cash ?? 0),
            }),
          ]),
    ]),
  ];
};

export const activityRoutes = (db: Db): Route[] => [
  defineExtension({
    at: 'GET activity/',
    id: 'getActivity',
    summary: 'Read what happened last in the shop',
    description:
      'Each happening once, at its own time: payments, refunds with their amounts, declines, cancellations, holds, bank ' +
      'requests in doubt; for those who see the whole shop also the till and its shifts.',
    order: 'newest first.',
    answer: activity,
    access: 'can_view_invoices',
    honoursScope: true,
    handler: ({ actor }) =>
      db.read(() => {
        const rows = latestInvoices(db, narrowInvoices({}, actor), SHOWN);
        const ids = rows.map(({ id }) => id);
        const items = itemsOfInvoices(db, ids);
        const parts = partsOfInvoices(db, ids);
        const partItems = itemsOfCashSales(
          db,
          [...parts.values()].map(({ id }) => id),
        );
        const soldBy = ({ id }: InvoiceRow): Sold => {
          const sale = parts.get(id);
          return { parts: sale, items: (sale ? partItems.get(sale.id) : items.get(id)) ?? [] };
        };
        const seesAll = seesAllShifts(actor);
        const all = [
          ...rows.flatMap((invoice) => ofInvoice(db, invoice, soldBy(invoice))),
          ...(seesAll ? ofTill(db) : []),
          ...(seesAll ? creationsInDoubt(db).flatMap(doubtOf) : []).map((each) => entry(db, each)),
        ];
        const latest = all.sort((one, other) => other.at - one.at).slice(0, SHOWN);
        return { results: latest.map((each) => ({ ...each, at: isoTime(each.at) })) };
      }),
  }),
];
