import { LEARNT_DAYS, odditiesOf } from '../../../main/domain/oddities/rules.ts';
import type { OddityRule } from '../../../shared/actions.ts';
import { ODDITY_RULES } from '../../../shared/actions.ts';
import { makeYear, type Scheme } from './year.ts';

export interface Judged {
  planted: number;
  found: number;
  /** Findings that no scheme explains. */
  falseAlarms: number;
  weeks: number;
  byRule: Record<OddityRule, { found: number; falseAlarms: number }>;
}

/** Small refunds are looked at over three days, so a finding may come two days after the last one. */
const AFTER = 2;
const explains = ({ by, from, to }: Scheme, day: number, who: number): boolean =>
  by === who && day >= from && day <= to + AFTER;

/** Runs the rules over the year of a seed. */
export const judgeYear = (seed: string): Judged => {
  const { days, schemes } = makeYear(seed);
  const findings = days.flatMap((today, index) =>
    odditiesOf(today, days.slice(Math.max(0, index - LEARNT_DAYS), index)).map((found) => ({
      ...found,
      day: today.day,
    })),
  );
  const isFound = (scheme: Scheme) =>
    findings.some(({ rule, day, by }) => rule === scheme.rule && explains(scheme, day, by));
  const falseOnes = findings.filter(({ day, by }) => !schemes.some((scheme) => explains(scheme, day, by)));
  const byRule = Object.fromEntries(
    ODDITY_RULES.map((rule) => [
      rule,
      {
        found: schemes.filter((scheme) => scheme.rule === rule && isFound(scheme)).length,
        falseAlarms: falseOnes.filter((found) => found.rule === rule).length,
      },
    ]),
  ) as Judged['byRule'];
  return {
    planted: schemes.length,
    found: schemes.filter(isFound).length,
    falseAlarms: falseOnes.length,
    weeks: days.length / 7,
    byRule,
  };
};
