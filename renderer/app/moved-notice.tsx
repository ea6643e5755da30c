import { useTranslation } from 'react-i18next';
import type { System } from '../../shared/api/system.ts';
import { Strip } from '../kit/callout.tsx';
import { useDates } from '../shop/use-dates.ts';

/** Says on every screen that the shop goes on on another computer, and the way back. */
export const MovedNotice = ({ moved: { at } }: { moved: NonNullable<System['moved_away']> }) => {
  const { t } = useTranslation('copies');
  const dates = useDates();
  return (
    <Strip tone="working" title={t('moved.title', { moment: dates.spoken(Date.parse(at)) })}>
      {t('moved.text')}
    </Strip>
  );
};
