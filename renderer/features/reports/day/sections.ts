import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { SeriesPoint, SeriesSums } from '../../../../shared/api/series.ts';
import { endOfDay } from '../../../lib/zone.ts';

/** Sections of the day summary, in their order on screen and paper. Pure. */

const SECTIONS = ['terminal', 'cash_register', 'employee', 'payment_system'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** A section with a single empty group says nothing: a shop without registers. */
export const sectionsOf = (day: DayClose): { name: SectionName; points: SeriesPoint[] }[] =>
  SECTIONS.map((name) => ({ name, points: day[`by_${name}`] })).filter(
    ({ points }) => points.length > 1 || points.some(({ key }) => key !== null),
  );

/** The sums of a day, from top to bottom. */
export const SUMS = ['gross', 'refunds', 'fee', 'net'] as const satisfies readonly (keyof SeriesSums)[];

/** Unpaid invoices of the day by outcome, with the matching status of the list. */
export const UNPAID = [
  { name: 'open', status: 'created' },
  { name: 'expired', status: 'expired' },
  { name: 'failed', status: 'failure' },
] as const;

/** Reasons why the sums are not final. */
export type Note =
  | { kind: 'goesOn'; madeAt: number }
  | { kind: 'doubt'; count: number }
  /** null: some terminal has no statement yet */
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
