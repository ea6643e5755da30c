import { Box, Flex, Group, Stack, Table, TextInput } from '@mantine/core';
import { IconCategory, IconPlus, IconRuler2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import list from '../../../kit/data-table.module.css';
import { useLeaveGuard } from '../../../kit/leave-guard.tsx';
import { Pager } from '../../../kit/pager.tsx';
import { EmptyState, QueryView } from '../../../kit/query-view.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { useNextRecord } from '../../../kit/use-record-form.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
import { categoriesQuery, type Named, unitsQuery } from '../queries.ts';
import { useCatalogSearch } from '../use-search.ts';
import { filterByWords, type Option } from './match-options.ts';
import { NamedRow } from './named-row.tsx';
import { useNamedForm } from './use-named-form.ts';

/** Categories or units: few, so they are read at once and edited in place. */
export const NamedList = ({ kind }: { kind: Named }) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const categories = useQuery({ ...categoriesQuery, enabled: kind === 'categories' });
  const units = useQuery({ ...unitsQuery, enabled: kind === 'units' });
  const [isAdding, setIsAdding] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const leaving = useLeaveGuard(isAdding || isEditing, ({ pathname }) => pathname === `/catalog/${kind}`);

  return (
    <Stack gap="sm" maw="52rem">
      <Flex
        wrap="wrap"
        gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
        align="flex-start"
        justify="space-between"
      >
        <SearchField
          flex="0 1 16rem"
          value={search.search ?? ''}
          label={t(`named.search.${kind}`)}
          placeholder={t(`named.search.${kind}`)}
          onChange={(text, options) => setSearch(withFilter(search, { search: text || undefined }), options)}
        />
        {useCanWriteCatalog() ? <AddNamed kind={kind} onDirty={setIsAdding} /> : null}
      </Flex>
      <QueryView<readonly Option[]>
        query={kind === 'categories' ? categories : units}
        isStrict
        isCard
        rows={8}
        height={34}
      >
        {(all) => <NamedEntryList kind={kind} all={all} onDirty={setIsEditing} />}
      </QueryView>
      {leaving.dialog}
    </Stack>
  );
};

interface NamedEntryListProps {
  kind: Named;
  all: readonly Option[];
  onDirty(isDirty: boolean): void;
}

const NamedEntryList = ({ kind, all, onDirty }: NamedEntryListProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const { pageSize } = usePreferences();
  const [editing, setEditing] = useState<number>();
  const found = filterByWords(all, search.search ?? '');
  if (found.length === 0) return <Nothing kind={kind} isSearched={all.length > 0} />;
  const page = Math.min(search.page ?? 1, Math.ceil(found.length / pageSize));
  return (
    <Box className="card" style={{ overflow: 'clip' }}>
      <Table className={list.table} aria-label={t(`named.caption.${kind}`)}>
        <Table.Thead className={list.head}>
          <Table.Tr>
            <Table.Th>{t('words.name')}</Table.Th>
            {kind === 'units' ? <Table.Th w="11rem">{t('named.short')}</Table.Th> : null}
            <Table.Th w="14rem" ta="end">
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
    </Box>
  );
};

const ICONS = { categories: IconCategory, units: IconRuler2 };

const Nothing = ({ kind, isSearched }: { kind: Named; isSearched: boolean }) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  if (!isSearched)
    return (
      <EmptyState isCard icon={ICONS[kind]} title={t(`named.emptyTitle.${kind}`)}>
        {t(`named.emptyText.${kind}`)}
      </EmptyState>
    );
  return (
    <EmptyState
      isCard
      icon={ICONS[kind]}
      title={t('list.noResults')}
      action={
        <Act onClick={() => setSearch(withFilter(search, { search: undefined }))} text={t('clearSearch')} />
      }
    >
      {t('named.nothingText')}
    </EmptyState>
  );
};

/** The field stays open for the next name. */
const AddNamed = ({ kind, onDirty }: { kind: Named; onDirty(isDirty: boolean): void }) => {
  const { t } = useTranslation('catalog');
  const form = useNamedForm({ kind, onDirty });
  const submit = useNextRecord(form);
  const { field, error, isBusy } = form;
  return (
    <form style={{ flex: '1 1 20rem' }} onSubmit={submit} noValidate aria-label={t(`named.add.${kind}`)}>
      <Group gap={6} justify="flex-end" align="flex-start">
        <TextInput
          flex="0 1 14rem"
          aria-label={t(`named.newName.${kind}`)}
          placeholder={t(`named.newName.${kind}`)}
          error={error}
          {...field('name')}
        />
        {kind === 'units' ? (
          <TextInput
            flex="0 1 11rem"
            aria-label={t('named.newShort')}
            placeholder={t('named.newShort')}
            {...field('short_name')}
          />
        ) : null}
        <Act icon={IconPlus} type="submit" loading={isBusy} text={t('words.add')} />
      </Group>
    </form>
  );
};
