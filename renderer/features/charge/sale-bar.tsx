import { ActionIcon, Box, SegmentedControl, Title, Tooltip } from '@mantine/core';
import { IconCashRegister, IconDeviceDesktopShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import { formatAmount } from '../../../shared/money.ts';
import { callProgram, isDesktop } from '../../api/bridge.ts';
import { connectDisplay } from '../../api/customer-screen.ts';
import { counterQuery, openInvoicesQuery } from '../../api/queries.ts';
import { Key } from '../../kit/key.tsx';
import { useToast } from '../../kit/use-toast.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useTill } from '../../shop/use-till.ts';
import classes from './charge.module.css';
import { isSameSale } from './draft-store.ts';
import { useChargeDraft } from './use-charge-draft.ts';

interface SaleBarProps {
  /** The shown half of the screen; undefined: there is no other. */
  mode: 'lines' | 'amount' | undefined;
  onMode(mode: 'lines' | 'amount'): void;
}

/** The head of the counter: its half, open QR codes, the shift, the customer's screen. */
export const SaleBar = ({ mode, onMode }: SaleBarProps) => {
  const { t } = useTranslation('charge');
  const { data: counter } = useQuery(counterQuery);
  const hasCustomerScreen = counter?.customer_screen !== false;
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
          size="sm"
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
      {counter?.takes_cash ? <ShiftChip /> : null}
      {hasCustomerScreen ? (
        <Box component="span" visibleFrom="sm">
          <CustomerButton />
        </Box>
      ) : null}
    </div>
  );
};

/** The open shift, or for who works alone what is in the till, and the way to it. */
const ShiftChip = () => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const { shift, cash } = useTill();
  if (shift === undefined || cash === undefined) return null;
  const ofShift =
    shift && t('shift.open', { name: shift.opened_by, time: dates.time(Date.parse(shift.opened_at)) });
  const known = cash === null ? ofShift : t('shift.till', { sum: formatAmount(cash) });
  const text = known ?? t('shift.none');
  return (
    <Link
      to="/shift"
      className={`${known ? 'card' : 'tinted'} ${classes.chip} ${classes.shift}`}
      data-tone={known ? 'paid' : 'working'}
    >
      <Box component="span" visibleFrom="sm">
        {text}
      </Box>
      {/* On a phone there is room for a picture. */}
      <Box component={IconCashRegister} hiddenFrom="sm" size={18} role="img" aria-label={text} />
      <Key name="Alt 6" />
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

const SHOWN = 3;
const PARAMS = { ordering: '-created_date', page_size: 50 };

/** The sales of this screen that go on beside the present one: unpaid QR codes, and outcomes that are not known yet. */
const OpenStrip = () => {
  const { t } = useTranslation('charge');
  const { draft } = useChargeDraft();
  const canView = usePermission('can_view_invoices');
  const { data } = useQuery({ ...openInvoicesQuery(PARAMS), enabled: canView && draft.made.length > 0 });
  const open = canView
    ? (data?.results ?? []).filter(({ id }) => draft.made.includes(id)).slice(0, SHOWN)
    : asMade(draft.last?.invoice);
  const unknown = draft.attempts.filter(
    ({ state, form }) => state !== 'refused' && !isSameSale(form, draft.form),
  );
  return (
    <ul className={`plain-list ${classes.strip}`} aria-label={t('open.label')}>
      {unknown.map(({ key, amount }) => (
        <li key={key} className={`figures tinted ${classes.chip}`} data-tone="working">
          {t('open.unknown', { amount: formatAmount(amount) })}
        </li>
      ))}
      {open.map(({ id, number_display, amount, ccy, status }) => (
        <li key={id}>
          <Link
            to="/charge"
            search={{ invoice: id }}
            className={`figures tinted ${classes.chip}`}
            data-tone={status === 'processing' ? 'working' : 'waiting'}
            title={t('open.show')}
          >
            {t(canView ? `open.${status}` : 'open.made', {
              number: number_display,
              amount: formatAmount(amount, ccy),
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
};

type Shown = Pick<OpenInvoice, 'id' | 'number_display' | 'amount' | 'ccy' | 'status'>;

/** Users without permission to view invoices see the last one they created, without its status. */
const asMade = (invoice: Omit<Shown, 'status'> | undefined): Shown[] =>
  invoice ? [{ ...invoice, status: 'created' }] : [];
