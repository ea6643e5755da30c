import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityEntry } from '../../../shared/api/activity.ts';
import { formatAmount } from '../../../shared/money.ts';
import { read } from '../../api/client.ts';
import { Hint } from '../../kit/act.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useNow } from '../../kit/use-now.ts';
import { ownReference } from '../../lib/invoices.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { Section, Small } from './invoice-rows.tsx';
import classes from './today.module.css';

const SHOWN = 9;

/** What happened last: each happening a row of its own, at its own time. */
export const Latest = () => {
  const { t } = useTranslation('today');
  const query = useQuery(read('activity/'));
  return (
    <Section
      title={t('latest.title')}
      aside={
        <Link to="/invoices" className="link">
          {t('latest.all')}
        </Link>
      }
    >
      <QueryView query={query} rows={SHOWN} height={40}>
        {({ results }) =>
          results.length > 0 ? <Rows entries={results} /> : <Hint py="xs">{t('latest.empty')}</Hint>
        }
      </QueryView>
    </Section>
  );
};

const keyOf = ({ at, type, invoice, amount }: ActivityEntry): string => [at, type, invoice, amount].join(' ');

const Rows = ({ entries }: { entries: readonly ActivityEntry[] }) => {
  const isNew = useNewcomers(entries.map(keyOf));
  // A cancellation is later than its decline, so that it is among the latest as well.
  const cancelled = new Set(entries.filter(({ type }) => type === 'cancelled').map(({ invoice }) => invoice));
  return (
    <ul className={`plain-list lined ${classes.rows}`}>
      {entries.map((entry) => (
        <li key={keyOf(entry)} className="subgrid" data-new={isNew(keyOf(entry)) || undefined}>
          <Row entry={entry} isCancelled={cancelled.has(entry.invoice)} />
        </li>
      ))}
    </ul>
  );
};

const Row = ({ entry, isCancelled }: { entry: ActivityEntry; isCancelled: boolean }) => {
  const dates = useDates();
  const { title, about } = useWords(entry, isCancelled);
  const at = Date.parse(entry.at);
  return (
    <To entry={entry}>
      <Box component="time" className="figures" c="dimmed" dateTime={entry.at}>
        {dates.brief(at)}
      </Box>
      <Stack component="span" className="breaks" gap={0} miw={0}>
        {title}
        {about === '' ? null : (
          <Small>
            {about}
            {entry.type === 'doubt' ? <Waited since={at} /> : null}
          </Small>
        )}
      </Stack>
      <Sum entry={entry} />
    </To>
  );
};

/** ` · 6 s`: since when the bank has been asked. */
const Waited = ({ since }: { since: number }) => {
  const { t } = useTranslation();
  const all = Math.max(0, Math.floor((useNow() - since) / 1000));
  const [minutes, seconds] = [Math.floor(all / 60), all % 60];
  return (
    <span role="timer">
      {' · '}
      {t(minutes > 0 ? 'timeLeft.minutes' : 'timeLeft.seconds', { minutes, seconds })}
    </span>
  );
};

const To = ({ entry: { invoice, type }, children }: { entry: ActivityEntry; children: ReactNode }) => {
  if (invoice !== null)
    return (
      <Link
        to="/invoices/$invoiceId"
        params={{ invoiceId: String(invoice) }}
        className={`row-link subgrid ${classes.row}`}
      >
        {children}
      </Link>
    );
  return (
    <Link to={type === 'doubt' ? '/charge' : '/shift'} className={`row-link subgrid ${classes.row}`}>
      {children}
    </Link>
  );
};

/** Money that came or went has a sign; what only might have is grey. */
const COMES: ReadonlySet<ActivityEntry['type']> = new Set(['paid', 'captured', 'cash', 'cash_in']);
const GOES: ReadonlySet<ActivityEntry['type']> = new Set(['refunded', 'cash_refund', 'cash_out']);

const Sum = ({ entry: { type, amount, ccy } }: { entry: ActivityEntry }) => {
  if (amount === null || type === 'shift_closed') return <span />;
  if (GOES.has(type))
    return (
      <strong className="figures toned" data-tone="returned">
        −{formatAmount(amount, ccy)}
      </strong>
    );
  if (COMES.has(type)) return <strong className="figures">+{formatAmount(amount, ccy)}</strong>;
  return (
    <Box component="span" className="figures" c="dimmed">
      {formatAmount(amount, ccy)}
    </Box>
  );
};

/** The two lines of a row. */
const useWords = (entry: ActivityEntry, isCancelled: boolean): { title: string; about: string } => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const { people } = useShopFacts();
  const { type, amount, ccy, whole, cash, card, goods, reason, by, until, number_display: number } = entry;
  const money = (minor: number | null) => formatAmount(minor ?? 0, ccy);
  /** `200,00` */
  const bare = (minor: number) => formatAmount(minor, ccy).replace(/\s\D+$/u, '');
  const paidBy = card === '' ? t('latest.paid') : t('latest.paidBy', { card });
  const who = people ? by : '';
  const what = ownReference({ number_display: number, reference: entry.reference }) || goods;
  const lines = (...parts: string[]): string => parts.filter(Boolean).join(' · ');
  const because = reason === '' ? '' : t('latest.because', { reason });
  const declined = (): string => {
    if (until !== null) return t('latest.declinedOpen', { time: dates.time(Date.parse(until)) });
    return t(isCancelled ? 'latest.declinedCancelled' : 'latest.declined');
  };
  const named = lines(what || `№ ${number}`, who);
  switch (type) {
    case 'paid':
      return {
        title:
          cash === null ? paidBy : t('latest.parts', { cash: bare(cash), qr: bare((amount ?? 0) - cash) }),
        about: named,
      };
    case 'refunded':
      return { title: t('latest.refunded', { number }), about: lines(goods, because, who) };
    case 'held':
      return { title: t('latest.held'), about: named };
    case 'captured':
      return {
        title: t('latest.captured', { number }),
        about:
          whole === null || whole === amount
            ? lines(what, who)
            : t('latest.capturedOf', { amount: money(amount), whole: money(whole) }),
      };
    case 'declined':
      return { title: declined(), about: lines(reason, what, who) };
    case 'doubt':
      return { title: t('latest.doubt', { amount: money(amount) }), about: t('latest.doubtMeans') };
    case 'refund_doubt':
      return {
        title: t('latest.refundDoubt', { amount: money(amount) }),
        about: t('latest.refundDoubtMeans'),
      };
    case 'cancelled':
      return { title: t('latest.cancelled'), about: lines(what || `№ ${number}`, by) };
    case 'expired':
    case 'released':
      return { title: t(`latest.${type}`), about: named };
    case 'shift_opened':
      return { title: t('latest.shiftOpened', { name: by }), about: '' };
    case 'shift_closed':
      return {
        title:
          amount === 0 || amount === null
            ? t('latest.shiftClosed')
            : t(amount < 0 ? 'latest.shiftShort' : 'latest.shiftOver', { amount: money(Math.abs(amount)) }),
        about: who,
      };
    case 'cash':
      return { title: t('latest.cash'), about: lines(goods, reason, who) };
    case 'cash_refund':
      return {
        title: number === '' ? t('latest.cash_refund') : t('latest.cashRefunded', { number }),
        about: lines(goods, because, who),
      };
    case 'cash_in':
    case 'cash_out':
      return { title: t(`latest.${type}`), about: lines(reason, who) };
  }
};

/** Whether a row is new since the first render, so that only new rows are animated. */
const useNewcomers = (keys: readonly string[]): ((key: string) => boolean) => {
  const [first] = useState(() => new Set(keys));
  return (key) => !first.has(key);
};
