import { Badge, Button, Group, List, Stack } from '@mantine/core';
import { IconCircleCheck, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosureSums, MonthClosure, ShopDay } from '../../../../shared/api/closures.ts';
import type { AccountMonth } from '../../../../shared/api/month.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { read } from '../../../api/client.ts';
import { incomeStatesQuery, monthClosuresQuery, shopDaysQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Callout, FailureCallout, Strip } from '../../../kit/callout.tsx';
import { CheckList, CheckRow } from '../../../kit/check-list.tsx';
import { Form, useForm } from '../../../kit/form.tsx';
import { NarrowPage } from '../../../kit/narrow-page.tsx';
import { Aside } from '../../../kit/panel.tsx';
import { combineQueries, QueryView } from '../../../kit/query-view.tsx';
import { useKeyed } from '../../../kit/use-keyed.ts';
import { addMonths } from '../../../lib/periods.ts';
import { addDays, startOfDay } from '../../../lib/zone.ts';
import { useAccount } from '../../../shop/session/account.ts';
import { useDates, useToday } from '../../../shop/use-dates.ts';
import { MonthPicker } from '../month/month-picker.tsx';
import { MonthDownload, MonthView, SellerChoice } from '../month.tsx';
import type { MonthSearch } from '../search.ts';
import { useMonthOnly } from '../use-month-names.ts';
import { ClosingFigures } from './figures.tsx';
import { MonthFolder } from './month-folder.tsx';
import { hasGaps, MonthGaps } from './month-gaps.tsx';
import { signed } from './signed.ts';

/** Closes a month: the days that are open, what is missing, one question; then the archive for the accountant. */
export const CloseMonth = () => {
  const { t } = useTranslation('closing');
  const { month: wanted, tax_number } = useSearch({ from: '/reports/close-month' });
  const navigate = useNavigate();
  const today = useToday();
  const lastMonth = addMonths(today, -1).slice(0, 7);
  const month = wanted ?? lastMonth;
  const last = addDays(addMonths(`${month}-01`, 1), -1);
  const summary = useQuery(read('stats/month/', { month, tax_number }));
  const days = useQuery(shopDaysQuery({ date_from: `${month}-01`, date_to: last }));
  const closures = useQuery(monthClosuresQuery({ month_from: month, month_to: month }));
  const [hasAnswered, setAnswered] = useState<string>();
  const change = (search: MonthSearch): void =>
    void navigate({ to: '/reports/close-month', search, resetScroll: false });
  return (
    <NarrowPage
      title={t('month.title')}
      aside={
        <MonthPicker
          month={month}
          thisMonth={today.slice(0, 7)}
          onChoose={(next) => change({ tax_number, ...(next === lastMonth ? {} : { month: next }) })}
        />
      }
      badge={
        hasAnswered === month || closures.data?.results[0] ? null : (
          <Badge data-tone="working" c="var(--tone)" bg="var(--tone-ground)" size="lg">
            {t('month.question', { count: 1 })}
          </Badge>
        )
      }
      back={{ label: t('places.reports'), link: { to: '/reports/sales' } }}
    >
      <QueryView query={combineQueries(combineQueries(summary, days), closures)} isCard rows={8}>
        {([[account, { days: all }], { results }]) => (
          <Stack gap="md">
            <Month
              key={month}
              account={account}
              days={all}
              closure={results[0]}
              hasAnswered={hasAnswered === month}
              onAnswer={() => setAnswered(month)}
            />
            <Archive account={account} />
            <SellerChoice
              sellers={account.sellers}
              value={tax_number}
              onChange={(seller) =>
                change({ ...(wanted === undefined ? {} : { month: wanted }), tax_number: seller })
              }
            />
            <MonthView data={account} />
          </Stack>
        )}
      </QueryView>
    </NarrowPage>
  );
};

interface MonthProps {
  account: AccountMonth;
  days: readonly ShopDay[];
  closure: MonthClosure | undefined;
  hasAnswered: boolean;
  onAnswer(): void;
}

const Month = ({ account, days, closure, hasAnswered, onAnswer }: MonthProps) => {
  const { t } = useTranslation('closing');
  const { is_owner: isOwner } = useAccount();
  const nameOf = useMonthOnly();
  const name = nameOf(account.month, { isFirst: true });
  const isClosed = closure !== undefined && !closure.is_changed;
  return (
    <Stack gap="sm">
      <ClosingFigures isMonth sums={sumOfDays(days)} />
      {closure?.is_changed ? (
        <Strip tone="working" title={t('month.changed', { name, change: signed(closure.change) })} />
      ) : null}
      {isClosed && !hasGaps(account) ? null : (
        <CheckList label={t('month.checks')}>
          {hasAnswered || isClosed || !isOwner ? null : <OtherMoney onAnswer={onAnswer} />}
          {isClosed ? null : <DaysRow days={days} account={account} />}
          <MonthGaps gaps={account.gaps} />
          {isClosed ? null : <Limit />}
        </CheckList>
      )}
      {isClosed ? <Closed closure={closure} name={name} /> : null}
      {isClosed || !isOwner ? null : <CloseForm account={account} hasAnswered={hasAnswered} />}
    </Stack>
  );
};

