import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { SeriesPoint, SeriesSums } from '../../../../shared/api/series.ts';
import { endOfDay } from '../../../lib/zone.ts';

/** What a day's close tells, in the order in which it is told on the screen and on paper. Pure. */

const SECTIONS = ['terminal', 'cash_register', 'employee', 'payment_system'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** One that takes nothing apart says nothing: nobody has a register, and "of none" is all there is. */
export const sectionsOf = (day: DayClose): { name: SectionName; points: SeriesPoint[] }[] =>
  SECTIONS.map((name) => ({ name, points: day[`by_${name}`] })).filter(
    ({ points }) => points.length > 1 || points.some(({ key }) => key !== null),
  );

/** The sums of a day under each other. */
export const SUMS = ['gross', 'refunds', 'fee', 'net'] as const satisfies readonly (keyof SeriesSums)[];

/** What became of what was opened that day and not paid, and how the list of invoices calls it. */
export const UNPAID = [
  { name: 'open', status: 'created' },
  { name: 'expired', status: 'expired' },
  { name: 'failed', status: 'failure' },
] as const;

/** What should be known before the sums are believed to be the last word. */
export type Note =
  | { kind: 'goesOn'; madeAt: number }
  | { kind: 'doubt'; count: number }
  /** null: of some terminal it never came */
  | { kind: 'statement'; until: number | null };

export const notesOf = (day: DayClose): Note[] => {
  const notes: Note[] = [];
  if (!day.is_over) notes.push({ kind: 'goesOn', madeAt: Date.parse(day.made_at) });
  if (day.attempts_in_doubt > 0) notes.push({ kind: 'doubt', count: day.attempts_in_doubt });
  const until = day.statement_until === null ? null : Date.parse(day.statement_until);
  if (until === null || (day.is_over && until < endOfDay(day.date, day.time_zone)))
    notes.push({ kind: 'statement', until });
  return notes;
};
