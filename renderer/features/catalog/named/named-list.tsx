import { Button, Table } from '@mantine/core';
import { IconCategory, IconRuler2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../data/failure.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.tsx';
import list from '../../../ui/list-table.module.css';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../ui/query-view.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { usePreferences } from '../../../ui/use-preferences.ts';
import { categoriesQuery, type Named, unitsQuery } from '../queries.ts';
import { withFilter } from '../search.ts';
import { useCatalogSearch } from '../use-search.ts';
import { matching, type Option } from './found.ts';
import classes from './named.module.css';
import { AddNamed } from './named-add.tsx';
import { NamedRow } from './named-row.tsx';

/** Categories or units: few and short, so they are read at once and edited where they stand. */
export const NamedList = ({ kind }: { kind: Named }) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const categories = useQuery({ ...categoriesQuery, enabled: kind === 'categories' });
  const units = useQuery({ ...unitsQuery, enabled: kind === 'units' });
  const { data, error, refetch } = kind === 'categories' ? categories : units;
  const failure = error ? failureOf(error) : undefined;
  const [isDirty, setIsDirty] = useState(false);
  const leaving = useLeaveGuard(isDirty, ({ pathname }) => pathname === `/catalog/${kind}`);

  const content = () => {
    if (data && (!failure || failure.kind === 'unreachable'))
      return <Found kind={kind} all={data} onDirty={setIsDirty} />;
    if (failure && failure.kind !== 'session')
      return (
        <div className="card">
          <FailedState failure={failure} onRetry={() => void refetch()} />
        </div>
      );
    return <LoadingState rows={8} height={34} />;
  };
  return (
    <div className={classes.part}>
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          value={search.search ?? ''}
          label={t(`named.search.${kind}`)}
          placeholder={t(`named.search.${kind}`)}
          onChange={(text, options) => setSearch(withFilter(search, { search: text || undefined }), options)}
          onDown={() => document.querySelector<HTMLElement>('[data-row]')?.focus()}
        />
        <AddNamed kind={kind} onDirty={setIsDirty} />
      </div>
      {content()}
      {leaving.dialog}
    </div>
  );
};

interface FoundProps {
  kind: Named;
  all: readonly Option[];
  onDirty(isDirty: boolean): void;
}

const Found = ({ kind, all, onDirty }: FoundProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const { pageSize } = usePreferences();
  const [editing, setEditing] = useState<number>();
  const found = matching(all, search.search ?? '');
  if (found.length === 0) return <Nothing kind={kind} isSearched={all.length > 0} />;
  const page = Math.min(search.page ?? 1, Math.ceil(found.length / pageSize));
  return (
    <div className={`card ${classes.card}`}>
      <Table className={list.table} aria-label={t(`named.caption.${kind}`)}>
        <Table.Thead className={list.head}>
          <Table.Tr>
            <Table.Th>{t('named.name')}</Table.Th>
            {kind === 'units' ? <Table.Th className={classes.short}>{t('named.short')}</Table.Th> : null}
            <Table.Th className={classes.actions} ta="end">
              {t('named.actions')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.slice((page - 1) * pageSize, page * pageSize).map((one) => (
            <NamedRow
              key={one.id}
              kind={kind}
              one={one}
              isEditing={one.id === editing}
              onEdit={() => setEditing(one.id)}
              onEnd={() => setEditing(undefined)}
              onDirty={onDirty}
            />
          ))}
        </Table.Tbody>
      </Table>
      {found.length > pageSize ? (
        <Pager
          count={found.length}
          page={page}
          pageSize={pageSize}
          onPage={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
        />
      ) : null}
    </div>
  );
};

const ICONS = { categories: IconCategory, units: IconRuler2 };

const Nothing = ({ kind, isSearched }: { kind: Named; isSearched: boolean }) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const Icon = ICONS[kind];
  const icon = <Icon size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />;
  if (!isSearched)
    return (
      <div className="card">
        <EmptyState icon={icon} title={t(`named.emptyTitle.${kind}`)}>
          {t(`named.emptyText.${kind}`)}
        </EmptyState>
      </div>
    );
  return (
    <div className="card">
      <EmptyState
        icon={icon}
        title={t('named.nothing')}
        action={
          <Button variant="default" onClick={() => setSearch(withFilter(search, { search: undefined }))}>
            {t('named.clearSearch')}
          </Button>
        }
      >
        {t('named.nothingText')}
      </EmptyState>
    </div>
  );
};
