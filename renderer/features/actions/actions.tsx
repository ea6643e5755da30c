import { IconHistory } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsQuery } from '../../api/queries.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { ClearFilters, ListPage, ListView } from '../../kit/list-page.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { TabLinks } from '../../kit/tab-links.tsx';
import { useList, useListSearch } from '../../kit/use-list.ts';
import { formatCount } from '../../lib/count.ts';
import { dayOf } from '../../lib/zone.ts';
import { ExportMenu } from '../../shop/tasks/export-menu.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useActionColumns } from './columns.tsx';
import { ActionFilters } from './filters.tsx';
import { LogState } from './log-state.tsx';
import { type ActionsSearch, actionsSearch, countFilters, NO_FILTERS, paramsOf } from './search.ts';

/** Who did what and when. */
export const Actions = () => {
  const { t } = useTranslation('actions');
  const { timeZone } = useDates();
  const { search, changeSearch } = useListSearch(actionsSearch);
  const params = paramsOf(search, timeZone, dayOf(Date.now(), timeZone));
  const found = useList({
    page: search.page,
    query: (page) => actionsQuery({ ...params, ...page }),
    changeSearch,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns must keep their identity
  const filter = useCallback(
    (changes: Partial<ActionsSearch>) => changeSearch({ ...changes, page: undefined }),
    [],
  );
  const columns = useActionColumns(filter);
  const count = found.data?.count;
  return (
    <ListPage
      title={t('places.log')}
      tabs={
        <TabLinks
          label={t('tabs.label')}
          shown="actions"
          tabs={[
            { name: 'people', label: t('places.people'), link: { to: '/settings/people' } },
            { name: 'actions', label: t('places.log'), link: { to: '/settings/people/log' } },
          ]}
        />
      }
      actions={
        <ExportMenu
          table={{ work: 'actions-export', title: t('places.log'), path: 'actions/export/', params }}
          what={count === undefined ? undefined : t('exported', { count, total: formatCount(count) })}
        />
      }
      side={null}
      open={undefined}
    >
      <LogState />
      <ActionFilters search={search} onChange={filter} />
      <ListView
        list={found}
        empty={<NoActions isFiltered={countFilters(search) > 0} onClear={() => filter(NO_FILTERS)} />}
      >
        {({ results }) => (
          <DataTable
            label={t('places.log')}
            rows={results}
            columns={columns}
            keyOf={({ number }) => number}
            isHighlighted={false}
            isOld={found.isPlaceholderData}
          />
        )}
      </ListView>
    </ListPage>
  );
};

const NoActions = ({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) => {
  const { t } = useTranslation('actions');
  return isFiltered ? (
    <EmptyState
      isCard
      icon={IconHistory}
      title={t('list.noResults')}
      action={<ClearFilters onClear={onClear}>{t('words.clearFilters')}</ClearFilters>}
    >
      {t('nothing.text')}
    </EmptyState>
  ) : (
    <EmptyState isCard icon={IconHistory} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  );
};
