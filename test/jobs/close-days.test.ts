import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import type { DayClosure, DayClosurePage } from '../../shared/api/closures.ts';
import type { Shift } from '../../shared/api/shifts.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { heldSchedule, runJob } from '../helpers/jobs.ts';
import { lostCreation } from '../helpers/keyed.ts';
import { ok } from '../helpers/ok.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

/** A day that nobody closed is closed by Kramar at 04:00 of the shop, where there is nothing to ask. */

/** The evening before the night in which Kyiv sets its clocks forward. */
const EVENING = Date.parse('2026-03-27T20:00:00+02:00');
const HOUR = 3600;
const DAY = 24 * HOUR;
const NAME = 'close-days';

let shop: Shop;
let clock: ReturnType<typeof stoppedClock>;
let held: ReturnType<typeof heldSchedule>;
beforeEach(async () => {
  clock = stoppedClock(EVENING);
  held = heldSchedule();
  shop = await openShop({ now: clock.now, bank: { now: clock.now }, schedule: held.schedule });
});
afterEach(() => shop.close());

const later = async (seconds: number): Promise<void> => {
  clock.forward(seconds);
  await shop.signInAgain();
};
const paid = (amount: number) => shop.paid({ amount });
const shiftWith = async (counted: number): Promise<void> => {
  const { id } = await ok(shop.owner.post<Shift>('shifts/', { opening_cash: 1000 }));
  await ok(shop.owner.post(`shifts/${id}/cash-sales/`, { amount: 500 }));
  // The first count that differs only says so.
  await shop.owner.post(`shifts/${id}/counts/`, { cash: counted });
  await ok(shop.owner.post(`shifts/${id}/close/`, { closing_cash: counted }));
};
const stated = () => runJob(shop, 'sync-statements');
const atFullHour = () => held.fire(shop, NAME);
const closures = async (): Promise<DayClosure[]> =>
  (await ok(shop.owner.get<DayClosurePage>('day-closures/'))).results;
const dates = async () => (await closures()).map(({ date }) => date);
const sql = (statement: string): void => {
  const file = new Database(databaseFile(shop.folder));
  file.exec(statement);
  file.close();
};
const runs = () => rowsOf(shop, 'job_runs').filter(({ job }) => job === NAME).length;

test('at 04:00, once the statement reaches its end, and only once; a later sum marks it', async () => {
  await paid(8100);
  await shiftWith(1500);
  await shop.createInvoice({ amount: 700 });
  await later(7.9 * HOUR);
  await stated();
  await atFullHour();
  expect(await dates()).toEqual([]);
  await later(0.1 * HOUR);
  await atFullHour();
  const [closed] = await closures();
  expect(closed).toMatchObject({
    date: '2026-03-27',
    version: 1,
    closed_by: null,
    remark: '',
    is_changed: false,
    cash_taken: null,
    cash_left: 1500,
    closed_at: '2026-03-28T02:00:00.000Z',
    sums: { takings: 8600, qr: 8100, sales: 500 },
    differences: [{ kind: 'open_qr', count: 1, amount: 700 }],
  });
  const actions = rowsOf(shop, 'actions').filter(({ code }) => code === 'day_closed');
  expect(actions.map(({ actor, actor_name, source, facts }) => [actor, actor_name, source, facts])).toEqual([
    ['system', '', 'job', JSON.stringify({ day: '2026-03-27', amount: 8600, version: 1 })],
  ]);
  // Nothing is left to do until the next night.
  const before = runs();
  await later(HOUR);
  await atFullHour();
  expect(runs()).toBe(before);
  // What changes afterwards is for a person.
  sql('update invoices set final_amount = 8000, amount = 8000 where amount = 8100');
  await later(DAY);
  await stated();
  await atFullHour();
  expect(await closures()).toEqual([{ ...closed, is_changed: true, change: -100 }]);
});

test('a statement that comes late closes it at the next full hour', async () => {
  await paid(8100);
  await later(9 * HOUR);
  await atFullHour();
  expect(await dates()).toEqual([]);
  await stated();
  await atFullHour();
  expect(await dates()).toEqual(['2026-03-27']);
});

test('nights that were missed are made up for at the next start, each day by itself', async () => {
  await paid(100);
  await later(DAY);
  await shiftWith(1490);
  await later(DAY);
  await paid(300);
  await later(DAY);
  await paid(400);
  // A fault of one day, whatever it is.
  sql(`create trigger bad_day before insert on closures when new.period = '2026-03-29'
    begin select raise(abort, 'This day cannot be written.'); end`);
  await later(10 * HOUR);
  await stated();
  await shop.restart();
  shop.wake();
  await expect.poll(dates).toEqual(['2026-03-30', '2026-03-27']);
  expect(await runJob(shop, NAME)).toMatchObject({
    status: 'failed',
    found: 2,
    changed: 0,
    error: expect.stringContaining('2026-03-29'),
  });
  sql('drop trigger bad_day');
  await atFullHour();
  // Cash that was missing is looked at by a person.
  expect(await dates()).toEqual(['2026-03-30', '2026-03-29', '2026-03-27']);
  const own = await ok(shop.owner.post<DayClosure>('day-closures/', { date: '2026-03-28' }));
  expect(own).toMatchObject({ version: 1, closed_by: 'owner', differences: [{ kind: 'cash', amount: -10 }] });
});

test('a day with an open shift, an unknown outcome, or nothing sold is left alone', async () => {
  const { id } = await ok(shop.owner.post<Shift>('shifts/', { opening_cash: 1000 }));
  await ok(shop.owner.post(`shifts/${id}/cash-sales/`, { amount: 500 }));
  await later(10 * HOUR);
  await stated();
  await atFullHour();
  expect(await dates()).toEqual([]);
  await later(14 * HOUR);
  await ok(shop.owner.post(`shifts/${id}/counts/`, { cash: 1500 }));
  await ok(shop.owner.post(`shifts/${id}/close/`, { closing_cash: 1500 }));
  await paid(100);
  await lostCreation(shop, 'lost', { amount: 900 }, false);
  await later(2 * DAY);
  await stated();
  await atFullHour();
  expect(await dates()).toEqual(['2026-03-27']);
});
