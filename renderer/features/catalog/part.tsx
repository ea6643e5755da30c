import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/not-found.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from './catalog.tsx';
import { DropScreen } from './import/drop-screen.tsx';
import { ImportScreen } from './import/import-screen.tsx';
import { Products } from './list/product-list.tsx';
import { NamedList } from './named/named-list.tsx';
import type { Part } from './search.ts';
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
