import { Button, FileButton, Loader, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS } from '../../../../shared/api/tables.ts';
import { formatCount } from '../../../lib/count.ts';
import type { FileFault } from '../../../lib/table-file.ts';
import { Callout } from '../../../ui/callout.tsx';
import classes from './import.module.css';

interface ChooseFileProps {
  fault: FileFault | undefined;
  isReading: boolean;
  onFile(file: File): void;
}

const MEGA = 1024 * 1024;

export const ChooseFile = ({ fault, isReading, onFile }: ChooseFileProps) => {
  const { t } = useTranslation('catalog');
  return (
    <div className={`card ${classes.choose}`}>
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
              {t('import.choose.button')}
            </Button>
          )}
        </FileButton>
      )}
      <Text size="sm" c="dimmed" maw="40rem">
        {t('import.choose.limits', {
          rows: formatCount(MAX_TABLE_ROWS),
          size: MAX_TABLE_BYTES / MEGA,
        })}
      </Text>
    </div>
  );
};
