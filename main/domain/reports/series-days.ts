import { dateOf } from '../../../shared/time.ts';

/** Ten years: more is a range that nobody means. */
const MOST_DAYS = 3700;

/** Days since 1 January 1970. */
interface Range {
  first: number;
  last: number;
}

/**
 * Each day from the first to the last of a range; where an end of it is not given, of the days that have something. A
 * range that nobody means is cut to those, and where they lie far apart too (a payment of 1970), there are only they.
 * @param found days that have something
 */
export const daysOf = (
  from: number | undefined,
  to: number | undefined,
  found: readonly number[],
): number[] => {
  const inOrder = found.toSorted((one, other) => one - other);
  const [firstFound, lastFound] = [inOrder[0], inOrder.at(-1)];
  const [first, last] = [from ?? firstFound, to ?? lastFound];
  if (first === undefined || last === undefined) return [];
  if (isMeant({ first, last })) return eachDay({ first, last });
  if (firstFound === undefined || lastFound === undefined) return [];
  const cut = { first: Math.max(first, firstFound), last: Math.min(last, lastFound) };
  return isMeant(cut) ? eachDay(cut) : inOrder;
};

/** Years of more than four digits have no date that anybody reads. */
const isMeant = ({ first, last }: Range): boolean =>
  last - first < MOST_DAYS && [first, last].every((day) => /^\d{4}-/.test(dateOf(day)));

const eachDay = ({ first, last }: Range): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
