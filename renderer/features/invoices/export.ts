import type { TFunction } from 'i18next';
import type { ExportFormat } from '../../../shared/api/invoice-extras.ts';
import { download } from '../../api/download.ts';
import { type Params, search } from '../../api/queries.ts';
import { startWork } from '../../app/background-work.tsx';
import { formatCount } from '../../lib/count.ts';
import { formatDecimal } from './words.ts';

/** One export at a time: the second would only make the first slower. */
export const EXPORT_WORK = 'invoices-export';

type Texts = TFunction<'invoices'>;

const MEGA = 1_000_000;

/** `1,2 МБ` */
const sizeText = (t: Texts, bytes: number): string =>
  bytes < MEGA
    ? t('size.kb', { value: formatCount(Math.ceil(bytes / 1000)) })
    : t('size.mb', { value: formatDecimal(Math.round(bytes / 100_000) / 10) });

/** Fetches exactly what is filtered, in its order, while one walks on. @param filters as GET invoices/ takes them */
export const startExport = (filters: Params, format: ExportFormat, t: Texts): void =>
  startWork({
    id: EXPORT_WORK,
    title: t('export.title', { format: format.toUpperCase() }),
    run: async (signal, report) => {
      let bytes = 0;
      const name = await download(`invoices/export/${search({ ...filters, format })}`, signal, (progress) => {
        bytes = progress.received;
        const size = sizeText(t, bytes);
        const { total } = progress;
        report(
          total === undefined
            ? t('export.progress', { size })
            : t('export.progressOf', { total: formatCount(total), size }),
        );
      });
      return t('export.done', { name, size: sizeText(t, bytes) });
    },
  });
