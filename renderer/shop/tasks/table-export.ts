import i18next from 'i18next';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import { formatSize } from '../../../shared/size.ts';
import { search } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import type { Params } from '../../api/keys.ts';
import { formatCount } from '../../lib/count.ts';
import { preferencesStore } from '../../lib/preferences.ts';
import { startWork } from './background-work.tsx';

export interface TableExport {
  /** The task id: only one export runs at a time, because a second would slow the first. */
  work: string;
  title: string;
  /** The endpoint, such as `invoices/export/`. */
  path: string;
  /** The filters and the order, as the endpoint takes them. */
  params: Params;
}

/** Exports what the filters match, in the list's order, in the background. */
export const startExport = ({ title, params, ...table }: TableExport, format: ExportFormat): void =>
  startDownload({ ...table, title: `${title}, ${format.toUpperCase()}`, params: { ...params, format } });

/** Fetches a file in the background, and saves it. */
export const startDownload = ({ work, title, path, params }: TableExport): void => {
  const { t } = i18next;
  const sizeOf = (bytes: number) => formatSize(bytes, preferencesStore.get().language);
  startWork({
    id: work,
    title,
    run: async (signal, report) => {
      let bytes = 0;
      const name = await download(`${path}${search(params)}`, signal, ({ received, total }) => {
        bytes = received;
        const size = sizeOf(bytes);
        report(
          total === undefined
            ? t('export.progress', { size })
            : t('export.progressOf', { total: formatCount(total), size }),
        );
      });
      return t('export.done', { name, size: sizeOf(bytes) });
    },
  });
};
