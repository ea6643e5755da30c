import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/not-found.tsx';
import { Page } from '../../ui/page.tsx';
import { OutcomeNotice } from './bulk/outcome-notice.tsx';
import classes from './catalog.module.css';
import { Tabs } from './catalog.tsx';
import { DropScreen } from './import/drop-screen.tsx';
import { ImportScreen } from './import/import-screen.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { ProductList, useProductList } from './list/product-list.tsx';
import { NamedList } from './named/named-list.tsx';
import { Opened } from './product/opened.tsx';
import { ProductActions } from './product-actions.tsx';
import type { Opened as OpenedName, Part } from './search.ts';
import { useCatalogSearch, usePart } from './use-search.ts';

export const CatalogPart = () => {
  const part = usePart();
  const { search, setSearch } = useCatalogSearch();
  // Kept here: a file that is dropped on the list is the wizard's next.
  const [file, setFile] = useState<File>();
  if (part === undefined) return <NotFound />;
  if (part !== 'products') return <NamedPart part={part} />;
  const take = (dropped: File): void => {
    setFile(dropped);
    if (!search.import) setSearch({ ...search, import: true, open: undefined });
  };
  return (
    <DropScreen onFile={take}>
      {search.import ? <ImportScreen file={file} onFile={setFile} /> : <Products />}
    </DropScreen>
  );
};

const NamedPart = ({ part }: { part: Exclude<Part, 'products'> }) => {
  const { t } = useTranslation();
  return (
    <Page title={t('places.catalog')}>
      <Tabs part={part} />
      <NamedList key={part} kind={part} />
    </Page>
  );
};

const Products = () => {
  const { t } = useTranslation();
  const { search } = useCatalogSearch();
  const list = useProductList();
  useFocusBack(search.open);
  return (
    <div className={classes.layout}>
      <div className={classes.list}>
        <Page
          title={t('places.catalog')}
          actions={
            <ProductActions
              filters={list.filters}
              count={list.isPlaceholderData ? undefined : list.data?.count}
            />
          }
        >
          <Tabs part="products" />
          <Stack gap="sm">
            <OutcomeNotice />
            <FilterBar />
            <ProductList list={list} />
          </Stack>
        </Page>
      </div>
      <Opened open={search.open} />
    </div>
  );
};

/** Whoever closes what is at the side is where they opened it. */
const useFocusBack = (open: OpenedName | undefined): void => {
  const was = useRef(open);
  useEffect(() => {
    const closed = open === undefined ? was.current : undefined;
    was.current = open;
    if (closed !== undefined) document.querySelector<HTMLElement>(`[data-opens="${closed}"]`)?.focus();
  }, [open]);
};
