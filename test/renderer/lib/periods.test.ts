import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, daysOfPeriod, isDay, momentsOfDays } from '../../../renderer/lib/periods.ts';
import { addDays, dayOf, weekdayOf } from '../../../renderer/lib/zone.ts';

const ZONES = ['Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'America/Santiago', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const day = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2050, 0, 1) / 86_400_000 })
  .map((count) => new Date(count * 86_400_000).toISOString().slice(0, 10));
const dayBefore = (iso: string): number => Date.parse(iso) - 1;

describe('daysOfPeriod', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['this_week', '2026-11-16', '2026-11-22'],
    ['last_week', '2026-11-09', '2026-11-15'],
    ['this_month', '2026-11-01', '2026-11-30'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_year', '2026-01-01', '2026-12-31'],
  ] as const)('%s', (period, from, to) => {
    expect(daysOfPeriod(period, '2026-11-21')).toEqual({ from, to });
  });

  it('goes over the ends of years and leap Februaries', () => {
    expect(daysOfPeriod('last_month', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOfPeriod('this_month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOfPeriod('last_week', '2027-01-01')).toEqual({ from: '2026-12-21', to: '2026-12-27' });
  });

  it('has whole weeks from Monday and whole months, and "last" ends where "this" begins', () => {
    fc.assert(
      fc.property(day, (today) => {
        const week = daysOfPeriod('this_week', today);
        expect([weekdayOf(week.from), weekdayOf(week.to)]).toEqual([1, 7]);
        expect(week.from <= today && today <= week.to).toBe(true);
        expect(addDays(daysOfPeriod('last_week', today).to, 1)).toBe(week.from);
        const month = daysOfPeriod('this_month', today);
        expect([month.from.slice(0, 7), month.from.slice(8)]).toEqual([today.slice(0, 7), '01']);
        expect(month.to.slice(0, 7)).toBe(today.slice(0, 7));
        expect(addDays(month.to, 1).slice(8)).toBe('01');
        expect(addDays(daysOfPeriod('last_month', today).to, 1)).toBe(month.from);
      }),
    );
  });
});

describe('momentsOfDays', () => {
  it('handles the days on which the clocks change', () => {
    expect(momentsOfDays({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Kyiv')).toEqual({
      from: '2026-03-28T22:00:00.000Z',
      to: '2026-03-29T20:59:59.999Z',
    });
    expect(momentsOfDays({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Kyiv')).toEqual({
      from: '2026-10-24T21:00:00.000Z',
      to: '2026-10-25T21:59:59.999Z',
    });
  });

  it('begins and ends with the day, and leaves nothing out between two days', () => {
    fc.assert(
      fc.property(day, zone, (date, timeZone) => {
        const { from, to } = momentsOfDays({ from: date, to: date }, timeZone);
        expect(dayOf(Date.parse(from), timeZone)).toBe(date);
        expect(dayOf(Date.parse(to), timeZone)).toBe(date);
        expect(dayOf(dayBefore(from), timeZone)).toBe(addDays(date, -1));
        const next = addDays(date, 1);
        expect(momentsOfDays({ from: next, to: next }, timeZone).from).toBe(
          new Date(Date.parse(to) + 1).toISOString(),
        );
      }),
    );
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-11-21', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-31', -1, '2025-12-01'],
    ['2026-01-01', -12, '2025-01-01'],
  ] as const)('%s and %i', (from, count, expected) => expect(addMonths(from, count)).toBe(expected));

  it('goes there and back', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -100, max: 100 }), (from, count) => {
        expect(isDay(addMonths(from, count))).toBe(true);
        expect(addMonths(addMonths(from, count), -count)).toBe(`${from.slice(0, 7)}-01`);
      }),
    );
  });
});
