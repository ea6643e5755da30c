import { Button, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../lib/create-store.ts';
import { type FileFault, readTableFile, type TableFile } from '../../../lib/table-file.ts';
import { Page } from '../../../ui/page.tsx';
import { Tabs } from '../catalog.tsx';
import { useCatalogSearch } from '../use-search.ts';
import { ChooseFile } from './choose-file.tsx';
import { LastWrite } from './last-write.tsx';
import { Preview } from './preview.tsx';
import { writingStore } from './writing.ts';
import { WritingState } from './writing-state.tsx';

interface ImportScreenProps {
  /** As it was chosen or dropped. */
  file: File | undefined;
  onFile(file: File | undefined): void;
}

/** A file on its way into the catalog: chosen, looked through, and then written. */
export const ImportScreen = ({ file, onFile }: ImportScreenProps) => {
  const { t } = useTranslation('catalog');
  const { search, setSearch } = useCatalogSearch();
  const writing = useStore(writingStore);
  const { table, fault, isReading } = useTableFile(file);
  const toList = () => setSearch({ ...search, import: undefined });
  const another = (): void => {
    onFile(undefined);
    if (writing?.state !== 'under-way') writingStore.set(undefined);
  };
  const content = () => {
    if (table) return <Preview key={table.id} file={table} onAnother={another} />;
    // Whoever comes back to it finds it as it stands.
    if (writing?.state === 'under-way' || writing?.state === 'done')
      return <WritingState writing={writing} onAnother={another} />;
    return (
      <Stack gap="sm">
        <LastWrite />
        <ChooseFile fault={fault} isReading={isReading} onFile={onFile} />
      </Stack>
    );
  };
  return (
    <Page
      title={t('import.title')}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={toList}>
          {t('import.back')}
        </Button>
      }
    >
      <Tabs part="products" />
      {content()}
    </Page>
  );
};

/** What is in the file, read once: it may be saved anew while it is looked through. */
const useTableFile = (file: File | undefined) => {
  const [read, setRead] = useState<{ of: File; found: TableFile | FileFault }>();
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    void readTableFile(file).then((found) => {
      if (isCurrent) setRead({ of: file, found });
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  const found = read !== undefined && read.of === file ? read.found : undefined;
  return {
    table: typeof found === 'object' ? found : undefined,
    fault: typeof found === 'string' ? found : undefined,
    isReading: file !== undefined && found === undefined,
  };
};
