import { Box, type BoxProps, Flex, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type PropsWithChildren, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerScreen } from '../../../shared/api/customer-screen.ts';
import { basketChange, formatAmount } from '../../../shared/money.ts';
import { type CustomerView, displayStore, followDisplay, noteOpen } from '../../api/customer-screen.ts';
import { Qr } from '../../kit/qr.tsx';
import { useStore } from '../../lib/create-store.ts';
import classes from './customer.module.css';

/** The screen that faces the customer: a page of its own, without a session and without anything to press. */
export const Customer = () => {
  const view = useView();
  const { t } = useTranslation('customer');
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  // While nothing is known, nothing is claimed.
  if (typeof view !== 'object') return <Idle name="" note={view === undefined ? '' : t(view)} />;
  switch (view.state) {
    case 'idle':
      return <Idle name={view.shop_name} note="" />;
    case 'paid':
      return (
        <Message isPaid>
          <IconCheck size="28vmin" stroke={1.6} aria-hidden />
          <div role="status">
            <Heading>{t('words.paid')}</Heading>
          </div>
          <Amount amount={view.amount} ccy={view.ccy} />
          <Words>{[t('thanks'), view.shop_name].filter(Boolean).join(' · ')}</Words>
        </Message>
      );
    case 'failed':
      return <Failed key={view.version} screen={view} />;
    default:
      return <Sale screen={view} />;
  }
};

const useView = (): CustomerView | undefined => {
  const token = useStore(displayStore)?.token;
  const [view, setView] = useState<CustomerView>();
  useEffect(noteOpen, []);
  useEffect(() => {
    if (token === undefined) {
      setView(neutral);
      return;
    }
    const end = new AbortController();
    void followDisplay(token, setView, end.signal);
    return () => end.abort();
  }, [token]);
  return view;
};

/** Nobody is signed in at the till any more: of what was shown, the shop's name stays. */
const neutral = (view: CustomerView | undefined): CustomerView =>
  typeof view === 'object' ? { ...view, state: 'idle', amount: null, lines: [], qr: '' } : 'disconnected';

const Idle = ({ name, note }: { name: string; note: string }) => {
  const { t } = useTranslation('customer');
  return (
    <Message>
      <Heading>{name || t('welcome')}</Heading>
      {note === '' ? null : <Words>{note}</Words>}
    </Message>
  );
};

/** So long the sentence stands alone, ms. */
const SENTENCE_MS = 8000;

/** A declined payment in one sentence, then the same QR again: it takes another card. */
const Failed = ({ screen }: { screen: CustomerScreen }) => {
  const { t } = useTranslation('customer');
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), SENTENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRead ? <Sale screen={screen} /> : <Idle name={t('failed')} note={t('again')} />;
};

/** In the middle of the screen. */
const Message = ({ children, isPaid }: PropsWithChildren<{ isPaid?: true }>) => (
  <Stack
    component="main"
    className={classes.screen ?? ''}
    gap="3vmin"
    align="center"
    justify="center"
    ta="center"
    {...(isPaid && { 'data-outcome': 'paid', c: 'white', bg: 'var(--paid-screen)' })}
  >
    {children}
  </Stack>
);

const Heading = (props: PropsWithChildren<BoxProps>) => (
  <Box component="h1" m={0} fz="clamp(2rem, 9vmin, 6rem)" lh={1.15} {...props} />
);

const Words = (props: PropsWithChildren<BoxProps & { className?: string; role?: 'status' }>) => (
  <Box component="p" fz="clamp(1rem, 4vmin, 2.25rem)" {...props} />
);

/** Readable across the counter. */
const Amount = ({ amount, ccy }: Pick<CustomerScreen, 'amount' | 'ccy'>) =>
  amount === null ? null : (
    <Box component="p" className="figures" fz="clamp(2.5rem, 12vmin, 8rem)" fw={700} lh={1.1}>
      {formatAmount(amount, ccy)}
    </Box>
  );

const Sale = ({ screen }: { screen: CustomerScreen }) => {
  const { t } = useTranslation('customer');
  const { state, shop_name, amount, received, ccy, lines, qr } = screen;
  return (
    <main className={`${classes.screen} ${classes.sale}`} data-qr={qr !== ''}>
      {qr === '' ? null : (
        <div className={classes.qr}>
          <Qr value={qr} margin={4} label={t('words.scanToPay')} />
        </div>
      )}
      <Flex
        direction="column"
        gap="2vmin"
        w="100%"
        maw="60rem"
        mah="calc(100dvh - 2 * clamp(1rem, 4vmin, 4rem))"
      >
        <Words c="dimmed">{shop_name}</Words>
        <div role="status">
          <Heading fz="clamp(1.5rem, 6vmin, 4rem)" lh={1.2}>
            {t(HEADINGS[state])}
          </Heading>
        </div>
        <Amount amount={amount} ccy={ccy} />
        {received === null || amount === null ? null : (
          <Words className="figures" role="status" fz="clamp(1.5rem, 6vmin, 4rem)" fw={650} lh={1.2}>
            {t('received', { received: formatAmount(received), change: formatAmount(received - amount) })}
          </Words>
        )}
        <Lines lines={lines} ccy={ccy} isGrowing={state === 'cart'} />
        {/* A cart lacks the lines that are still typed, and a sum in cash is rounded. */}
        {state === 'cart' || state === 'cash' || amount === null ? null : (
          <BasketChange amount={amount} lines={lines} ccy={ccy} />
        )}
      </Flex>
    </main>
  );
};

const HEADINGS = {
  cart: 'words.toPay',
  cash: 'toPayCash',
  to_pay: 'words.scanToPay',
  processing: 'processing',
  failed: 'again',
  paid: 'words.paid',
  idle: 'welcome',
} as const;

interface BasketChangeProps extends Pick<CustomerScreen, 'lines' | 'ccy'> {
  amount: number;
}

/** A discount or a charge on the whole basket. */
const BasketChange = ({ amount, lines, ccy }: BasketChangeProps) => {
  const { t } = useTranslation('customer');
  const found = basketChange(amount, lines);
  if (!found) return null;
  return (
    <Words className="figures">
      {t(found.change < 0 ? 'discount' : 'extraCharge', { amount: formatAmount(found.change, ccy) })}
    </Words>
  );
};

const SHOWN_LINES = 6;

interface LinesProps extends Pick<CustomerScreen, 'lines' | 'ccy'> {
  /** The last line is the one that was just added. */
  isGrowing: boolean;
}

/** As many lines as are read at a glance, and how many more there are. */
const Lines = ({ lines, ccy, isGrowing }: LinesProps) => {
  const { t } = useTranslation('customer');
  const shown = isGrowing ? lines.slice(-SHOWN_LINES) : lines.slice(0, SHOWN_LINES);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? <li>{t('more', { count: rest })}</li> : null;
  if (lines.length === 0) return null;
  return (
    <ul className={`figures plain-list ${classes.lines}`}>
      {isGrowing ? more : null}
      {shown.map(({ name, quantity, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity of their own
        <li key={at} data-new={isGrowing && at === shown.length - 1}>
          <span>{name}</span>
          <Box component="span" c="dimmed">
            {quantity}
          </Box>
          <span>{formatAmount(amount, ccy)}</span>
        </li>
      ))}
      {isGrowing ? null : more}
    </ul>
  );
};
