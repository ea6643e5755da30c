import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../../shared/api/closures.ts';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import type { DayCash, Shift } from '../../../../shared/api/shifts.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';
import { useDates } from '../../../shop/use-dates.ts';

export interface CashLine {
  name: string;
  value: string;
  /** Of a shift: a sentence, where the others are sums. */
  isShift?: true;
}

/**
 * QR and cash of a day apart, its till from morning to evening, then each shift with who, when and difference; for screen
 * and paper.
 */
export const useCashLines = (): ((day: DayClose, cash: DayCash, closure?: DayClosure) => CashLine[]) => {
  const { t } = useTranslation('reports');
  const shiftText = useShiftText();
  return ({ totals }, cash, closure) => {
    const sum = (minor: number, count: number): string => `${formatAmount(minor)} (${formatCount(count)})`;
    const total = totals.gross - totals.refunds + cash.sales - cash.refunds;
    return [
      { name: t('cash.takings'), value: formatAmount(totals.gross + cash.sales) },
      { name: t('cash.cards'), value: sum(totals.gross, totals.count) },
      { name: t('cash.cashSales'), value: sum(cash.sales, cash.sale_count) },
      { name: t('cash.cardRefunds'), value: sum(totals.refunds, totals.refund_count) },
      { name: t('cash.cashRefunds'), value: sum(cash.refunds, cash.refund_count) },
      { name: t('cash.total'), value: formatAmount(total) },
      ...(['discounts', 'rounding'] as const)
        .filter((name) => cash[name] !== 0)
        .map((name) => ({ name: t(`cash.${name}`), value: formatAmount(cash[name]) })),
      ...tillLines(cash, closure).map(([name, minor]) => ({
        name: t(`cash.${name}`),
        value: formatAmount(minor),
      })),
      ...cash.shifts.map((shift) => ({
        name: t('cash.shift', { number: shift.id }),
        value: shiftText(shift),
        isShift: true as const,
      })),
    ];
  };
};

type TillLine = 'morning' | 'cashIn' | 'cashOut' | 'expected' | 'closing' | 'difference' | 'left';

/** The till over the shifts of a day that are closed; a shift that is open shows nothing of what is expected. */
const tillLines = ({ shifts, cash_in, cash_out }: DayCash, closure?: DayClosure): [TillLine, number][] => {
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (!first || last?.closing_cash == null || last.expected_cash === null) return [];
  const difference = shifts.reduce((total, shift) => total + (shift.difference ?? 0), 0);
  return [
    ['morning', first.opening_cash],
    ['cashIn', cash_in],
    ['cashOut', cash_out + (closure?.cash_taken ?? 0)],
    ['expected', last.expected_cash],
    ['closing', last.closing_cash],
    ['difference', difference],
    ['left', closure?.cash_left ?? last.closing_cash],
  ];
};

const useShiftText = (): ((shift: Shift) => string) => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  const moment = (at: string): string => dates.moment(Date.parse(at));
  return (shift) => {
    const opened = { by: shift.opened_by, at: moment(shift.opened_at) };
    const { closing_cash, expected_cash, difference, closed_at } = shift;
    if (closing_cash === null || expected_cash === null || difference === null || closed_at === null)
      return t('cash.shiftOpen', opened);
    const who = t('cash.shiftClosed', {
      ...opened,
      closedBy: shift.closed_by ?? '',
      closedAt: moment(closed_at),
    });
    const sums = t('cash.counted', {
      counted: formatAmount(closing_cash),
      expected: formatAmount(expected_cash),
      difference: formatAmount(difference),
    });
    return [`${who}.`, `${sums}.`, shift.closing_remark].filter(Boolean).join(' ');
  };
};

interface FiscalLine {
  name: string;
  value: string;
}

/** The payments of a day, or its refunds, beside their fiscal receipts; for screen and paper. */
export const useFiscalLines = (): ((fiscal: DayFiscal, of: 'sales' | 'returns') => FiscalLine[]) => {
  const { t } = useTranslation('reports');
  const sum = (amount: number, count: number): string => `${formatAmount(amount)} (${formatCount(count)})`;
  return (fiscal, of) => {
    const { count, amount, done, done_amount, missing, missing_amount } = fiscal[of];
    const what = t(`fiscal.${of}`);
    const unknown = count - done - missing;
    return [
      { name: what, value: sum(amount, count) },
      { name: t('fiscal.done', { what }), value: sum(done_amount, done) },
      ...(missing === 0
        ? []
        : [{ name: t('fiscal.missing', { what }), value: sum(missing_amount, missing) }]),
      ...(unknown === 0
        ? []
        : [
            {
              name: t('fiscal.unknown', { what }),
              value: sum(amount - done_amount - missing_amount, unknown),
            },
          ]),
    ];
  };
};
