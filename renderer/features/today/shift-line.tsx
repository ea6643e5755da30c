import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentShiftQuery, seriesQuery } from '../../api/queries.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';

/** Whose shift is open, from the second person on. */
export const ShiftLine = () => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const { people, cash } = useShopFacts();
  const isShown = people && cash;
  const shift = useQuery({ ...currentShiftQuery, enabled: isShown }).data?.shift;
  const { data } = useQuery({
    ...seriesQuery('tender', { from: shift?.opened_at }),
    enabled: isShown && shift != null,
  });
  if (!isShown || !shift) return null;
  const opened = { name: shift.opened_by, at: dates.time(Date.parse(shift.opened_at)) };
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/shift" />}>
      {[t('shift.open', opened), data && t('figures.sales', { count: data.totals.count })]
        .filter(Boolean)
        .join(' · ')}
    </Anchor>
  );
};
