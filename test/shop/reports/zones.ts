import fc from 'fast-check';

/** Time zones with something to get wrong, and moments at which they change their clocks. */

const ZONES = [
  'Europe/Kyiv',
  'UTC',
  'America/St_Johns',
  'Asia/Kathmandu',
  // By half an hour.
  'Australia/Lord_Howe',
  // At midnight.
  'America/Sao_Paulo',
  // Left out 30 December 2011.
  'Pacific/Apia',
];

const CHANGES = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-03-08T05:30:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z',
  '2018-11-04T03:00:00Z',
  '2019-02-17T02:00:00Z',
  '2011-12-30T10:00:00Z',
].map((time) => Date.parse(time));

const DAY = 86_400_000;

export const anyZone = () => fc.constantFrom(...ZONES);
/** Within two days of a change, often at its very hour. */
export const anyMoment = () =>
  fc
    .tuple(
      fc.constantFrom(...CHANGES),
      fc.oneof(fc.integer({ min: -2 * DAY, max: 2 * DAY }), fc.integer({ min: -7200, max: 7200 })),
    )
    .map(([change, off]) => change + off);

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Requested from Intl for each time by itself. */
export const intlClock = (timeZone: string, at: number) => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'short',
  }).formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    weekday: WEEKDAYS.indexOf(part('weekday')) + 1,
  };
};
