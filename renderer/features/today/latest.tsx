import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { invoicesQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { Money } from '../../kit/money.tsx';
import { combineQueries, QueryView } from '../../kit/query-view.tsx';
import { ownReference } from '../../lib/invoices.ts';
import { StatusBadge } from '../../shop/status-badge.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useOutcomes } from '../../shop/use-outcomes.ts';
import classes from './latest.module.css';
import { happenedAt, latestOf } from './latest-invoices.ts';
import { Section } from './section.tsx';

const MAX_SHOWN = 8;
/** Both orders are needed: a new invoice has no modified date. */
const BY_NEWS = { ordering: '-modified_date', page_size: MAX_SHOWN };
const BY_CREATION = { ordering: '-created_date', page_size: MAX_SHOWN };

/** The latest changed invoices. */
export const Latest = () => {
  const { t } = useTranslation('today');
  const news = useQuery(invoicesQuery(BY_NEWS));
  const created = useQuery(invoicesQuery(BY_CREATION));
  return (
    <Section
      title={t('latest.title')}
      aside={
        <Link to="/invoices" className={classes.all}>
          {t('latest.all')}
        </Link>
      }
    >
      <QueryView query={combineQueries(news, created)} rows={MAX_SHOWN} height={30}>
        {(pages) => {
          const invoices = latestOf(
            pages.map(({ results }) => results),
            MAX_SHOWN,
          );
          return invoices.length > 0 ? (
            <Rows invoices={invoices} />
          ) : (
            <Hint py="xs">{t('latest.empty')}</Hint>
          );
        }}
      </QueryView>
    </Section>
  );
};

const Rows = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const dates = useDates();
  const outcomeOf = useOutcomes(invoices);
  const isNew = useNewcomers(invoices.map((invoice) => `${invoice.id} ${invoice.status}`));
  return (
    <ul className={classes.rows}>
      {invoices.map((invoice) => {
        const key = `${invoice.id} ${invoice.status}`;
        return (
          <li key={key} data-new={isNew(key) || undefined}>
            <Link
              to="/invoices/$invoiceId"
              params={{ invoiceId: String(invoice.id) }}
              className={classes.row}
            >
              <time className="figures" dateTime={new Date(happenedAt(invoice)).toISOString()}>
                {dates.short(happenedAt(invoice))}
              </time>
              <span className={classes.reference}>
                <VisuallyHidden>{invoice.number_display}, </VisuallyHidden>
                {ownReference(invoice) || `№ ${invoice.number_display}`}
              </span>
              <span className={classes.terminal}>{invoice.terminal_name}</span>
              <span className={classes.status}>
                <StatusBadge status={invoice.status} outcome={outcomeOf(invoice.id)} />
              </span>
              <strong>
                <Money minor={invoice.amount} ccy={invoice.ccy} />
              </strong>
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

/** Whether a row is new since the first render, so that only new rows are animated. */
const useNewcomers = (keys: readonly string[]): ((key: string) => boolean) => {
  const [first] = useState(() => new Set(keys));
  return (key) => !first.has(key);
};
