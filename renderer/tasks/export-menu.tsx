import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMATS } from '../../shared/api/tables.ts';
import { useIsWorking } from './background-work.tsx';
import { startExport, type TableExport } from './table-export.ts';

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet };

interface ExportMenuProps {
  table: TableExport;
  /** The number of rows, in words; undefined: not known yet. */
  what: string | undefined;
}

/** Exports all rows that match the filters, not only this page. */
export const ExportMenu = ({ table, what }: ExportMenuProps) => {
  const { t } = useTranslation();
  const isWorking = useIsWorking(table.work);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          {t(isWorking ? 'export.running' : 'export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {what === undefined ? null : <Menu.Label>{what}</Menu.Label>}
        {EXPORT_FORMATS.map((format) => {
          const Icon = ICONS[format];
          return (
            <Menu.Item
              key={format}
              disabled={isWorking}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => startExport(table, format)}
            >
              {t(`export.${format}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
};
