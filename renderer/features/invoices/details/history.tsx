import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '../../../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { NOT_SENT_CODES } from '../../../../shared/errors.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { invoiceHistoryQuery } from '../../../api/queries.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import classes from './details.module.css';

/** The invoice's history, newest first. */
export const History = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const history = useQuery(invoiceHistoryQuery(invoice.id));
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('history.title')}
      </Title>
      <QueryView query={history} rows={3} height={20}>
        {({ results }) => <Entries entries={results.toReversed()} ccy={invoice.ccy} />}
      </QueryView>
    </Stack>
  );
};

const Entries = ({ entries, ccy }: { entries: readonly HistoryEntry[]; ccy: number }) => {
  const dates = useDates();
  return (
    <ol className={`plain-list ${classes.history}`} reversed>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and keep their order
        <li key={entries.length - index} className="subgrid">
          <time dateTime={entry.at} className="figures">
            {dates.moment(Date.parse(entry.at))}
          </time>
          <Entry entry={entry} ccy={ccy} />
        </li>
      ))}
    </ol>
  );
};

const Entry = ({ entry, ccy }: { entry: HistoryEntry; ccy: number }) => {
  const { t } = useTranslation('invoices');
  const what = useEntryText(ccy)(entry);
  const isDoubt = entry.type === 'in_doubt';
  const notes = [
    entry.detail,
    entry.reason && t('history.why', { reason: entry.reason }),
    entry.approved_by && t('history.approved', { name: entry.approved_by }),
  ].filter(Boolean);
  return (
    <span>
      <span data-tone={isDoubt ? 'working' : undefined} className={isDoubt ? 'toned' : undefined}>
        {entry.by === '' ? what : t('history.by', { what, by: entry.by })}
      </span>
      {notes.length === 0 ? null : (
        <Text span size="xs" c="dimmed">
          {' '}
          ({notes.join('; ')})
        </Text>
      )}
    </span>
  );
};

const useEntryText = (ccy: number): ((entry: HistoryEntry) => string) => {
  const { t } = useTranslation('invoices');
  return ({ type, status, amount, detail }) => {
    const money = amount === null ? '' : formatAmount(amount, ccy);
    const what = type === 'refused' && NOT_SENT_CODES.includes(detail) ? 'not_sent' : type;
    switch (what) {
      case 'status_changed':
        return t('history.status_changed', { status: status === null ? '' : t(`status.${status}`) });
      case 'in_doubt':
      case 'not_sent':
      case 'refused':
        return amount === null ? t(`history.${what}`) : t(`history.${what}_amount`, { amount: money });
      default:
        return t(`history.${what}`, { amount: money });
    }
  };
};
