import { useTranslation } from 'react-i18next';
import type { SeriesSums } from '../../../../shared/api/series.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';
import { changeOf, FIGURES, type FigureName, figuresOf } from '../../../lib/figures.ts';
import { Figure, Figures } from '../../../shop/figures.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import type { SalesSearch } from '../search.ts';
import { listOf } from './links.ts';
import { type Sales, useHasCash } from './use-sales.ts';
import { useRangeText } from './use-words.ts';

interface SalesFiguresProps {
  sales: Sales;
  search: SalesSearch;
}

/** The sums of the period, compared with the previous one. */
export const SalesFigures = ({ sales, search }: SalesFiguresProps) => {
  const { t } = useTranslation('reports');
  const { now, before } = sales;
  return (
    <Figures title={t('figures.title')} query={now}>
      {({ totals }) => (
        <SalesFiguresView
          sales={sales}
          search={search}
          now={totals}
          before={search.alone ? undefined : before.data?.totals}
        />
      )}
    </Figures>
  );
};

interface SalesFiguresViewProps extends SalesFiguresProps {
  now: SeriesSums;
  before: SeriesSums | undefined;
}

export const shownFigure = (name: FigureName, value: number): string =>
  name === 'count' ? formatCount(value) : formatAmount(value);

const SalesFiguresView = ({ sales: { ranges }, search, now, before }: SalesFiguresViewProps) => {
  const { t } = useTranslation('reports');
  const { timeZone } = useDates();
  const rangeText = useRangeText();
  const hasCash = useHasCash(search);
  const [figures, then] = [figuresOf(now), before && figuresOf(before)];
  return FIGURES.map((name) => (
    <Figure
      key={name}
      name={name}
      label={t(`figures.${name === 'net' && hasCash ? 'kept' : name}`)}
      value={shownFigure(name, figures[name])}
      change={then && changeOf(figures[name], then[name])}
      against={t('against', { range: rangeText(ranges.before) })}
      then={then && t('then', { value: shownFigure(name, then[name]) })}
      link={{
        to: '/invoices',
        search: listOf(name === 'refunds' ? 'refunded' : 'paid', ranges, search, timeZone),
      }}
    />
  ));
};
