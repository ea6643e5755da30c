import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/api/tables.ts';
import type { Params } from '../../api/keys.ts';
import { Act } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { useKeysOutsideFields } from '../session/hotkeys.ts';
import { useIsWorking } from './background-work.tsx';
import { startExport, type TableExport } from './table-export.ts';

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet };

interface ExportMenuProps {
  table: TableExport;
  /** The number of rows, in words; undefined: not known yet. */
  what: string | undefined;
  /** What is often exported whatever the list shows. */
  presets?: readonly ExportPreset[];
}

export interface ExportPreset {
  title: string;
  /** The name of each format's item. */
  item(format: string): string;
  params: Params;
}

/** Exports all rows that match the filters, not only this page. */
export const ExportMenu = ({ table, what, presets = [] }: ExportMenuProps) => {
  const { t } = useTranslation();
  const isWorking = useIsWorking(table.work);
  const [isOpen, setOpen] = useState(false);
  useKeysOutsideFields([
    [
      'E',
      () => {
        if (!document.querySelector('[role="dialog"]')) setOpen(true);
      },
      { usePhysicalKeys: true },
    ],
  ]);
  const itemOf = (params: Params, format: ExportFormat, name: string) => {
    const Icon = ICONS[format];
    return (
      <Menu.Item
        key={format}
        disabled={isWorking}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => startExport({ ...table, params }, format)}
      >
        {name}
      </Menu.Item>
    );
  };
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Act
          icon={IconDownload}
          rightSection={<Key name="E" />}
          text={t(isWorking ? 'export.running' : 'export.button')}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {what === undefined ? null : <Menu.Label>{what}</Menu.Label>}
        {EXPORT_FORMATS.map((format) => itemOf(table.params, format, t(`export.${format}`)))}
        {presets.map(({ title, item, params }) => (
          <Fragment key={title}>
            <Menu.Divider />
            <Menu.Label>{title}</Menu.Label>
            {EXPORT_FORMATS.map((format) => itemOf(params, format, item(format.toUpperCase())))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
