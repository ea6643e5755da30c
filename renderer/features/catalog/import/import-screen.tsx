import { Button, FileButton, Loader, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconFileImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS } from '../../../../shared/api/tables.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Callout } from '../../../kit/callout.tsx';
import { Page } from '../../../kit/page.tsx';
import { formatCount } from '../../../lib/count.ts';
import { useStore } from '../../../lib/create-store.ts';
import { type FileFault, readTableFile, type TableFile } from '../../../lib/table-file.ts';
import { Tabs } from '../catalog.tsx';
import { useCatalogSearch } from '../use-search.ts';
import { Preview } from './preview.tsx';
import { writingStore } from './writing.ts';
import { LastWrite, WritingState } from './writing-state.tsx';

interface ImportScreenProps {
  /** The chosen or dropped file. */
  file: File | undefined;
  onFile(file: File | undefined): void;
}

/** The import of a file: choose, preview, write. */
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
    // Returning to the screen shows a running or finished import.
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
      actions={<Act icon={IconArrowLeft} onClick={toList} text={t('import.back')} />}
    >
      <Tabs part="products" />
      {content()}
    </Page>
  );
};

/** The file's content, read once, because the file may change on disk during the preview. */
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

interface ChooseFileProps {
  fault: FileFault | undefined;
  isReading: boolean;
  onFile(file: File): void;
}

const MEGA = 1024 * 1024;

const ChooseFile = ({ fault, isReading, onFile }: ChooseFileProps) => {
  const { t } = useTranslation('catalog');
  return (
    <Stack className="card" gap="sm" align="center" p="xl" ta="center" style={{ borderStyle: 'dashed' }}>
      <IconFileImport size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
      <Title order={2} size="h4">
        {t('import.choose.title')}
      </Title>
      <Text c="dimmed" maw="36rem">
        {t('import.choose.text')}
      </Text>
      {fault ? (
        <Callout tone="error" role="alert" maw="36rem">
          {t(`import.fault.${fault}`, { size: MAX_TABLE_BYTES / MEGA })}
        </Callout>
      ) : null}
      {isReading ? (
        <Loader size="sm" aria-label={t('import.phase.reading')} />
      ) : (
        <FileButton
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          onChange={(file) => {
            if (file) onFile(file);
          }}
        >
          {(props) => (
            <Button {...props} autoFocus>
              {t('words.chooseFile')}
            </Button>
          )}
        </FileButton>
      )}
      <Hint maw="40rem">
        {t('import.choose.limits', { rows: formatCount(MAX_TABLE_ROWS), size: MAX_TABLE_BYTES / MEGA })}
      </Hint>
    </Stack>
  );
};
