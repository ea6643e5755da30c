import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayOf } from '../../lib/zone.ts';
import { Strip } from '../../ui/callout.tsx';
import { usePlaceName } from '../../ui/terminal-filter.tsx';
import { useDates } from '../../ui/use-dates.ts';
import type { Asked } from './api.ts';
import { useChosen } from './form.tsx';
import classes from './reconciliation.module.css';
import { useDesk } from './reconciliation-store.ts';
import { useDaysText } from './use-days-text.ts';
import type { View } from './view.ts';

/** What the answer is about, and as of when; once something else is chosen, that it is not about that. */
export const AskedFacts = ({
  asked,
  tillName,
  view: { answer },
}: {
  asked: Asked;
  tillName: string | undefined;
  view: View;
}) => {
  const { t } = useTranslation('reconciliation');
  const { t: common } = useTranslation();
  const dates = useDates();
  const daysText = useDaysText();
  const place = usePlaceName({ terminal: asked.terminal });
  const days = {
    from: dayOf(Date.parse(asked.from), dates.timeZone),
    to: dayOf(Date.parse(asked.to), dates.timeZone),
  };
  const parts = [
    daysText(days),
    place ?? common('place.anyTerminal'),
    ...(tillName === undefined ? [] : [t('facts.till', { name: tillName })]),
    t('facts.made', { time: dates.short(Date.parse(answer.made_at)) }),
  ];
  return (
    <div>
      <Text size="sm" c="dimmed">
        {parts.join(' · ')}
      </Text>
      {useIsOther(asked) ? (
        <div className={classes.rounded}>
          <Strip tone="waiting" title={t('facts.otherTitle')}>
            {t('facts.other')}
          </Strip>
        </div>
      ) : null}
    </div>
  );
};

const useIsOther = (asked: Asked): boolean => {
  const { period } = useChosen();
  const { till, hints, askingSince } = useDesk();
  if (askingSince !== undefined) return false;
  return (
    period.from !== asked.from ||
    period.to !== asked.to ||
    period.terminal !== asked.terminal ||
    till?.bytes !== asked.file ||
    hints !== asked.hints
  );
};
