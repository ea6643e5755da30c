import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import {
  cashMove,
  cashMoveCreate,
  cashMovePage,
  currentShift,
  dayCash,
  dayCashQuery,
  shift,
  shiftClosing,
  shiftCountCreate,
  shiftCountResult,
  shiftOpening,
  shiftPage,
  shiftQuery,
  tillCash,
} from '../../../shared/api/shifts.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import { countTill } from '../../money/shifts/counts.ts';
import { moveCash } from '../../money/shifts/moves.ts';
import type { ShiftContext } from '../../money/shifts/open-shift.ts';
import { closeShift, openShift } from '../../money/shifts/shifts.ts';
import { entriesOf, loadShift } from '../../money/shifts/visibility.ts';
import { daysToClose } from '../../shop/reports/day-close.ts';
import { salesBy } from '../../shop/reports/series.ts';
import { listCashMoves } from '../../store/cash-moves.ts';
import { discountsGiven } from '../../store/cash-series.ts';
import type { Db } from '../../store/db/connection.ts';
import { cashWithin, findShift, listShifts, openShiftOf, shiftsWithin } from '../../store/shifts.ts';
import { presentCashMove, presentShift, presentTill } from '../present-shift.ts';
import { defineExtension, type Route } from '../route.ts';
import { presentPoint } from './reports.ts';

/** @param timeZone the shop's, IANA */
export const shiftRoutes = (context: ShiftContext, timeZone: string): Route[] => [
  listRoute(context.db),
  openRoute(context),
  currentRoute(context.db),
  getRoute(context.db),
  closeRoute(context),
  dayCashRoute(context, timeZone),
];

const listRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET shifts/',
    id: 'listShifts',
    summary: 'List shifts',
    description: 'With the sums of everybody: not for whoever sees only their own sales.',
    order: 'latest first.',
    answer: shiftPage,
    access: 'can_view_invoices',
    query: shiftQuery,
    handler: ({ paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listShifts(db, slice),
        (row) => presentShift(db, row),
      ),
  });

const openRoute = (context: ShiftContext): Route =>
  defineExtension({
    at: 'POST shifts/',
    id: 'openShift',
    summary: 'Open a shift with the cash that was counted',
    description:
      'One shift of the shop is open at a time: another is a 400 with the code shift_open, which says who opened ' +
      'the open one, and when. Send an Idempotency-Key: after a lost answer the same request under the same key ' +
      'is safe.',
    answer: shift,
    access: 'can_create_invoices',
    honoursScope: true,
    body: shiftOpening,
    examples: { opening: { summary: 'With the coins for change', value: { opening_cash: 50_000 } } },
    status: 201,
    idempotent: true,
    handler: ({ actor, body: { opening_cash, remark } }) =>
      presentShift(context.db, openShift(context, actor, { cash: opening_cash, remark })),
  });

const currentRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET shifts/current/',
    id: 'getCurrentShift',
    summary: 'Read the open shift',
    description: 'Its sums are null until it is closed, so that cash is counted unseen.',
    answer: currentShift,
    access: 'can_create_invoices',
    honoursScope: true,
    handler: () => {
      const open = openShiftOf(db);
      return { shift: open ? presentShift(db, open) : null };
    },
  });

const getRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET shifts/{id}/',
    id: 'getShift',
    summary: 'Read a shift',
    description:
      'Whoever sees only their own sales, or may not view invoices, reads the open shift and those that they ' +
      'closed.',
    answer: shift,
    access: 'member',
    load: loadShift(db),
    handler: ({ target }) => presentShift(db, target),
  });

const closeRoute = (context: ShiftContext): Route =>
  defineExtension({
    at: 'POST shifts/{id}/close/',
    id: 'closeShift',
    summary: 'Close a shift with the cash that was counted',
    description:
      'Answers with the expected cash and the difference, which are kept. A shift that is closed already is a 400 ' +
      'with the code shift_closed. Takes an Idempotency-Key.',
    answer: shift,
    access: 'can_create_invoices',
    honoursScope: true,
    load: (id) => findShift(context.db, id),
    body: shiftClosing,
    examples: {
      closing: { summary: 'With a remark', value: { closing_cash: 83_000, remark: 'Розмінна монета' } },
    },
    idempotent: true,
    handler: ({ actor, target, body: { closing_cash, remark } }) =>
      presentShift(context.db, closeShift(context, actor, target.id, { cash: closing_cash, remark })),
  });

