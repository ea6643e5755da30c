import { Center, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type PropsWithChildren, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../kit/no-screen.tsx';
import { Page } from '../../kit/page.tsx';
import { useCanWriteCatalog } from '../../shop/session/account.ts';
import { isLocked } from '../../shop/session/hotkeys.ts';
import { Tabs } from './catalog.tsx';
import { ImportScreen } from './import/import-screen.tsx';
import { Products } from './list/product-list.tsx';
import { NamedList } from './named/named-list.tsx';
import type { Part } from './search.ts';
import { useCatalogSearch, usePart } from './use-search.ts';

export const CatalogPart = () => {
  const part = usePart();
  const canWrite = useCanWriteCatalog();
  const { search, setSearch } = useCatalogSearch();
  // State of the parent: a file dropped on the list opens the import.
  const [file, setFile] = useState<File>();
  if (part === undefined) return <NotFound />;
  if (part !== 'products') return <NamedPart part={part} />;
  if (!canWrite) return <Products />;
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

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Accepts a drop anywhere: after a missed target the browser would open the file in place of Kramar. */
const DropScreen = ({ onFile, children }: PropsWithChildren<{ onFile(file: File): void }>) => {
  const { t } = useTranslation('catalog');
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    // Moving between elements fires enter before leave, so a counter is needed.
    let depth = 0;
    const settle = (change: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + change);
      setIsOver(depth > 0 && !isLocked());
    };
    const enter = settle(1);
    const over = settle(0);
    const leave = settle(-1);
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      // Ignores drops behind a dialog or the sign-in.
      if (file && !isLocked() && !document.querySelector('[role="dialog"]')) take(file);
    };
    const events = [
      ['dragenter', enter],
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
    ] as const;
    for (const [name, listener] of events) addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) removeEventListener(name, listener);
    };
  }, []);
  return (
    <>
      {children}
      {isOver ? (
        <Center
          pos="fixed"
          inset={0}
          p="xl"
          bg="color-mix(in srgb, var(--ground) 80%, transparent)"
          style={{ zIndex: 400, pointerEvents: 'none' }}
          aria-hidden
        >
          <Stack
            gap="sm"
            align="center"
            py="xl"
            px={64}
            fz="lg"
            fw={600}
            c="var(--mantine-color-anchor)"
            bg="var(--surface)"
            bd="2px dashed currentcolor"
            bdrs="md"
          >
            <IconFileImport size={40} stroke={1.5} />
            {t('import.drop')}
          </Stack>
        </Center>
      ) : null}
    </>
  );
};
