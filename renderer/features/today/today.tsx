import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../shared/time.ts';
import { Page } from '../../ui/page.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { useStepOfTime } from '../../ui/use-now.ts';
import { Attention } from './attention.tsx';
import { ChargeButton } from './charge-button.tsx';
import { Figures } from './figures.tsx';
import { Hours } from './hours.tsx';
import { Latest } from './latest.tsx';
import { OpenInvoices } from './open-invoices.tsx';
import { rangesAt } from './ranges.ts';
import classes from './today.module.css';

/** How late the screen may notice that a minute, or the day, is over. */
const LOOK_EVERY_MS = 2000;

/** A glance that tells how the day goes. */
export const Today = () => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const minute = useStepOfTime(MINUTE_MS, LOOK_EVERY_MS);
  const ranges = rangesAt(minute, dates.timeZone);
  return (
    <Page title={t('title', { day: dates.longDay(minute) })} actions={<ChargeButton />}>
      <Attention />
      <Figures ranges={ranges} />
      <div className={classes.columns}>
        <Hours ranges={ranges} minute={minute} />
        <OpenInvoices />
      </div>
      <Latest />
    </Page>
  );
};
