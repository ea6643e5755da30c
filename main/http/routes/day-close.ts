import {
  type DayClose,
  dayClose,
  dayCloseExportQuery,
  dayCloseQuery,
} from '../../../shared/api/day-close.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import type { AppReader } from '../../money/reads.ts';
import { present } from '../../platform/present.ts';
import { type ClosedDay, daysToClose } from '../../shop/reports/day-close.ts';
import { dayCloseTable } from '../export/day-close-table.ts';
import { tableFile } from '../export/table-file.ts';
import { defineExtension, TABLE_ANSWER } from '../extension.ts';
import type { FileAnswer } from '../files.ts';
import type { Route } from '../route.ts';
import { presentPoint, presentSums } from './series.ts';

const presentNumber = (number: number | undefined): string | null =>
  number === undefined ? null : numberDisplay(number);

const presentDay = (day: ClosedDay, timeZone: string): DayClose =>
  present(dayClose, {
    ...day,
    time_zone: timeZone,
    totals: presentSums(day.totals),
    foreign: { count: day.foreign.count, gross: day.foreign.amount },
    by_terminal: day.byTerminal.map((point) => presentPoint(point)),
    by_cash_register: day.byCashRegister.map((point) => presentPoint(point)),
    by_employee: day.byEmployee.map((point) => presentPoint(point)),
    by_payment_system: day.byPaymentSystem.map((point) => presentPoint(point)),
    first_number: presentNumber(day.firstNumber),
    last_number: presentNumber(day.lastNumber),
  });

/** @param timeZone the shop's, IANA */
export const dayCloseRoutes = (reader: AppReader, now: () => number, timeZone: string): Route[] => {
  const dayOf = daysToClose(timeZone, now);
  // An invalid day is refused here: an error loses its class on the way from the thread.
  const close = async (date: string | undefined, signal: AbortSignal) =>
    reader.run('dayClose', [dayOf(date)], signal);
  return [
    defineExtension({
      at: 'GET stats/day-close/',
      id: 'getDayClose',
      summary: "Sum up a day of the shop's calendar",
      description: 'No fiscal document. A day that has not begun is a 400.',
      answer: dayClose,
      access: 'can_view_invoices',
      query: dayCloseQuery,
      isLongRunning: true,
      handler: async ({ query, signal }): Promise<DayClose> =>
        presentDay(await close(query.date, signal), timeZone),
    }),
    defineExtension({
      ...TABLE_ANSWER,
      at: 'GET stats/day-close/export/',
      id: 'exportDayClose',
      records: 'day_exported',
      summary: "Fetch the summary of a day of the shop's calendar as a table",
      description:
        'What GET stats/day-close/ answers, its sections one below the other; where terminals issue fiscal receipts, ' +
        'also what GET stats/day-fiscal/ answers. CSV and XLSX as of GET invoices/export/.',
      access: 'can_view_invoices',
      query: dayCloseExportQuery,
      handler: async ({ query: { date, format = 'csv' }, language, signal }): Promise<FileAnswer> =>
        tableFile(dayCloseTable(await close(date, signal), timeZone, language), format),
    }),
  ];
};
