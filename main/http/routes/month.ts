import { type AccountMonth, ARCHIVE_TYPE, accountMonth, monthQuery } from '../../../shared/api/month.ts';
import type { AppReader } from '../../money/reads.ts';
import { present } from '../../platform/present.ts';
import { type AccountMonth as Month, monthsOnClock } from '../../shop/reports/month.ts';
import { latestClosure } from '../../store/closures.ts';
import type { Db } from '../../store/db/connection.ts';
import type { Exports } from '../export/exports.ts';
import { defineExtension } from '../extension.ts';
import type { FileAnswer } from '../files.ts';
import type { Route } from '../route.ts';
import { presentPoint, presentSums } from './series.ts';

const presentMonth = (month: Month, timeZone: string): AccountMonth =>
  present(accountMonth, {
    ...month,
    month: month.name,
    time_zone: timeZone,
    sellers: month.taxNumbers,
    currencies: month.currencies.map(({ totals, byTerminal, ...currency }) => ({
      ...currency,
      totals: presentSums(totals),
      by_terminal: byTerminal.map((point) => presentPoint(point)),
    })),
    gaps: {
      ...month.gaps,
      statements: month.gaps.statements.map(({ id, ...statement }) => ({ ...statement, terminal: id })),
    },
  });

/** @param timeZone the shop's, IANA */
export const monthRoutes = (
  db: Db,
  reader: AppReader,
  exports: Exports,
  now: () => number,
  timeZone: string,
): Route[] => {
  const monthOf = monthsOnClock(timeZone, now);
  return [
    defineExtension({
      at: 'GET stats/month/',
      id: 'getMonth',
      summary: "Sum up a month of the shop's calendar for the accountant",
      description:
        'No fiscal document. Payments count by the date of payment, refunds by the date of refund, as in GET ' +
        'stats/series/ and GET stats/day-close/. A month that has not begun is a 400.',
      answer: accountMonth,
      access: 'can_view_invoices',
      query: monthQuery,
      isLongRunning: true,
      // An invalid month is refused here: an error loses its class on the way from the thread.
      handler: async ({ query: { month, tax_number }, signal }): Promise<AccountMonth> =>
        presentMonth(await reader.run('month', [monthOf(month), tax_number], signal), timeZone),
    }),
    defineExtension({
      at: 'GET stats/month/export/',
      id: 'exportMonth',
      records: 'month_exported',
      summary: "Fetch a month of the shop's calendar as an archive for the accountant",
      description:
        'A zip with one XLSX workbook, the same tables as CSV (UTF-8 with a byte order mark, semicolons), ' +
        'and a file for 1C and BAS: totals, day summaries, net payouts by day and terminal, payments, refunds, ' +
        'bank fees, fiscal receipts with their addresses, products, and where there was cash the cash sales. Everything is of one moment. Streamed: a client ' +
        'that takes nothing for a minute is cut off.',
      produces: [ARCHIVE_TYPE],
      answerHeaders: ['Content-Disposition', 'X-Total-Count'],
      isTranslated: true,
      access: 'can_view_invoices',
      query: monthQuery,
      isLongRunning: true,
      handler: ({ query: { month, tax_number }, language }): Promise<FileAnswer> => {
        const wanted = monthOf(month);
        const version = latestClosure(db, 'month', wanted.name)?.version;
        return exports.month(wanted, tax_number, language, version);
      },
    }),
  ];
};