const dayCashRoute = ({ db, now }: ShiftContext, timeZone: string): Route => {
  const dayOf = daysToClose(timeZone, now);
  return defineExtension({
    at: 'GET stats/day-cash/',
    id: 'getDayCash',
    summary: "Sum up the cash of a day of the shop's calendar, with its shifts",
    description: 'Beside GET stats/day-close/, which sums up the cards. A day that has not begun is a 400.',
    answer: dayCash,
    access: 'can_view_invoices',
    query: dayCashQuery,
    handler: ({ query }) => {
      const day = dayOf(query.date);
      const range = { from: day.from, to: day.to, tender: 'all' } as const;
      return db.read(() => ({
        date: day.date,
        ...cashWithin(db, day),
        discounts: discountsGiven(db, range),
        people: salesBy(db, 'employee', range).points.map((point) => presentPoint(point)),
        shifts: shiftsWithin(db, day).map((row) => presentShift(db, row)),
      }));
    },
  });
};

/** Routes for the till of a shift, besides its sales: cash put in and taken out, counts. */
export const tillCashRoutes = (context: ShiftContext): Route[] => [
  tillRoute(context.db),
  listMovesRoute(context.db),
  moveRoute(context),
  countRoute(context),
];

const tillRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET shifts/{id}/till/',
    id: 'getTillCash',
    summary: 'Read what the till of a shift should hold, and how that comes about',
    description: 'Of an open shift too, so not for whoever sees only their own sales: they count unseen.',
    answer: tillCash,
    access: 'can_view_invoices',
    load: (id) => findShift(db, id),
    handler: ({ target }) => db.read(() => presentTill(db, target)),
  });

const listMovesRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET shifts/{id}/cash-moves/',
    id: 'listCashMoves',
    summary: 'List the cash that was put in the till of a shift, and taken out of it',
    description: 'Whoever sees only their own sales, or may not view invoices, gets only what they entered.',
    order: 'latest first.',
    answer: cashMovePage,
    access: 'member',
    load: loadShift(db),
    query: shiftQuery,
    handler: ({ actor, target, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listCashMoves(db, target.id, entriesOf(actor), slice),
        (row) => presentCashMove(db, row),
      ),
  });

const moveRoute = (context: ShiftContext): Route =>
  defineExtension({
    at: 'POST shifts/{id}/cash-moves/',
    id: 'moveCash',
    summary: 'Put cash in the till of a shift, or take it out',
    description:
      'Such as the coins of the morning, or what a supplier is paid. More than the till holds cannot be taken out: a ' +
      '400 with the code more_than_till, measured by the entries that the caller may see. A shift that is closed is a ' +
      '400 with the code shift_closed. Takes an Idempotency-Key.',
    answer: cashMove,
    access: RIGHT_TO.sell,
    honoursScope: true,
    load: (id) => findShift(context.db, id),
    body: cashMoveCreate,
    examples: {
      out: { summary: 'Taken out', value: { amount: 20_000, direction: 'out', reason: 'Постачальник' } },
      in: { summary: 'Put in', value: { amount: 20_000, direction: 'in', reason: 'Розмінна монета' } },
    },
    status: 201,
    idempotent: true,
    handler: ({ actor, target, body }) =>
      presentCashMove(context.db, moveCash(context, actor, target.id, body)),
  });

const countRoute = (context: ShiftContext): Route =>
  defineExtension({
    at: 'POST shifts/{id}/counts/',
    id: 'countTill',
    summary: 'Count the cash of a shift before it is closed',
    description:
      'Says only whether it matches. After a first count that differs it may be counted once more; one that matches, ' +
      'and the second, are final, and a further one is a 400 with the code count_final. The shift stays open: close ' +
      'it with the cash counted last (whoever sees only their own entries can close it with no other, as long as ' +
      'nothing went through the till since). All counts are kept, and shown with the closed shift. Takes an ' +
      'Idempotency-Key.',
    answer: shiftCountResult,
    access: RIGHT_TO.sell,
    honoursScope: true,
    load: (id) => findShift(context.db, id),
    body: shiftCountCreate,
    examples: { count: { summary: 'Counted', value: { cash: 83_600 } } },
    idempotent: true,
    handler: ({ actor, target, body: { cash } }) => {
      const { matches, triesLeft } = countTill(context, actor, target.id, cash);
      return { matches, tries_left: triesLeft };
    },
  });
