import { Anchor, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Event, EventData } from '../../shared/api/events.ts';
import { formatAmount } from '../../shared/money.ts';
import { isDesktop } from '../api/bridge.ts';
import { useEvents } from '../api/live-provider.tsx';
import { preferencesStore } from '../lib/preferences.ts';
import { playSound } from '../lib/sound.ts';
import classes from './paid-toasts.module.css';

/** Older events were missed while disconnected; they are shown in lists, without a sound. */
const NEWS_MS = 60_000;

const isNewPayment = (event: Event): boolean => {
  if (event.type !== 'invoice.status_changed' || event.invoice === null) return false;
  const { status } = event.data as EventData<'invoice.status_changed'>;
  return status === 'success' && Date.now() - Date.parse(event.created_at) < NEWS_MS;
};

/** For a page that is not seen; of several tabs one notification is left, by its tag. */
const notifyByBrowser = (title: string, tag: string): void => {
  if (isDesktop || !document.hidden || !preferencesStore.get().notifies) return;
  new Notification(title, { tag }).onclick = () => window.focus();
};

/** Without an order number the reference repeats the invoice's own. */
const OWN_NUMBER = /^INV-(?=\d+$)/u;

const SEEN_FOR_MS = 8000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown'] as const;

/** Calls back some seconds after somebody has used the screen: then the notice has been seen. */
const whenSeen = (onSeen: () => void): void => {
  const stop = new AbortController();
  const onInput = (): void => {
    stop.abort();
    setTimeout(onSeen, SEEN_FOR_MS);
  };
  for (const input of INPUTS) addEventListener(input, onInput, { signal: stop.signal, passive: true });
};

/** Announces each incoming payment on every screen; the charge screen announces its own. */
export const PaidToasts = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEvents((event) => {
    if (!isNewPayment(event)) return;
    if (pathname === '/charge' && search.invoice === event.invoice) return;
    const { amount, ccy, reference } = event.data as EventData<'invoice.status_changed'>;
    const paid = t('paidToast', { amount: formatAmount(amount, ccy) });
    // Without focus, the program shows a system notification with its own sound instead.
    if (preferencesStore.get().sound && !(isDesktop && !document.hasFocus())) playSound('paid');
    notifyByBrowser(paid, `kramar-paid-${event.invoice}`);
    notifications.show({
      id: `paid-${event.invoice}`,
      color: 'green',
      icon: <IconCheck size={22} aria-hidden />,
      title: paid,
      classNames: { root: classes.toast, title: classes.title },
      // It is closed once somebody has seen it.
      autoClose: false,
      onOpen: ({ id }) => whenSeen(() => notifications.hide(id ?? '')),
      message: (
        <Text size="sm">
          {t('words.saleTitle', { number: reference.replace(OWN_NUMBER, '') })}{' '}
          <Anchor
            component="button"
            size="sm"
            onClick={() =>
              void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: String(event.invoice) } })
            }
          >
            {t('words.open')}
          </Anchor>
        </Text>
      ),
      closeButtonProps: { 'aria-label': t('close') },
    });
  });
  return null;
};
