import { UsageError } from '../platform/config.ts';

/** How much history a demo gets. */
export interface DemoSize {
  years: number;
  /** Days before today. */
  days: number;
  /** Sales of a day to those of the small shop. */
  busyness: number;
  /** The practice bank keeps the payments of so many days: all of them are in its memory. */
  bankDays: number;
}

/** About 18 sales a day in two years. */
export const SMALL: DemoSize = { years: 2, days: 730, busyness: 1, bankDays: 731 };

/** A café with a grocery in a busy street: some 550 sales a day, 200,000 a year. */
const BUSY = 31;
const MAX_YEARS = 10;

export const sizeOfYears = (years: number): DemoSize => ({
  years,
  days: Math.round(years * 365.25),
  busyness: BUSY,
  bankDays: 62,
});

/** @param text as typed after --years. @throws UsageError */
export const readYears = (text: string): number => {
  const years = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (years >= 1 && years <= MAX_YEARS) return years;
  throw new UsageError(`--years: got "${text}", expected a whole number from 1 to ${MAX_YEARS}`);
};
