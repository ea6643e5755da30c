import { ActionIcon, Button, FileButton, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../shared/size.ts';
import { Hint } from '../../kit/act.tsx';
import { usePreferences } from '../../kit/use-preferences.ts';
import { type FileFault, readTableFile } from '../../lib/table-file.ts';
import classes from './reconciliation.module.css';
import { reconciliationStore, useReconciliation } from './reconciliation-store.ts';

/** The till's file, optional: dropped or chosen. */
export const TillField = () => {
  const { t } = useTranslation('reconciliation');
  const [fault, setFault] = useState<{ name: string; fault: FileFault }>();
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    const read = await readTableFile(file);
    setFault(typeof read === 'string' ? { name: file.name, fault: read } : undefined);
    // A wrong file leaves the previous one in place.
    if (typeof read !== 'string') reconciliationStore.chooseTill(read);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: without a pointer the button inside does the same
    <div
      className={classes.till}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={22} stroke={1.5} aria-hidden />
      <PeriodChoice />
      <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" size="compact-sm">
            {t('till.choose')}
          </Button>
        )}
      </FileButton>
      {fault ? (
        <p role="alert" className={classes.fault}>
          {t(`till.fault.${fault.fault}`, { name: fault.name })}
        </p>
      ) : null}
    </div>
  );
};

const PeriodChoice = () => {
  const { t } = useTranslation('reconciliation');
  const { language } = usePreferences();
  const { till } = useReconciliation();
  if (!till) return <Hint className={classes.tillText}>{t('till.hint')}</Hint>;
  return (
    <div className={classes.tillText}>
      <Text span size="sm" fw={600}>
        {till.name}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {formatSize(till.size, language)}
      </Text>{' '}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('till.remove', { name: till.name })}
        onClick={() => reconciliationStore.chooseTill(undefined)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
};
