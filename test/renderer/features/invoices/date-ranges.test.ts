import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentOf, rangesOf } from '../../../../renderer/features/invoices/date-ranges.ts';
import { DATES } from '../../../../renderer/lib/invoice-search.ts';
import { daysOfPeriod, isDayOrInstant, momentsOfDays, PERIODS } from '../../../../renderer/lib/periods.ts';
import { addDays } from '../../../../renderer/lib/zone.ts';

const ZONES = ['Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'America/Santiago', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const day = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2050, 0, 1) / 86_400_000 })
  .map((count) => new Date(count * 86_400_000).toISOString().slice(0, 10));

describe('isWhen', () => {
  it.each(['2026-11-21', '2028-02-29', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.5+02:00'])(
    'accepts %s',
    (text) => expect(isDayOrInstant(text)).toBe(true),
  );

  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    'today',
    '2026-11-21T25:00:00Z',
    '9999-12-31',
    '0001-01-01',
  ])('refuses %s', (text) => expect(isDayOrInstant(text)).toBe(false));

  it('accepts nothing that is no time', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          day,
          day.map((text) => `${text}T12:34:56Z`),
        ),
        zone,
        (text, timeZone) => {
          if (isDayOrInstant(text))
            expect(Number.isNaN(Date.parse(momentOf(text, 'from', timeZone)))).toBe(false);
        },
      ),
    );
  });
});

describe('rangesOf', () => {
  it('reads midnights as the days that they bound', () => {
    fc.assert(
      fc.property(day, fc.nat(60), zone, (from, length, timeZone) => {
        const to = addDays(from, length);
        const moments = momentsOfDays({ from, to }, timeZone);
        for (const by of DATES) {
          const search = { [`${by}_from`]: moments.from, [`${by}_to`]: moments.to };
          expect(rangesOf(search, timeZone, from)).toEqual([{ by, from, to }]);
          const days = { [`${by}_from`]: from, [`${by}_to`]: to };
          expect(rangesOf(days, timeZone, from)).toEqual([{ by, from, to }]);
        }
      }),
    );
  });

  it('keeps other moments as they are', () => {
    const search = { created_from: '2026-11-21T10:00:00Z' };
    expect(rangesOf(search, 'Europe/Kyiv', '2026-11-21')).toEqual([
      { by: 'created', from: '2026-11-21T10:00:00Z', to: undefined },
    ]);
  });

  it('lets the period go before dates', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), day, zone, (period, today, timeZone) => {
        const search = { period, created_from: '2020-01-01', paid_to: '2020-01-02' };
        expect(rangesOf(search, timeZone, today)).toEqual([
          { by: 'created', ...daysOfPeriod(period, today) },
        ]);
      }),
    );
  });
});
