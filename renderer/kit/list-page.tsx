import { Box, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from './act.tsx';
import classes from './list-page.module.css';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { type Query, QueryView } from './query-view.tsx';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

interface ListPageProps extends PropsWithChildren {
  title: string;
  actions?: ReactNode;
  tabs?: ReactNode;
  /** The open record. */
  side: ReactNode;
  /** The open record's id; undefined: none. */
  open: number | string | undefined;
}

/** A list with the open record over its end; closing the record returns the focus to its row. */
export const ListPage = ({ title, actions, tabs, side, open, children }: ListPageProps) => {
  const last = useRef(open);
  useEffect(() => {
    const closed = open === undefined ? last.current : undefined;
    last.current = open;
    if (closed !== undefined) document.querySelector<HTMLElement>(`[data-opens="${closed}"]`)?.focus();
  }, [open]);
  return (
    <>
      <div className={classes.list}>
        <Page title={title} actions={actions}>
          {tabs}
          <Stack gap="sm">{children}</Stack>
        </Page>
      </div>
      {side}
    </>
  );
};

interface FilterBarProps extends PropsWithChildren {
  label: string;
  search: Omit<SearchFieldProps, 'value' | 'onChange'> & { value: string | undefined };
  onSearch(text: string | undefined, options: { replace: boolean }): void;
  isFiltered: boolean;
  /** How many of the filters in the line are set: in a narrow list they collapse into one button; absent: they wrap. */
  setCount?: number;
  clearLabel: string;
  onClear(): void;
  /** Above the line with the search field, and below it. */
  top?: ReactNode;
  bottom?: ReactNode;
}

/** Each filter shows and clears its value; the last button clears all. */
export const FilterBar = (props: FilterBarProps) => {
  const { label, search, onSearch, isFiltered, setCount, clearLabel, onClear, top, bottom, children } = props;
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <search className={classes.bar} aria-label={label}>
      {top}
      <Group gap={6} className={classes.line}>
        <SearchField
          {...search}
          value={search.value ?? ''}
          onChange={(text, options) => onSearch(text || undefined, options)}
        />
        {setCount === undefined ? (
          children
        ) : (
          <>
            <Button
              className={classes.toggle}
              variant={setCount > 0 ? 'light' : 'default'}
              px={10}
              aria-expanded={isOpen}
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
              onClick={toggle}
            >
              {setCount > 0 ? t('filters.some', { number: setCount }) : t('filters.none')}
            </Button>
            <div className={classes.filters} data-open={isOpen || undefined}>
              {children}
            </div>
          </>
        )}
        {isFiltered ? (
          <Button variant="subtle" px="xs" aria-label={clearLabel} title={clearLabel} onClick={onClear}>
            <IconFilterOff size={18} aria-hidden />
            <span className={classes.clear}>{clearLabel}</span>
          </Button>
        ) : null}
      </Group>
      {bottom}
    </search>
  );
};

interface Paged<Data> extends Query<Data> {
  page: number;
  pageSize: number;
  onPage(page: number): void;
  onPrefetch?(page: number): void;
}

interface ListViewProps<Data> {
  list: Paged<Data>;
  /** Shown when nothing matches or the list is empty. */
  empty: ReactNode;
  /** The usual number of rows, for the placeholder. */
  rows?: number;
  /** Hides the pager while there is one page. */
  isShort?: boolean;
  above?(page: Data): ReactNode;
  children(page: Data): ReactNode;
}

/** One page of a list on a card, with the pager. */
export const ListView = <Data extends { count: number }>(props: ListViewProps<Data>) => {
  const { list, empty, rows = 12, isShort = false, above, children } = props;
  const { page, pageSize, onPage, onPrefetch } = list;
  return (
    <QueryView query={list} isStrict isCard rows={rows} height={34}>
      {(data) =>
        data.count === 0 ? (
          empty
        ) : (
          <>
            {above?.(data)}
            <Box className="card" style={{ overflow: 'clip' }}>
              {children(data)}
              {isShort && data.count <= pageSize && page === 1 ? null : (
                <Pager
                  count={data.count}
                  page={page}
                  pageSize={pageSize}
                  onPage={onPage}
                  {...(onPrefetch ? { onPrefetch } : {})}
                />
              )}
            </Box>
          </>
        )
      }
    </QueryView>
  );
};

/** Clears the filters of an empty result. */
export const ClearFilters = ({ onClear, children }: PropsWithChildren<{ onClear(): void }>) => (
  <Act icon={IconFilterOff} onClick={onClear} text={children} />
);
