import { Anchor, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACTOR_WORDS,
  actionName,
  factsText,
  OBJECT_WORDS,
  SOURCE_WORDS,
} from '../../../shared/action-words.ts';
import type { ActionObject } from '../../../shared/actions.ts';
import type { Action } from '../../../shared/api/actions.ts';
import { readPage } from '../../api/client.ts';
import { Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { ClearFilters, ListPage, ListView } from '../../kit/list-page.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { TabLinks } from '../../kit/tab-links.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useList, useListSearch } from '../../kit/use-list.ts';
import { formatCount } from '../../lib/count.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { dayOf } from '../../lib/zone.ts';
import { ExportMenu } from '../../shop/tasks/export-menu.tsx';
import { useDates } from '../../shop/use-dates.ts';
import classes from './actions.module.css';
import { ActionFilters } from './filters.tsx';
import { LogState } from './log-state.tsx';
import {
  type ActionsSearch,
  actionsSearch,
  countFilters,
  type FilterProps,
  NO_FILTERS,
  paramsOf,
} from './search.ts';

/** Who did what and when. */
export const Actions = () => {
  const { t } = useTranslation('actions');
  const { timeZone } = useDates();
  const { search, changeSearch } = useListSearch(actionsSearch);
  const params = paramsOf(search, timeZone, dayOf(Date.now(), timeZone));
  const found = useList({
    page: search.page,
    query: (page) => readPage('actions/', { ...params, ...page }),
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

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where objects of a kind can be seen. */
const TARGETS: Partial<Record<ActionObject, (id: number | undefined) => Target>> = {
  invoice: (id) => ({ to: '/invoices/$invoiceId', params: { invoiceId: String(id) } }),
  product: (id) => ({ to: '/catalog/$part', params: { part: 'products' }, search: { open: id } }),
  category: () => ({ to: '/catalog/$part', params: { part: 'categories' } }),
  unit: () => ({ to: '/catalog/$part', params: { part: 'units' } }),
  terminal: () => ({ to: '/settings/bank' }),
  shift: (id) => ({ to: '/shift', search: { open: id } }),
  webhook: () => ({ to: '/settings/till' }),
  setting: () => ({ to: '/settings' }),
  backup: () => ({ to: '/settings/$section', params: { section: 'backup' } }),
};

/** Where the object of an action can be seen; undefined: nowhere, or it is deleted. */
const targetOf = ({ object, object_id, code, actor }: Action): Target | undefined => {
  if (object === null || code.endsWith('_deleted') || code === 'webhook_removed') return undefined;
  const id = object_id ?? undefined;
  if (object !== 'account') return TARGETS[object]?.(id);
  if (code.startsWith('key_')) return { to: '/settings/till' };
  return actor === 'key' || code.startsWith('owner_')
    ? undefined
    : { to: '/settings/people', search: { open: id } };
};

/** The columns of the log. A click on a name or an action filters by it. */
const useActionColumns = (onFilter: FilterProps['onChange']): Column<Action>[] => {
  const { t } = useTranslation('actions');
  const { language } = usePreferences();
  const dates = useDates();
  return useMemo(
    () => [
      column('at', t('table.at'), ({ at }) => dates.exact(Date.parse(at)), {
        className: classes.at,
        width: '10.5rem',
      }),
      column('who', t('words.who'), (action) => <Who action={action} onFilter={onFilter} />, {
        className: classes.who,
        isWrapped: true,
      }),
      column(
        'action',
        t('table.action'),
        (action) => (
          <>
            <Text span inherit fw={550}>
              {actionName(action.code, language)}
            </Text>
            <Hint size="xs">{SOURCE_WORDS[action.source][language]}</Hint>
          </>
        ),
        { className: classes.action, isWrapped: true },
      ),
      column('object', t('table.object'), (action) => <AboutObject action={action} />, { isWrapped: true }),
      column('facts', t('words.details'), ({ facts }) => factsText(facts, language), {
        className: classes.facts,
        isWrapped: true,
      }),
    ],
    [t, dates, language, onFilter],
  );
};

const Who = ({ action, onFilter }: { action: Action; onFilter: FilterProps['onChange'] }) => {
  const { t } = useTranslation('actions');
  const dates = useDates();
  const { language } = usePreferences();
  const { actor, actor_id, actor_name } = action;
  const role = ACTOR_WORDS[actor][language];
  const name = actor_name || role;
  return (
    <>
      {actor_id === null ? (
        name
      ) : (
        <Anchor
          component="button"
          inherit
          className="breaks"
          ta="start"
          aria-label={t('table.onlyOf', { name })}
          onClick={() => onFilter({ who: actor_id })}
        >
          {name}
        </Anchor>
      )}
      {actor_name === '' ? null : <Hint size="xs">{role}</Hint>}
      <Hint size="xs" className={classes.atBelow}>
        {dates.exact(Date.parse(action.at))}
      </Hint>
    </>
  );
};

const AboutObject = ({ action }: { action: Action }) => {
  const { language } = usePreferences();
  const { t: settings } = useTranslation('settings');
  const { object, object_label } = action;
  // The log keeps a setting's code: its name is the label of its field, where it has one.
  const label =
    object === 'setting'
      ? settings(`fields.label.${object_label}`, { defaultValue: object_label })
      : object_label;
  const target = targetOf(action);
  const particulars = (
    <Text size="xs" className={classes.factsBelow}>
      {factsText(action.facts, language)}
    </Text>
  );
  if (object === null) return particulars;
  return (
    <>
      <Hint size="xs">{OBJECT_WORDS[object][language]}</Hint>
      {target ? (
        <TextLink inherit className="breaks" {...target}>
          {label || '—'}
        </TextLink>
      ) : (
        label
      )}
      {particulars}
    </>
  );
};
