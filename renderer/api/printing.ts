import { queryOptions } from '@tanstack/react-query';
import type { InvoicePrint, PrinterState, PrintJob } from '../../shared/api/printing.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** Receipts on paper. No event reports them, so an unfinished one is read again soon. */

const NOTICE_INTERVAL_MS = 10_000;
const JOB_INTERVAL_MS = 700;

export const printerQuery = queryOptions({
  queryKey: keys.printer,
  queryFn: ({ signal }) => call<PrinterState>('printer/', { signal }),
  refetchInterval: NOTICE_INTERVAL_MS,
});

export const isPrinting = (job: PrintJob | null | undefined): boolean =>
  job?.state === 'queued' || job?.state === 'sending';

/** A printing by itself begins within a second of the payment: until then there is none. */
const READS_WITHOUT_JOB = 6;

export const invoicePrintQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoicePrint(id),
    queryFn: ({ signal }) => call<InvoicePrint>(`invoices/${id}/print/`, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data?.has_printer) return false;
      const isAwaited = data.job === null && dataUpdateCount < READS_WITHOUT_JOB;
      return isPrinting(data.job) || isAwaited ? JOB_INTERVAL_MS : false;
    },
  });

/** @throws ApiError */
export const printReceipt = (id: number): Promise<PrintJob> =>
  call(`invoices/${id}/print/`, { method: 'POST' });
