import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { Failure } from '../../api/failure.ts';
import { formatCount } from '../../lib/count.ts';
import { useDates } from '../../shop/use-dates.ts';

/** A refusal of the shift, with who and when; undefined: the usual text of the failure says it. */
export const useShiftRefusal = (): ((failure: Failure | undefined) => string | undefined) => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  return (failure) => {
    if (failure?.kind !== 'invalid') return undefined;
    if (failure.codes?.amount?.[0]?.code === 'more_than_till') return t('refused.moreThanTill');
    if (failure.codes?.closing_cash?.[0]?.code === 'other_count') return t('refused.otherCount');
    const refused = failure.codes?.non_field_errors?.[0];
    const { by = '', at = '' } = refused?.facts ?? {};
    const facts = { by, at: dates.moment(Date.parse(String(at))) };
    if (refused?.code === 'shift_open') return t('refused.open', facts);
    return refused?.code === 'shift_closed' ? t('refused.closed', facts) : undefined;
  };
};

/** What the difference means: cash is missing, is over, or agrees. */
export const useDifferenceText = (): ((difference: number) => string) => {
  const { t } = useTranslation('shift');
  return (difference) => {
    if (difference === 0) return t('difference.none');
    return t(difference < 0 ? 'difference.missing' : 'difference.over', {
      sum: formatAmount(Math.abs(difference)),
    });
  };
};

/** A shift in lines, for the screen and for paper; an open one has no sums. */
export const useShiftFacts = (): ((shift: Shift) => { name: string; value: string }[]) => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  const differenceText = useDifferenceText();
  return (shift) => {
    const whoAndWhen = (by: string | null, at: string | null): string =>
      by === null || at === null
        ? t('facts.stillOpen')
        : t('words.byAt', { by, at: dates.moment(Date.parse(at)) });
    const sums: [name: string, value: string | undefined][] = [
      [t('facts.opened'), whoAndWhen(shift.opened_by, shift.opened_at)],
      [t('facts.openingRemark'), shift.opening_remark || undefined],
      [t('facts.closed'), whoAndWhen(shift.closed_by, shift.closed_at)],
      [t('facts.openingCash'), formatAmount(shift.opening_cash)],
      [t('sales.label'), countAndSum(shift.sale_count, shift.sales)],
      [t('facts.refunds'), countAndSum(shift.refund_count, shift.refunds)],
      [t('facts.cashIn'), shift.cash_in ? amountOf(shift.cash_in) : undefined],
      [t('facts.cashOut'), shift.cash_out ? amountOf(shift.cash_out) : undefined],
      [t('facts.expected'), amountOf(shift.expected_cash)],
      ...(shift.counts ?? []).map((count, at): [string, string] => [
        t('facts.count', { number: at + 1 }),
        t('facts.countText', {
          sum: formatAmount(count.cash),
          difference: differenceText(count.difference),
          by: count.made_by,
          at: dates.short(Date.parse(count.made_at)),
        }),
      ]),
      [t('facts.counted'), amountOf(shift.closing_cash)],
      [t('facts.difference'), shift.difference === null ? undefined : differenceText(shift.difference)],
      [t('facts.closingRemark'), shift.closing_remark || undefined],
      [t('facts.clock'), shift.is_clock_behind ? t('facts.clockText') : undefined],
    ];
    return sums.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  };
};

const amountOf = (minor: number | null): string | undefined =>
  minor === null ? undefined : formatAmount(minor);

const countAndSum = (count: number | null, minor: number | null): string | undefined =>
  count === null || minor === null ? undefined : `${formatAmount(minor)} (${formatCount(count)})`;
