import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import {
  type CashMovePage,
  cashMove,
  cashMoveCreate,
  cashMovePage,
  shiftCountCreate,
  shiftCountResult,
  shiftQuery,
  type TillCash,
  tillCash,
} from '../../../shared/api/shifts.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import { countTill } from '../../money/shifts/counts.ts';
import { moveCash } from '../../money/shifts/moves.ts';
import type { ShiftContext } from '../../money/shifts/open-shift.ts';
import { entriesOf, loadShift } from '../../money/shifts/visibility.ts';
import { listCashMoves } from '../../store/cash-moves.ts';
import type { Db } from '../../store/db/connection.ts';
import { findShift } from '../../store/shifts.ts';
import { defineExtension } from '../extension.ts';
import { presentCashMove, presentTill } from '../present-shift.ts';
import type { Route } from '../route.ts';

/** What is in the till of a shift, besides its sales: cash put in and taken out, counts. */
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
    handler: ({ target }): TillCash => db.read(() => presentTill(db, target)),
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
    handler: ({ actor, target, paginate }): CashMovePage =>
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
