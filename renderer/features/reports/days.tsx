import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShopDay } from '../../../shared/api/closures.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { shopDaysQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { addMonths } from '../../lib/periods.ts';
import { addDays, startOfDay } from '../../lib/zone.ts';
import { toneOfDifference } from '../../shop/cash-difference.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { signed } from './closing/signed.ts';
import { MonthPicker } from './month/month-picker.tsx';

/** The days of a month: their sums, their shifts, and whether they are closed. */
export const Days = () => {
  const { t } = useTranslation('closing');
  const { month: wanted } = useSearch({ from: '/reports/days' });
  const navigate = useNavigate();
  const today = useToday();
  const thisMonth = today.slice(0, 7);
  const month = wanted ?? thisMonth;
  const last = addDays(addMonths(`${month}-01`, 1), -1);
  const query = useQuery(shopDaysQuery({ date_from: `${month}-01`, date_to: last < today ? last : today }));
  const columns = useColumns(query.data?.days ?? []);
  return (
    <Stack gap="md">
      <MonthPicker
        month={month}
        thisMonth={thisMonth}
        onChoose={(next) =>
          void navigate({
            to: '/reports/days',
            search: next === thisMonth ? {} : { month: next },
            resetScroll: false,
          })
        }
      />
      <QueryView query={query} isCard rows={12}>
        {({ days }) => (
          <div className="card" style={{ overflowX: 'auto' }}>
            <DataTable
              isPlain
              isStacked
              label={t('words.days')}
              rows={days}
              columns={columns}
              keyOf={({ date }) => date}
            />
          </div>
        )}
      </QueryView>
    </Stack>
  );
};

/** Cash has its column once there was any. */
const useColumns = (days: readonly ShopDay[]): Column<ShopDay>[] => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const hasCash = days.some(({ sums }) => sums.sale_count + sums.refund_count > 0);
  return useMemo(
    () => [
      column(
        'day',
        t('days.day'),
        ({ date }) => (
          <TextLink to="/reports/day" search={{ date }}>
            {dates.namedShortDay(startOfDay(date, dates.timeZone))}
          </TextLink>
        ),
        { isRowHead: true },
      ),
      column('takings', t('figures.takings'), ({ sums }) => formatAmount(sums.takings), { isNumber: true }),
      ...(hasCash
        ? [
            column<ShopDay>('qr', 'QR', ({ sums }) => formatAmount(sums.qr), { isNumber: true }),
            column<ShopDay>('cash', t('figures.cash'), ({ sums }) => formatAmount(sums.sales), {
              isNumber: true,
            }),
          ]
        : []),
      column('refunds', t('figures.refunds'), ({ sums }) => formatAmount(-(sums.qr_refunds + sums.refunds)), {
        isNumber: true,
      }),
      column('shifts', t('days.shifts'), ({ shifts }) =>
        shifts.map((shift) => <ShiftLine key={shift.id} shift={shift} />),
      ),
      column('state', t('days.state'), (day) => <State day={day} />),
    ],
    [t, dates, hasCash],
  );
};

const ShiftLine = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const { id, opened_by, opened_at, closed_at, difference } = shift;
  const from = dates.time(Date.parse(opened_at));
  const times =
    closed_at === null ? t('days.since', { at: from }) : `${from}–${dates.time(Date.parse(closed_at))}`;
  return (
    <div>
      <TextLink to="/shift" search={{ open: id }}>
        {opened_by}, {times}
      </TextLink>
      {difference === null || difference === 0 ? null : (
        <span data-tone={toneOfDifference(difference)} style={{ color: 'var(--tone)' }}>
          {' '}
          {t(difference < 0 ? 'cash.missing' : 'cash.over', { sum: formatAmount(Math.abs(difference)) })}
        </span>
      )}
    </div>
  );
};

const State = ({ day: { date, closure, sums } }: { day: ShopDay }) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const canClose = usePermission('can_create_invoices');
  const toClose = (text: string) =>
    canClose ? (
      <TextLink to="/reports/close-day" search={{ date }}>
        {text}
      </TextLink>
    ) : (
      text
    );
  if (!closure) return sums.qr_count + sums.sale_count === 0 ? null : toClose(t('days.open'));
  const at = dates.brief(Date.parse(closure.closed_at));
  return (
    <>
      {closure.is_changed
        ? toClose(t('day.changed', { change: signed(closure.change) }))
        : t('days.closed', { at })}
      <Hint>{closure.closed_by ?? 'Kramar'}</Hint>
    </>
  );
};
