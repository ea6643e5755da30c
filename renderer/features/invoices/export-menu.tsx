import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMATS } from '../../../shared/api/invoice-extras.ts';
import type { Params } from '../../api/queries.ts';
import { useIsWorking } from '../../app/background-work.tsx';
import { formatCount } from '../../lib/count.ts';
import { EXPORT_WORK, startExport } from './export.ts';

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet };

interface ExportMenuProps {
  filters: Params;
  /** How many match; undefined: not known yet. */
  count: number | undefined;
}

/** Saves all that is filtered, not only the page that is shown. */
export const ExportMenu = ({ filters, count }: ExportMenuProps) => {
  const { t } = useTranslation('invoices');
  const isWorking = useIsWorking(EXPORT_WORK);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          {isWorking ? t('export.running') : t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {count === undefined ? null : (
          <Menu.Label>{t('export.what', { count, total: formatCount(count) })}</Menu.Label>
        )}
        {EXPORT_FORMATS.map((format) => {
          const Icon = ICONS[format];
          return (
            <Menu.Item
              key={format}
              disabled={isWorking}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => startExport(filters, format, t)}
            >
              {t(`export.${format}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
};
