import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeBook, IncomeEntry } from '../../../shared/api/income-book.ts';
import { formatAmount } from '../../../shared/money.ts';
import { readPage } from '../../api/client.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Pager } from '../../kit/pager.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { startOfDay } from '../../lib/zone.ts';
import { useAccount } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import { VoidDialog } from '../../shop/void-dialog.tsx';
import classes from './income.module.css';

/** What was entered by hand, the latest day first; voided entries stay, struck through. */
export const Entries = ({ book: { tax_number, year } }: { book: IncomeBook }) => {
  const { t } = useTranslation('income');
  const { pageSize } = usePreferences();
  const [page, setPage] = useState(1);
  const [toVoid, setToVoid] = useState<IncomeEntry>();
  const query = useQuery(readPage('income-book/entries/', { tax_number, year, page, page_size: pageSize }));
  const columns = useColumns(setToVoid);
  const send = useKeyed('income');
  return (
    <Panel title={t('entries.title')} text={t('entries.text')}>
      <PanelPart>
        <QueryView query={query} rows={3}>
          {({ results, count }) =>
            count === 0 ? (
              <Hint>{t('entries.none')}</Hint>
            ) : (
              <div className={classes.scroll}>
                <DataTable
                  isPlain
                  isStacked
                  isHighlighted={false}
                  label={t('entries.title')}
                  rows={results}
                  columns={columns}
                  keyOf={({ id }) => id}
                />
                {count > pageSize ? (
                  <Pager count={count} page={page} pageSize={pageSize} onPage={setPage} />
                ) : null}
              </div>
            )
          }
        </QueryView>
      </PanelPart>
      {toVoid ? (
        <VoidDialog
          amount={toVoid.amount}
          text={t('void.text')}
          keep={t('void.keep')}
          onConfirm={(reason) => send(`income-book/entries/${toVoid.id}/void/`, { reason })}
          onClose={() => setToVoid(undefined)}
        />
      ) : null}
    </Panel>
  );
};

const useColumns = (onVoid: (entry: IncomeEntry) => void): Column<IncomeEntry>[] => {
  const { t } = useTranslation('income');
  const dates = useDates();
  const { is_owner: isOwner } = useAccount();
  return useMemo(() => {
    const moment = (at: string): string => dates.short(Date.parse(at));
    return [
      column('date', t('columns.period'), ({ date }) => dates.day(startOfDay(date, dates.timeZone)), {
        isRowHead: true,
      }),
      column('kind', t('entry.kind'), ({ kind }) => t(`kind.${kind}`)),
      column('source', t('entry.source'), (entry) => (
        <>
          {[entry.source, entry.remark].filter(Boolean).join(' · ')}
          <Hint>
            {t('entries.made', { by: entry.made_by, at: moment(entry.made_at) })}
            {entry.voided_by === null || entry.voided_at === null
              ? ''
              : ` ${t('entries.voided', {
                  by: entry.voided_by,
                  at: moment(entry.voided_at),
                  reason: entry.void_reason,
                })}`}
          </Hint>
        </>
      )),
      column(
        'amount',
        t('words.amount'),
        ({ amount, is_refund, voided_at }) => {
          const text = `${is_refund ? '−' : ''}${formatAmount(amount)}`;
          return voided_at === null ? text : <s>{text}</s>;
        },
        { isNumber: true, isMain: true },
      ),
      column('void', '', (entry) =>
        entry.voided_at === null && isOwner ? (
          <Act
            size="compact-sm"
            aria-label={t('void.open', { sum: formatAmount(entry.amount) })}
            onClick={() => onVoid(entry)}
            text={t('void.confirm')}
          />
        ) : null,
      ),
    ];
  }, [t, dates, isOwner, onVoid]);
};
