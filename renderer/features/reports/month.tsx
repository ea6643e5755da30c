import { Badge, Group, Select, Stack, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../shared/api/month.ts';
import { currencyCode, formatAmount } from '../../../shared/money.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { formatCount } from '../../lib/count.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { startDownload } from '../../shop/tasks/table-export.ts';
import { useTaxNumber } from '../../shop/use-seller.ts';
import { MonthBooks } from './month/month-books.tsx';
import { useMonthName } from './month/use-month-name.ts';
import type { MonthSearch } from './search.ts';

/** What the archive of a month holds, beside the bank's statement. */
export const MonthView = ({ data }: { data: AccountMonth }) => {
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
      {data.currencies.map((currency) => (
        <MonthFacts key={currency.ccy} currency={currency} isAlone={data.currencies.length === 1} />
      ))}
      {data.cash && data.cash.sale_count + data.cash.refund_count > 0 ? <CashFacts cash={data.cash} /> : null}
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
export const SellerChoice = ({ sellers, value, onChange }: SellerChoiceProps) => {
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

/** The archive for the accountant. */
export const MonthDownload = ({ params, isReady }: { params: MonthSearch; isReady: boolean }) => {
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

interface MonthFactsProps {
  currency: AccountMonth['currencies'][number];
  /** Of one currency its name need not be said. */
  isAlone: boolean;
}

/** What moved in the month in one currency: the sums of the archive. */
const MonthFacts = ({ currency: { ccy, totals }, isAlone }: MonthFactsProps) => {
  const { t } = useTranslation('month');
  const { t: reports } = useTranslation('reports');
  const shown = (minor: number): string => formatAmount(minor, ccy);
  return (
    <Panel title={isAlone ? t('sums') : t('sumsOf', { currency: currencyCode(ccy) })} text={t('rule')}>
      <PanelPart>
        <Facts
          facts={[
            { name: reports('columns.count'), value: formatCount(totals.count) },
            { name: reports('columns.gross'), value: shown(totals.gross) },
            { name: reports('columns.refund_count'), value: formatCount(totals.refund_count) },
            { name: reports('columns.refunds'), value: shown(totals.refunds) },
            { name: reports('columns.fee'), value: shown(totals.fee) },
            { name: reports('columns.net'), value: shown(totals.net) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
};

/** The cash of the month, beside what the bank pays out. */
const CashFacts = ({ cash }: { cash: NonNullable<AccountMonth['cash']> }) => {
  const { t } = useTranslation('month');
  const { t: reports } = useTranslation('reports');
  return (
    <Panel title={reports('tender.cash')} text={t('cash')}>
      <PanelPart>
        <Facts
          facts={[
            { name: reports('columns.count'), value: formatCount(cash.sale_count) },
            { name: reports('columns.gross'), value: formatAmount(cash.sales) },
            { name: reports('columns.refund_count'), value: formatCount(cash.refund_count) },
            { name: reports('columns.refunds'), value: formatAmount(cash.refunds) },
            { name: reports('cash.rounding'), value: formatAmount(cash.rounding) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
};
