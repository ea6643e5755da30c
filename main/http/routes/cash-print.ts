import { type CashPrint, cashPrint, cashPrintRequest } from '../../../shared/api/printing.ts';
import type { Printer } from '../../money/receipt/printer.ts';
import { loadCashSale } from '../../money/shifts/visibility.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineRoute, type Route } from '../route.ts';

export const cashPrintRoute = (db: Db, printer: Printer): Route =>
  defineRoute({
    method: 'POST',
    path: 'cash-sales/{id}/print/',
    id: 'printCashReceipt',
    summary: 'Print the receipt of a cash sale, and open the drawer',
    description:
      'One attempt, whose outcome is the answer. The drawer opens where the owner has set so, within a minute of the ' +
      'sale and once. A receipt that was printed before is marked as a copy. It is no fiscal receipt.',
    answer: cashPrint,
    access: 'member',
    isExtension: true,
    honoursScope: true,
    isLongRunning: true,
    load: loadCashSale(db),
    body: cashPrintRequest,
    examples: { hand: { summary: 'By hand', value: {} } },
    handler: async ({ target, body: { is_automatic } }): Promise<CashPrint> => ({
      fault: await printer.printCash(target.id, is_automatic),
    }),
  });
