import { ActionIcon, SegmentedControl, Title, Tooltip } from '@mantine/core';
import { IconDeviceDesktopShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram, isDesktop } from '../../api/bridge.ts';
import { connectDisplay } from '../../api/customer-screen.ts';
import { counterQuery, currentShiftQuery } from '../../api/queries.ts';
import { useToast } from '../../kit/use-toast.ts';
import { useDates } from '../../shop/use-dates.ts';
import classes from './charge.module.css';
import { OpenStrip } from './open-strip.tsx';

interface SaleBarProps {
  /** The shown half of the screen; undefined: there is no other. */
  mode: 'lines' | 'amount' | undefined;
  onMode(mode: 'lines' | 'amount'): void;
}

/** The head of the counter: its half, open QR codes, the shift, the customer's screen. */
export const SaleBar = ({ mode, onMode }: SaleBarProps) => {
  const { t } = useTranslation('charge');
  const hasCustomerScreen = useQuery(counterQuery).data?.customer_screen !== false;
  useEffect(() => {
    // Full screen, it has no frame to close it by.
    if (isDesktop && !hasCustomerScreen) callProgram('customer_screen.close', {}).catch(() => undefined);
  }, [hasCustomerScreen]);
  return (
    <div className={classes.bar}>
      <Title order={1} size="h2">
        {t('places.charge')}
      </Title>
      {mode === undefined ? null : (
        <SegmentedControl
          size="xs"
          aria-label={t('form.mode')}
          value={mode}
          onChange={onMode}
          data={[
            { value: 'lines', label: t('words.products') },
            { value: 'amount', label: t('words.amount') },
          ]}
        />
      )}
      <OpenStrip />
      <span className={classes.wide}>
        <ShiftChip />
      </span>
      {hasCustomerScreen ? (
        <span className={classes.wide}>
          <CustomerButton />
        </span>
      ) : null}
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

/** Opens the customer screen: on another display in the program, in a browser as a window of its own. */
const CustomerButton = () => {
  const { t } = useTranslation('customer');
  const toast = useToast();
  const open = (): void => {
    // At once: a browser lets a click open a window, but not what comes after it. Without an opener it gets no copy of
    // the session.
    if (!isDesktop) window.open('/customer', '_blank', 'noopener,popup');
    const connected = connectDisplay();
    (isDesktop ? connected.then(toggle) : connected).catch(toast.error);
  };
  return (
    <Tooltip label={t('title')}>
      <ActionIcon variant="default" size="lg" aria-label={t('title')} onClick={open}>
        <IconDeviceDesktopShare size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
};

/** In the program the same button closes it: full screen, it has no frame to close it by. */
const toggle = async (): Promise<void> => {
  const { is_open } = await callProgram('customer_screen.state', {});
  await callProgram(is_open ? 'customer_screen.close' : 'customer_screen.open', {});
};
