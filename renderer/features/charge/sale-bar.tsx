import { SegmentedControl, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentShiftQuery } from '../../api/queries.ts';
import { useDates } from '../../shop/use-dates.ts';
import classes from './charge.module.css';
import { CustomerButton } from './customer-button.tsx';
import { OpenStrip } from './open-strip.tsx';

interface SaleBarProps {
  /** The shown half of the screen; undefined: there is no other. */
  mode: 'lines' | 'amount' | undefined;
  onMode(mode: 'lines' | 'amount'): void;
}

/** The head of the counter: its half, open QR codes, the shift, the customer's screen. */
export const SaleBar = ({ mode, onMode }: SaleBarProps) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  return (
    <div className={classes.bar}>
      <Title order={1} size="h2">
        {common('places.charge')}
      </Title>
      {mode === undefined ? null : (
        <SegmentedControl
          size="xs"
          aria-label={t('form.mode')}
          value={mode}
          onChange={onMode}
          data={[
            { value: 'lines', label: t('form.lines') },
            { value: 'amount', label: t('form.amount') },
          ]}
        />
      )}
      <OpenStrip />
      <span className={classes.wide}>
        <ShiftChip />
      </span>
      <span className={classes.wide}>
        <CustomerButton />
      </span>
    </div>
  );
};

/** The open shift, and the way to it. */
const ShiftChip = () => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const { data } = useQuery(currentShiftQuery);
  const shift = data?.shift;
  return (
    <Link to="/shift" className={classes.chip} data-tone={shift ? 'paid' : 'over'}>
      {shift
        ? t('shift.open', { name: shift.opened_by, time: dates.time(Date.parse(shift.opened_at)) })
        : t('shift.none')}
    </Link>
  );
};