const OtherMoney = ({ onAnswer }: { onAnswer(): void }) => {
  const { t } = useTranslation('closing');
  const navigate = useNavigate();
  return (
    <CheckRow isFilled state="open" title={t('month.other')} text={t('month.otherText')}>
      <Act size="compact-sm" onClick={onAnswer} text={t('month.no')} />
      <Act
        size="compact-sm"
        onClick={() => void navigate({ to: '/reports/income' })}
        text={t('month.addSum')}
      />
    </CheckRow>
  );
};

/** A longer list of days is folded up. */
const MAX_DAYS = 6;

const DaysRow = ({ days, account }: { days: readonly ShopDay[]; account: AccountMonth }) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const open = days.filter(
    ({ closure, sums }) => closure?.is_changed || (!closure && sums.qr_count + sums.sale_count > 0),
  );
  const closed = days.filter(({ closure }) => closure).length;
  if (open.length === 0)
    return (
      <CheckRow
        state="fine"
        title={t('month.daysFine', { count: closed })}
        text={account.gaps.statements.length === 0 ? t('month.statement') : undefined}
      />
    );
  const list = (
    <List size="sm" listStyleType="none" style={{ columns: '13rem' }}>
      {open.map(({ date, closure, sums }) => (
        <List.Item key={date}>
          <Link to="/reports/close-day" search={{ date }}>
            {dates.namedShortDay(startOfDay(date, dates.timeZone))}
          </Link>
          {': '}
          {closure ? t('day.changed', { change: signed(closure.change) }) : formatAmount(sums.takings)}
        </List.Item>
      ))}
    </List>
  );
  return (
    <CheckRow
      state="open"
      title={t('month.daysOpen', { count: open.length })}
      below={open.length > MAX_DAYS ? <Aside title={t('words.show')}>{list}</Aside> : list}
    />
  );
};

/** The limit of the group of the single tax. */
const Limit = () => {
  const { t } = useTranslation('closing');
  const { data } = useQuery(incomeStatesQuery);
  return (data?.results ?? []).map(({ tax_number, tax_group, income, limit, year }) =>
    tax_group === null || limit === null ? null : (
      <CheckRow
        key={tax_number}
        state={income >= limit ? 'wrong' : income * 10 >= limit * 8 ? 'open' : 'fine'}
        title={t('month.limit', { group: tax_group, percent: Math.floor((income / limit) * 100) })}
        text={t('month.limitText', { year, income: formatAmount(income), limit: formatAmount(limit) })}
      />
    ),
  );
};

const CloseForm = ({ account, hasAnswered }: { account: AccountMonth; hasAnswered: boolean }) => {
  const { t } = useTranslation('closing');
  const nameOf = useMonthOnly();
  const send = useKeyed('shift');
  const name = nameOf(account.month);
  const form = useForm(false, () => send<MonthClosure>('month-closures/', { month: account.month }));
  const asks = account.is_over ? t('month.answer', { name }) : t('month.goesOn', { name });
  const isReady = account.is_over && hasAnswered;
  return (
    <Form gap="xs" onSubmit={form.onSubmit} aria-label={t('month.title')}>
      <FailureCallout failure={form.failure} />
      <Button type="submit" size="lg" fullWidth loading={form.isBusy} disabled={!isReady}>
        {isReady ? t('month.close', { name }) : asks}
      </Button>
      <Hint ta="center">{t('month.after')}</Hint>
    </Form>
  );
};

const Closed = ({ closure, name }: { closure: MonthClosure; name: string }) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  return (
    <Callout
      tone="paid"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={t('month.closed', {
        name,
        at: dates.short(Date.parse(closure.closed_at)),
        by: closure.closed_by ?? 'Kramar',
      })}
    />
  );
};

/** The archive leaves as a file, and by the mail program with its sums. */
const Archive = ({ account }: { account: AccountMonth }) => {
  const { t } = useTranslation('closing');
  const nameOf = useMonthOnly();
  const name = nameOf(account.month, { isFirst: true });
  const totals = account.currencies[0]?.totals;
  const { sales = 0, refunds = 0 } = account.cash ?? {};
  const gross = formatAmount((totals?.gross ?? 0) + sales);
  const body = t('month.mailText', { name, gross, refunds: formatAmount((totals?.refunds ?? 0) + refunds) });
  const subject = t('month.mailSubject', { name, year: account.month.slice(0, 4) });
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <Group>
      <MonthDownload params={{ month: account.month, tax_number: account.tax_number ?? undefined }} isReady />
      <Act icon={IconMail} onClick={() => window.open(address, '_self')} text={t('month.mail')} />
      <MonthFolder />
    </Group>
  );
};

const SUMS = [
  ...(['takings', 'qr', 'qr_count', 'qr_refunds', 'qr_refund_count'] as const),
  ...(['sales', 'sale_count', 'refunds', 'refund_count', 'cash_in', 'cash_out'] as const),
  ...(['rounding', 'discounts', 'part_count'] as const),
] as const;

/** The sums of several days together, other currencies left out. */
const sumOfDays = (days: readonly ShopDay[]): ClosureSums => {
  const total = Object.fromEntries(
    SUMS.map((name) => [name, days.reduce((all, { sums }) => all + sums[name], 0)]),
  ) as Record<(typeof SUMS)[number], number>;
  return { ...total, others: [] };
};
