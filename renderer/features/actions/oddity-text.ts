import { useTranslation } from 'react-i18next';
import type { Oddity } from '../../../shared/api/actions.ts';
import { formatAmount } from '../../../shared/money.ts';

const two = (part: number): string => String(part).padStart(2, '0');
/** `21:05`; a day of the shop goes on after midnight. */
const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;

/** Why an oddity is odd, in a sentence. */
export const useOddityText = (): ((oddity: Oddity) => string) => {
  const { t } = useTranslation('actions');
  return ({ rule, facts }) => {
    const number = (name: string): number => Number((facts as Record<string, unknown>)[name] ?? 0);
    const count = number('count');
    const usual = String(number('usual_tenths') / 10);
    switch (rule) {
      case 'refund_after_closing':
        return t('oddities.text.refund_after_closing', {
          count,
          amount: formatAmount(number('amount')),
          at: timeOf(number('minute')),
          opening: timeOf(number('usual_opening')),
          closing: timeOf(number('usual_closing')),
        });
      case 'many_small_refunds':
        return t('oddities.text.many_small_refunds', { count, usual, small: formatAmount(number('small')) });
      case 'cancels_after_qr':
        return t('oddities.text.cancels_after_qr', { count, created: number('created'), usual });
      case 'sale_at_anothers_pin': {
        const gone = number('gone_since');
        const name = gone === 0 ? 'absent' : 'gone';
        return t(`oddities.text.${name}`, { count, at: timeOf(number('minute')), gone: timeOf(gone) });
      }
    }
  };
};
