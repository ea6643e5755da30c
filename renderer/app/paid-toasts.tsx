import { Anchor, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Event, EventData } from '../../shared/api/events.ts';
import { formatAmount } from '../../shared/money.ts';
import { isDesktop } from '../data/bridge.ts';
import { useEvents } from '../data/live-provider.tsx';
import { preferencesStore } from '../lib/preferences.ts';
import { playSound } from '../lib/sound.ts';

/** News older than this was missed while the connection was away: the lists tell it, no bell. */
const NEWS_MS = 60_000;

const isNewPayment = (event: Event): boolean => {
  if (event.type !== 'invoice.status_changed' || event.invoice === null) return false;
  const { status } = event.data as EventData<'invoice.status_changed'>;
  return status === 'success' && Date.now() - Date.parse(event.created_at) < NEWS_MS;
};

/** The program's window: while nobody looks at it the system's notification tells, with a sound of its own. */
const isToldBySystem = (): boolean => isDesktop && !document.hasFocus();

/** Tells of each payment as it comes in, wherever one is; the screen of a charge tells its own. */
export const PaidToasts = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEvents((event) => {
    if (!isNewPayment(event)) return;
    if (pathname === '/charge' && search.invoice === event.invoice) return;
    const { amount, reference } = event.data as EventData<'invoice.status_changed'>;
    if (preferencesStore.get().sound && !isToldBySystem()) playSound('paid');
    notifications.show({
      id: `paid-${event.invoice}`,
      color: 'green',
      icon: <IconCheck size={20} aria-hidden />,
      title: t('paidToast', { amount: formatAmount(amount) }),
      message: (
        <Text size="sm">
          {t('paidToastText', { number: reference })}{' '}
          <Anchor
            component="button"
            size="sm"
            onClick={() =>
              void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: String(event.invoice) } })
            }
          >
            {t('openInvoice')}
          </Anchor>
        </Text>
      ),
      closeButtonProps: { 'aria-label': t('close') },
    });
  });
  return null;
};
