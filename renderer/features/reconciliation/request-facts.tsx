import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { Strip } from '../../kit/callout.tsx';
import { dayOf } from '../../lib/zone.ts';
import { useDaysText } from '../../shop/period-picker.tsx';
import { useTerminalName } from '../../shop/terminal-filter.tsx';
import { useDates } from '../../shop/use-dates.ts';
import type { ComparisonRequest } from './api.ts';
import { usePeriodSearch } from './form.tsx';
import classes from './reconciliation.module.css';
import { useReconciliation } from './reconciliation-store.ts';
import type { View } from './view.ts';

/** Names the compared period and the time; warns when the form has changed since. */
export const RequestFacts = ({
  request,
  tillName,
  view: { answer },
}: {
  request: ComparisonRequest;
  tillName: string | undefined;
  view: View;
}) => {
  const { t } = useTranslation('reconciliation');
  const { t: common } = useTranslation();
  const dates = useDates();
  const daysText = useDaysText();
  const terminalName = useTerminalName({ terminal: request.terminal });
  const days = {
    from: dayOf(Date.parse(request.from), dates.timeZone),
    to: dayOf(Date.parse(request.to), dates.timeZone),
  };
  const parts = [
    daysText(days),
    terminalName ?? common('place.anyTerminal'),
    ...(tillName === undefined ? [] : [t('facts.till', { name: tillName })]),
    t('facts.made', { time: dates.short(Date.parse(answer.made_at)) }),
  ];
  return (
    <div>
      <Hint>{parts.join(' · ')}</Hint>
      {useIsOutdated(request) ? (
        <div className={classes.rounded}>
          <Strip tone="waiting" title={t('facts.otherTitle')}>
            {t('facts.other')}
          </Strip>
        </div>
      ) : null}
    </div>
  );
};

const useIsOutdated = (request: ComparisonRequest): boolean => {
  const { period } = usePeriodSearch();
  const { till, hints, runningSince } = useReconciliation();
  if (runningSince !== undefined) return false;
  return (
    period.from !== request.from ||
    period.to !== request.to ||
    period.terminal !== request.terminal ||
    till?.bytes !== request.file ||
    hints !== request.hints
  );
};
