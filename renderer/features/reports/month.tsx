import { Badge, Group, Select, Stack, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../shared/api/month.ts';
import { monthQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useNow } from '../../kit/use-now.ts';
import { addMonths } from '../../lib/periods.ts';
import { dayOf } from '../../lib/zone.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { startDownload } from '../../shop/tasks/table-export.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useTaxNumber } from '../../shop/use-seller.ts';
import { Gaps } from './month/gaps.tsx';
import { MonthBooks } from './month/month-books.tsx';
import { MonthFacts } from './month/month-facts.tsx';
import { MonthPicker } from './month/month-picker.tsx';
import { useMonthName } from './month/use-month-name.ts';
import type { MonthSearch } from './search.ts';

const CHECK_INTERVAL_MS = 60_000;

/** One archive for the accountant: the last full month is chosen already. */
export const Month = () => {
  const { month: wanted, tax_number } = useSearch({ from: '/reports/month' });
  const navigate = useNavigate();
  const { timeZone } = useDates();
  const thisMonth = dayOf(useNow(CHECK_INTERVAL_MS), timeZone).slice(0, 7);
  const lastMonth = addMonths(`${thisMonth}-01`, -1).slice(0, 7);
  const month = wanted ?? lastMonth;
  const params = { month, tax_number };
  const query = useQuery(monthQuery(params));
  const change = (next: MonthSearch): void =>
    void navigate({ to: '/reports/month', search: next, resetScroll: false });
  const setMonth = (next: string): void =>
    change({ tax_number, ...(next === lastMonth ? {} : { month: next }) });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <MonthPicker month={month} thisMonth={thisMonth} onChoose={setMonth} />
          <SellerChoice
            sellers={query.data?.sellers ?? []}
            value={tax_number}
            onChange={(seller) =>
              change({ ...(wanted === undefined ? {} : { month: wanted }), tax_number: seller })
            }
          />
        </Group>
        <Download params={params} isReady={query.data !== undefined} />
      </Group>
      <QueryView query={query} isCard rows={8}>
        {(data) => <MonthView data={data} />}
      </QueryView>
    </Stack>
  );
};

const MonthView = ({ data }: { data: AccountMonth }) => {
  const { t } = useTranslation('month');
  const nameOf = useMonthName();
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={2} size="h4">
          {nameOf(data.month)}
        </Title>
        <Badge variant="light" color={data.is_over ? 'gray' : 'ink'}>
          {t(data.is_over ? 'over' : 'goesOn')}
        </Badge>
      </Group>
      <Gaps month={data} />
      {data.currencies.map((currency) => (
        <MonthFacts key={currency.ccy} currency={currency} isAlone={data.currencies.length === 1} />
      ))}
      <MonthBooks month={data} />
      <Hint>{t('contents')}</Hint>
    </Stack>
  );
};

interface SellerChoiceProps {
  sellers: AccountMonth['sellers'];
  value: string | undefined;
  onChange(taxNumber: string | undefined): void;
}

/** A shop of one seller has nothing to choose. */
const SellerChoice = ({ sellers, value, onChange }: SellerChoiceProps) => {
  const { t } = useTranslation('month');
  const taxNumber = useTaxNumber();
  if (sellers.length < 2 && value === undefined) return null;
  return (
    <Select
      aria-label={t('seller')}
      w={280}
      clearable
      placeholder={t('allSellers')}
      value={value ?? null}
      data={sellers.map((each) => ({
        value: each.tax_number,
        label: `${each.merchant_name}, ${taxNumber(each.tax_number)}`,
      }))}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
};

const WORK = 'month-export';

const Download = ({ params, isReady }: { params: MonthSearch; isReady: boolean }) => {
  const { t } = useTranslation('month');
  const isWorking = useIsWorking(WORK);
  return (
    <Act
      tone="main"
      icon={IconDownload}
      disabled={!isReady}
      loading={isWorking}
      onClick={() => startDownload({ work: WORK, title: t('title'), path: 'stats/month/export/', params })}
      text={t('download')}
    />
  );
};
