import {
  closureSums,
  type DayClosure,
  dayClosing,
  dayClosure,
  dayClosurePage,
  dayClosureQuery,
  type MonthClosure,
  monthClosing,
  monthClosure,
  monthClosurePage,
  monthClosureQuery,
  shopDays,
  shopDaysQuery,
} from '../../../shared/api/closures.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { closeShopDay, closeShopMonth } from '../../money/closures/close.ts';
import {
  dayRange,
  dayStateOf,
  daysStateOf,
  monthRange,
  monthStateOf,
  type PeriodContext,
  sumsOfPeriods,
} from '../../money/closures/periods.ts';
import { type ClosureSums, changeBetween, isSame, takingsOf } from '../../money/closures/sums.ts';
import { present } from '../../platform/present.ts';
import { type ClosureRow, latestClosure, listClosures } from '../../store/closures.ts';
import type { Db } from '../../store/db/connection.ts';
import type { Found, Slice } from '../../store/db/list.ts';
import { shiftsWithin } from '../../store/shifts.ts';
import { nameOrNull, presentShift } from '../present-shift.ts';
import { defineExtension, type Route } from '../route.ts';

/** Days and months that are closed: the sums of then are kept, and what changed since is seen by comparing. */
export const closureRoutes = (context: PeriodContext, onMonthClosed: () => void): Route[] => [
  listDaysRoute(context),
  closeDayRoute(context),
  listMonthsRoute(context),
  closeMonthRoute(context, onMonthClosed),
  shopDaysRoute(context),
];

type FoundClosures = Found<{ row: ClosureRow; now: ClosureSums }>;

/** Closures with what their sums are now. */
const findClosures = async (
  context: PeriodContext,
  kind: ClosureRow['kind'],
  range: { from: string; to: string },
  slice: Slice,
  signal: AbortSignal,
): Promise<FoundClosures> => {
  const { count, rows } = listClosures(context.db, kind, range, slice);
  const sums = await sumsOfPeriods(context, kind, rows, signal);
  return { count, rows: rows.flatMap((row, index) => (sums[index] ? [{ row, now: sums[index] }] : [])) };
};

const listDaysRoute = (context: PeriodContext): Route =>
  defineExtension({
    at: 'GET day-closures/',
    id: 'listDayClosures',
    summary: 'List the days that were closed',
    description: 'All versions of each. What changed since is found by comparing the sums with those of now.',
    order: 'latest day first, and of it the latest version.',
    answer: dayClosurePage,
    access: 'can_view_invoices',
    isLongRunning: true,
    query: dayClosureQuery,
    handler: ({ query, paginate, signal }) =>
      paginate(
        PAGE_SIZES,
        (slice) => findClosures(context, 'day', dayRange(query), slice, signal),
        ({ row, now }) => presentDayClosure(context.db, row, now),
      ),
  });

const closeDayRoute = (context: PeriodContext): Route =>
  defineExtension({
    at: 'POST day-closures/',
    id: 'closeDay',
    summary: "Close a day of the shop's calendar, and with it the shift that is open",
    description:
      'Keeps the sums of the day and what did not match. Nothing is locked: what is sold or refunded afterwards marks ' +
      'the closure as changed, and closing again adds a version. A day that is closed, and has not changed since, keeps ' +
      'its closure, which is the answer: so two windows close it once. While a shift is open, its cash is counted: a 400 ' +
      'with the code not_counted. Needs can_create_invoices too. Takes an Idempotency-Key.',
    answer: dayClosure,
    access: ['can_view_invoices', 'can_create_invoices'],
    isLongRunning: true,
    body: dayClosing,
    examples: {
      counted: {
        summary: 'With the cash of the open shift',
        value: { closing_cash: 186_000, cash_taken: 86_000, remark: 'Решту дано двічі' },
      },
    },
    idempotent: true,
    handler: async ({ actor, body, once, signal }) => {
      const { day, state } = await dayStateOf(context, body.date, signal);
      const closing = { cash: body.closing_cash, taken: body.cash_taken ?? undefined, remark: body.remark };
      return once(() =>
        presentDayClosure(context.db, closeShopDay(context, actor, day, state, closing), state.sums),
      );
    },
  });

