import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, type Dated, superseded } from '../../../main/safekeeping/backups/rotation.ts';

const ZONE = 'Europe/Kyiv';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Saturday. */
const NOW = Date.parse('2026-01-31T12:00:00Z');

const backup = (created_at: number, kind: Dated['kind'] = 'scheduled'): Dated => ({
  name: `kramar-${created_at}-${kind}.db`,
  kind,
  created_at,
});
const at = (...times: string[]): Dated[] => times.map((time) => backup(Date.parse(time)));

const kept = (backups: readonly Dated[], now = NOW, zone = ZONE): Dated[] => {
  const gone = new Set(superseded(backups, now, zone));
  return backups.filter((each) => !gone.has(each));
};
const names = (backups: readonly Dated[]) => backups.map(({ name }) => name).sort();
const count = (backups: readonly Dated[], kind: Dated['kind']) =>
  backups.filter((each) => each.kind === kind).length;

const dated = fc
  .record({
    created_at: fc.integer({ min: NOW - 800 * DAY, max: NOW + 60 * DAY }),
    kind: fc.constantFrom('scheduled', 'scheduled', 'scheduled', 'manual', 'migration'),
  } as const)
  .map(({ created_at, kind }) => backup(created_at, kind));
const folder = fc.uniqueArray(dated, { maxLength: 120, selector: ({ name }) => name });
const zone = fc.constantFrom('Europe/Kyiv', 'UTC', 'Pacific/Kiritimati', 'America/New_York');

describe('for any content of the folder', () => {
  const holds = (rule: (backups: Dated[], zone: string) => void) =>
    fc.assert(fc.property(folder, zone, (backups, timeZone) => rule(backups, timeZone)));

  it('at most 23 scheduled ones and 3 from before migrations stay', () =>
    holds((backups, timeZone) => {
      const past = kept(backups, NOW, timeZone).filter(({ created_at }) => created_at <= NOW);
      expect(count(past, 'scheduled')).toBeLessThanOrEqual(7 + 4 + 12);
      expect(count(past, 'migration')).toBeLessThanOrEqual(3);
    }));

  it('the newest stays, manual ones stay, and so do those dated in the future', () =>
    holds((backups, timeZone) => {
      const gone = superseded(backups, NOW, timeZone);
      const newest = Math.max(...backups.map(({ created_at }) => created_at).filter((time) => time <= NOW));
      for (const each of gone) {
        expect(each.created_at).toBeLessThan(newest);
        expect(each.kind).not.toBe('manual');
      }
    }));

  it('a backup dated in the future displaces none', () =>
    holds((backups, timeZone) => {
      const past = backups.filter(({ created_at }) => created_at <= NOW);
      expect(names(superseded(backups, NOW, timeZone))).toEqual(names(superseded(past, NOW, timeZone)));
    }));

  it('the order does not matter, and a second time nothing goes', () =>
    holds((backups, timeZone) => {
      const reversed = [...backups].reverse();
      expect(names(superseded(reversed, NOW, timeZone))).toEqual(names(superseded(backups, NOW, timeZone)));
      expect(superseded(kept(backups, NOW, timeZone), NOW, timeZone)).toEqual([]);
    }));

  it('every day, week and month whose only backup would go has 7, 4, 12 newer ones', () =>
    holds((backups, timeZone) => {
      const day = calendarDay(timeZone);
      const left = kept(backups, NOW, timeZone).filter(({ kind }) => kind === 'scheduled');
      const scheduled = backups.filter(({ kind, created_at }) => kind === 'scheduled' && created_at <= NOW);
      const days = [...new Set(scheduled.map(({ created_at }) => day(created_at)))].sort().slice(-7);
      const months = [...new Set(scheduled.map(({ created_at }) => day(created_at).slice(0, 7)))].sort();
      expect(left.map(({ created_at }) => day(created_at))).toEqual(expect.arrayContaining(days));
      expect(left.map(({ created_at }) => day(created_at).slice(0, 7))).toEqual(
        expect.arrayContaining(months.slice(-12)),
      );
    }));
});

it('run daily for two years, it keeps the last 7 days, 4 weeks and 12 months all along', () => {
  const day = calendarDay(ZONE);
  let folder: Dated[] = [];
  const first = Date.parse('2024-01-01T01:00:00Z');
  for (let today = 0; today < 731; today++) {
    const now = first + today * DAY;
    folder = kept([...folder, backup(now)], now);
    const days = new Set(folder.map(({ created_at }) => day(created_at)));
    for (let back = 0; back < Math.min(7, today + 1); back++) expect(days).toContain(day(now - back * DAY));
    for (let back = 0; back < 4 && today >= 7 * back; back++) {
      // The week began on a Monday, and so did the run.
      const monday = today - (today % 7) - 7 * back;
      const week = Array.from({ length: 7 }, (_, each) => day(first + (monday + each) * DAY));
      expect(monday < 0 || week.some((each) => days.has(each))).toBe(true);
    }
    const months = new Set([...days].map((each) => each.slice(0, 7)));
    const begun = (Number(day(now).slice(0, 4)) - 2024) * 12 + Number(day(now).slice(5, 7));
    expect(months.size).toBeGreaterThanOrEqual(Math.min(12, begun));
    expect(folder.length).toBeLessThanOrEqual(23);
  }
});

describe('the limits', () => {
  it('of a day: the newest of each, by the days that have one', () => {
    const days = Array.from({ length: 9 }, (_, back) => NOW - back * 2 * DAY);
    const twice = days.flatMap((day) => [backup(day), backup(day - HOUR)]);
    const left = names(kept(twice));
    for (const day of days.slice(0, 7)) expect(left).toContain(backup(day).name);
    for (const day of days) expect(left).not.toContain(backup(day - HOUR).name);
  });

  it('days begin at midnight in the shop', () => {
    // 22:30 UTC is half past midnight of the next day in Kyiv, in winter.
    const [late, early] = at('2026-01-30T21:30:00Z', '2026-01-30T22:30:00Z');
    expect(names(kept([late, early] as Dated[], NOW, ZONE))).toHaveLength(2);
    expect(names(kept([late, early] as Dated[], NOW, 'UTC'))).toEqual(names([early as Dated]));
  });

  it('weeks are those of ISO 8601, across the turn of the year', () => {
    // Monday 29 December to Sunday 4 January is one week. Seven days within the last fortnight are taken otherwise.
    const filler = Array.from({ length: 7 }, (_, back) => backup(NOW - back * DAY));
    const [monday, sunday] = at('2025-12-29T09:00:00Z', '2026-01-04T09:00:00Z') as [Dated, Dated];
    const left = names(kept([...filler, monday, sunday]));
    expect(left).toContain(sunday.name);
    // It stays as the newest of December.
    expect(left).toContain(monday.name);
    const [saturday] = at('2026-01-03T09:00:00Z') as [Dated];
    expect(names(kept([...filler, saturday, sunday]))).not.toContain(saturday.name);
  });

  it('three from before migrations', () => {
    const four = Array.from({ length: 4 }, (_, back) => backup(NOW - back * DAY, 'migration'));
    expect(superseded(four, NOW, ZONE)).toEqual([four[3]]);
  });

  it('with a clock that fell back by years, nothing goes', () => {
    const many = Array.from({ length: 40 }, (_, back) => backup(NOW - back * DAY));
    expect(
      superseded(
        [...many, backup(Date.parse('2015-01-01T00:00:00Z'))],
        Date.parse('2015-01-01T00:00:00Z'),
        ZONE,
      ),
    ).toEqual([]);
  });
});
