import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SeriesSums } from '../../../../shared/api/series.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { Hint } from '../../../kit/act.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { formatCount } from '../../../lib/count.ts';
import { useDates } from '../../../shop/use-dates.ts';
import type { SalesSearch } from '../search.ts';
import { listOfPoint } from './links.ts';
import { outcomeOf } from './outcome.ts';
import { averageOf } from './rows.ts';
import { type Sales, useBestGoods } from './use-sales.ts';

interface SummaryProps {
  sales: Sales;
  search: SalesSearch;
}

/** The answer before the figures: how the takings went and why, and the goods that brought most. */
export const Summary = ({ sales, search }: SummaryProps) => {
  const now = sales.now.data?.totals;
  const before = search.alone ? undefined : sales.before.data?.totals;
  if (now === undefined || (!search.alone && before === undefined) || now.count === 0) return null;
  return (
    <Stack gap={2}>
      <Outcome now={now} before={before} />
      <BestGoods sales={sales} search={search} />
    </Stack>
  );
};

const Outcome = ({ now, before }: { now: SeriesSums; before: SeriesSums | undefined }) => {
  const { t } = useTranslation('reports');
  const outcome = outcomeOf(now, before);
  const gross = formatAmount(now.gross);
  const facts = {
    gross,
    count: now.count,
    total: formatCount(now.count),
    average: formatAmount(averageOf(now)),
  };
  if (outcome.kind === 'alone') return <Text fw={550}>{t('summary.alone', facts)}</Text>;
  if (outcome.kind === 'new' || outcome.kind === 'same')
    return <Text fw={550}>{t(`summary.${outcome.kind}`, { gross })}</Text>;
  const { kind, percent, difference, cause } = outcome;
  const shown = (sums: SeriesSums | undefined): string => {
    if (sums === undefined) return '';
    return cause.figure === 'count' ? formatCount(sums.count) : formatAmount(averageOf(sums));
  };
  return (
    <Text fw={550}>
      {t(`summary.${kind}`, { gross, percent, difference: formatAmount(difference) })}{' '}
      {t(`summary.${cause.figure}${cause.kind}`, { now: shown(now), before: shown(before) })}
    </Text>
  );
};

const BEST = 3;

const BestGoods = ({ sales: { ranges }, search }: SummaryProps) => {
  const { t } = useTranslation('reports');
  const { timeZone } = useDates();
  const { data } = useBestGoods(ranges, search);
  const best = data
    ? data.results
        .filter(({ key, gross }) => key !== null && gross > 0)
        .toSorted((one, other) => other.gross - one.gross)
        .slice(0, BEST)
    : [];
  if (best.length === 0) return null;
  return (
    <Hint>
      {t('summary.best')}{' '}
      {best.map(({ key, label, gross }, at) => (
        <span key={key}>
          {at === 0 ? '' : ' · '}
          {label || t('rows.unknown', { key })}{' '}
          <TextLink
            inherit
            underline="always"
            className="figures"
            to="/invoices"
            search={listOfPoint('paid', { group: 'product', key }, ranges, search, timeZone)}
          >
            {formatAmount(gross)}
          </TextLink>
        </span>
      ))}
    </Hint>
  );
};
