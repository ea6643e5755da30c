import { Button, Group, Stack } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react';
import classes from './list-page.module.css';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { type Query, QueryView } from './query-view.tsx';
import { SearchField } from './search-field.tsx';

interface ListPageProps extends PropsWithChildren {
  title: string;
  actions?: ReactNode;
  tabs?: ReactNode;
  /** What is open at the side. */
  side: ReactNode;
  /** Its id; undefined: nothing is open. */
  open: number | string | undefined;
}

/** A list, and beside it the record that is open; closing the record returns the focus to its row. */
export const ListPage = ({ title, actions, tabs, side, open, children }: ListPageProps) => {
  const last = useRef(open);
  useEffect(() => {
    const closed = open === undefined ? last.current : undefined;
    last.current = open;
    if (closed !== undefined) document.querySelector<HTMLElement>(`[data-opens="${closed}"]`)?.focus();
  }, [open]);
  return (
    <div className={classes.layout}>
      <div className={classes.list}>
        <Page title={title} actions={actions}>
          {tabs}
          <Stack gap="sm">{children}</Stack>
        </Page>
      </div>
      {side}
    </div>
  );
};

interface FilterBarProps extends PropsWithChildren {
  label: string;
  search: { value: string | undefined; label: string; placeholder: string; className?: string | undefined };
  onSearch(text: string | undefined, options: { replace: boolean }): void;
  isFiltered: boolean;
  clearLabel: string;
  onClear(): void;
  /** Above the line with the search field, and below it. */
  top?: ReactNode;
  bottom?: ReactNode;
}

/** Each filter says itself what it is set to, and is cleared where it is set; the last button clears them all. */
export const FilterBar = (props: FilterBarProps) => {
  const { label, search, onSearch, isFiltered, clearLabel, onClear, top, bottom, children } = props;
  return (
    <search className={classes.bar} aria-label={label}>
      {top}
      <Group gap={6} className={classes.line}>
        <SearchField
          {...search}
          value={search.value ?? ''}
          onChange={(text, options) => onSearch(text || undefined, options)}
        />
        {children}
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
  /** Shown when nothing matches, or nothing was ever there. */
  empty: ReactNode;
  /** As many as usually are there. */
  rows?: number;
  /** Leaves the pager out while one page is all there is. */
  isShort?: boolean;
  above?(page: Data): ReactNode;
  children(page: Data): ReactNode;
}

/** A page of a list on its card, with the way to the other pages. */
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
            <div className={`card ${classes.card}`}>
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
            </div>
          </>
        )
      }
    </QueryView>
  );
};

/** Clears the filters where nothing fits them. */
export const ClearFilters = ({ onClear, children }: PropsWithChildren<{ onClear(): void }>) => (
  <Button variant="default" leftSection={<IconFilterOff size={18} aria-hidden />} onClick={onClear}>
    {children}
  </Button>
);