const listMonthsRoute = (context: PeriodContext): Route =>
  defineExtension({
    at: 'GET month-closures/',
    id: 'listMonthClosures',
    summary: 'List the months that were closed',
    description: 'All versions of each, as GET day-closures/ lists days.',
    order: 'latest month first, and of it the latest version.',
    answer: monthClosurePage,
    access: 'can_view_invoices',
    isLongRunning: true,
    query: monthClosureQuery,
    handler: ({ query, paginate, signal }) =>
      paginate(
        PAGE_SIZES,
        (slice) => findClosures(context, 'month', monthRange(query), slice, signal),
        ({ row, now }) => presentMonthClosure(context.db, row, now),
      ),
  });

const closeMonthRoute = (context: PeriodContext, onClosed: () => void): Route =>
  defineExtension({
    at: 'POST month-closures/',
    id: 'closeMonth',
    summary: "Close a month of the shop's calendar",
    description:
      'As POST day-closures/ closes a day; a month that goes on is a 400 with the code not_over. Takes an ' +
      'Idempotency-Key.',
    answer: monthClosure,
    access: 'owner',
    isLongRunning: true,
    body: monthClosing,
    examples: { last: { summary: 'The last full month', value: {} } },
    idempotent: true,
    handler: async ({ actor, body, once, signal }) => {
      const { month, state } = await monthStateOf(context, body.month, signal);
      const closed = once(() => {
        const row = closeShopMonth(context, actor, month, state, body.remark);
        return presentMonthClosure(context.db, row, state.sums);
      });
      onClosed();
      return closed;
    },
  });

const shopDaysRoute = (context: PeriodContext): Route =>
  defineExtension({
    at: 'GET stats/days/',
    id: 'listShopDays',
    summary: "List days of the shop's calendar: sums by QR and in cash, closure and shifts of each",
    answer: shopDays,
    access: 'can_view_invoices',
    isLongRunning: true,
    query: shopDaysQuery,
    handler: async ({ query, signal }) => {
      const { db } = context;
      const days = await daysStateOf(context, query, signal);
      return db.read(() => ({
        days: days.map(({ date, from, to, sums }) => {
          const closure = latestClosure(db, 'day', date);
          return {
            date,
            sums: presentSums(sums),
            closure: closure ? presentDayClosure(db, closure, sums) : null,
            shifts: shiftsWithin(db, { from, to }).map((row) => presentShift(db, row)),
          };
        }),
      }));
    },
  });

const presentSums = (sums: ClosureSums): DayClosure['sums'] =>
  present(closureSums, { ...sums, takings: takingsOf(sums) });

/** A closure of an earlier version has none of the three. */
const NOT_YET_SUMMED = { rounding: 0, part_count: 0, discounts: 0 };

/** @param now the sums of the same period, as they are now */
const closureFields = (db: Db, row: ClosureRow, now: ClosureSums) => {
  const then: ClosureSums = JSON.parse(row.sums);
  return {
    ...row,
    is_latest: latestClosure(db, row.kind, row.period)?.id === row.id,
    closed_by: nameOrNull(db, row.closed_by),
    sums: presentSums({ ...NOT_YET_SUMMED, ...then }),
    differences: JSON.parse(row.differences),
    is_changed: !isSame(then, now),
    change: changeBetween(then, now),
  };
};

const presentDayClosure = (db: Db, row: ClosureRow, now: ClosureSums): DayClosure =>
  present(dayClosure, { ...closureFields(db, row, now), date: row.period });

const presentMonthClosure = (db: Db, row: ClosureRow, now: ClosureSums): MonthClosure =>
  present(monthClosure, { ...closureFields(db, row, now), month: row.period });
