import { TAX_GROUPS, type TaxGroup, WARNING_LEVELS, type WarningLevel } from '../../../shared/income.ts';
import { recordAction } from '../../shop/actions/record.ts';
import type { Db } from '../../store/db/connection.ts';
import { ownLimits, setLimit } from '../../store/income.ts';

/**
 * A group's limit of yearly income is a multiple of the minimum wage on 1 January (Tax Code of Ukraine, 291.4). Whole
 * hryvnias.
 */
const MINIMUM_WAGES: Readonly<Record<number, number>> = { 2024: 7100, 2025: 8000, 2026: 8647 };
const MULTIPLES: Record<TaxGroup, number> = { 1: 167, 2: 834, 3: 1167 };
const MINOR_UNITS = 100;

const DEFAULT_YEARS = Object.keys(MINIMUM_WAGES).map(Number);

/** Minor units; undefined: Kramar does not know the wage of that year. */
const defaultLimit = (year: number, group: TaxGroup): number | undefined => {
  const wage = MINIMUM_WAGES[year];
  return wage === undefined ? undefined : wage * MULTIPLES[group] * MINOR_UNITS;
};

export interface YearlyLimit {
  year: number;
  group: TaxGroup;
  /** Minor units. */
  amount: number;
  /** `earlier_year`: of the last year before it that is known. */
  source: 'owner' | 'law' | 'earlier_year';
}

/** The limits of these years and groups; none for a year before the first that is known. */
const limitsOf = (db: Db, years: readonly number[]): YearlyLimit[] => {
  const own = ownLimits(db);
  const known = (year: number, group: TaxGroup): YearlyLimit | undefined => {
    const set = own.find((row) => row.year === year && row.tax_group === group);
    if (set) return { year, group, amount: set.amount, source: 'owner' };
    const amount = defaultLimit(year, group);
    return amount === undefined ? undefined : { year, group, amount, source: 'law' };
  };
  const lastBefore = (year: number, group: TaxGroup): YearlyLimit | undefined => {
    const before = [...DEFAULT_YEARS, ...own.map((row) => row.year)].filter((one) => one < year);
    const found = before
      .toSorted((one, other) => other - one)
      .map((one) => known(one, group))
      .find((limit) => limit !== undefined);
    return found && { ...found, year, source: 'earlier_year' };
  };
  return years.flatMap((year) =>
    TAX_GROUPS.flatMap((group) => known(year, group) ?? lastBefore(year, group) ?? []),
  );
};

export const limitOf = (db: Db, year: number, group: TaxGroup): YearlyLimit | undefined =>
  limitsOf(db, [year]).find((limit) => limit.group === group);

/** The limits of all years with a default or an own one, and of this year and the next. */
export const listLimits = (db: Db, thisYear: number): YearlyLimit[] => {
  const years = [...DEFAULT_YEARS, ...ownLimits(db).map(({ year }) => year), thisYear, thisYear + 1];
  return limitsOf(
    db,
    [...new Set(years)].toSorted((one, other) => other - one),
  );
};

/** @param limits by group; null restores the default */
export const changeLimits = (
  { db, now }: { db: Db; now: () => number },
  year: number,
  limits: Partial<Record<TaxGroup, number | null | undefined>>,
): void =>
  db.transaction(() => {
    const changed = TAX_GROUPS.flatMap((group) => {
      const amount = limits[group];
      if (amount === undefined) return [];
      setLimit(db, year, group, amount);
      return [[`group_${group}`, amount] as const];
    });
    recordAction(db, now(), {
      code: 'income_limits_changed',
      object: { kind: 'setting', id: null, label: String(year) },
      facts: Object.fromEntries(changed),
    });
  });

/** Compares whole numbers: income × 100 and limit × percent. */
export const levelOf = (income: number, limit: number): WarningLevel | null =>
  WARNING_LEVELS.findLast((level) => income * 100 >= limit * level) ?? null;
