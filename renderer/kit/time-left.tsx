import { useTranslation } from 'react-i18next';
import { splitTimeLeft } from '../lib/time-left.ts';
import { useNow } from './use-now.ts';

/** How long there is until a moment, counting down. @param until milliseconds UTC */
export const TimeLeft = ({ until }: { until: number }) => {
  const { t } = useTranslation();
  const now = useNow();
  const { unit, ...parts } = splitTimeLeft(until - now);
  // The role keeps screen readers from announcing every second.
  return (
    <span className="figures" role="timer">
      {t(`timeLeft.${unit}`, parts)}
    </span>
  );
};
