import { IS_INSTALLED } from '../cli/console-command.ts';
import type { Route } from '../http/route.ts';
import { actionRoutes } from '../http/routes/actions.ts';
import { activityRoutes } from '../http/routes/activity.ts';
import { accountRoutes, authRoutes } from '../http/routes/auth.ts';
import { cartRoutes } from '../http/routes/carts.ts';
import { cashRegisterRoutes } from '../http/routes/cash-registers.ts';
import { cashSaleRoutes } from '../http/routes/cash-sales.ts';
import { catalogRoutes } from '../http/routes/catalog.ts';
import { catalogBulkRoutes } from '../http/routes/catalog-bulk.ts';
import { catalogFileRoutes } from '../http/routes/catalog-files.ts';
import { closureRoutes } from '../http/routes/closures.ts';
import { customerScreenRoutes } from '../http/routes/customer-screen.ts';
import { dayCloseRoutes } from '../http/routes/day-close.ts';
import { employeeRoutes } from '../http/routes/employees.ts';
import { eventRoutes } from '../http/routes/events.ts';
import { fiscalRoutes } from '../http/routes/fiscal.ts';
import { holdRoutes } from '../http/routes/holds.ts';
import { incomeBookRoutes } from '../http/routes/income-book.ts';
import { incomeEntryRoutes } from '../http/routes/income-entries.ts';
import { invoiceExtraRoutes } from '../http/routes/invoice-extras.ts';
import { declineRoutes, invoiceListRoutes } from '../http/routes/invoice-lists.ts';
import { invoiceRoutes } from '../http/routes/invoices.ts';
import { jobRoutes } from '../http/routes/jobs.ts';
import { monthRoutes } from '../http/routes/month.ts';
import { cashPrintingRoutes, printingRoutes } from '../http/routes/printing.ts';
import { productShopRoutes } from '../http/routes/product-shop.ts';
import { reconciliationRoutes } from '../http/routes/reconciliation.ts';
import { refundRoutes } from '../http/routes/refunds.ts';
import { registerStateRoutes } from '../http/routes/register-state.ts';
import { requestRoutes } from '../http/routes/requests.ts';
import { saleRoutes } from '../http/routes/sales.ts';
import { seriesRoutes, statsRoutes } from '../http/routes/series.ts';
import { counterRoutes, logoRoutes, settingRoutes } from '../http/routes/settings.ts';
import { shiftRoutes } from '../http/routes/shifts.ts';
import { systemRoutes } from '../http/routes/system.ts';
import { terminalRoutes } from '../http/routes/terminals.ts';
import { tillCashRoutes } from '../http/routes/till-cash.ts';
import type { Services } from './services.ts';

/** All endpoints of the interface. */
export const routesOf = (services: Services, dataDir: string): Route[] => {
  const { context, reader, timeZone, exports, tables, background, printer, sessions } = services;
  const { db } = context;
  return [
    ...authRoutes(sessions),
    ...terminalRoutes(context, background.readHistories),
    ...cashRegisterRoutes(db),
    ...registerStateRoutes(context),
    ...reconciliationRoutes({ ...context, tables }),
    ...invoiceRoutes(context, reader, timeZone),
    ...invoiceExtraRoutes(context, exports),
    ...invoiceListRoutes(db, reader, timeZone),
    ...saleRoutes(context, reader, timeZone),
    ...printingRoutes({ ...context, printer, timeZone }),
    ...logoRoutes(db),
    ...customerScreenRoutes({ ...context, ...services }),
    ...refundRoutes({ ...context, sessions }),
    ...fiscalRoutes(context, timeZone),
    ...holdRoutes(context),
    ...declineRoutes(db),
    ...catalogRoutes(context),
    ...catalogBulkRoutes(context),
    ...productShopRoutes(context),
    ...cartRoutes(context),
    ...catalogFileRoutes({ ...context, file: services.file, tables }, exports),
    ...employeeRoutes(db),
    ...accountRoutes(db),
    ...settingRoutes(db, dataDir),
    ...actionRoutes(context, exports),
    ...statsRoutes(db),
    ...seriesRoutes(reader, timeZone),
    ...dayCloseRoutes(reader, context.now, timeZone),
    ...monthRoutes(db, reader, exports, context.now, timeZone),
    ...shiftRoutes(context, timeZone),
    ...tillCashRoutes(context),
    ...closureRoutes({ ...context, reader, timeZone }, background.fileMonths),
    ...counterRoutes(db),
    ...cashPrintingRoutes({ ...context, printer, timeZone }),
    ...cashSaleRoutes({ ...context, sessions }, reader),
    ...incomeBookRoutes({ ...context, timeZone }, reader),
    ...incomeEntryRoutes({ ...context, timeZone }),
    ...activityRoutes(db),
    ...eventRoutes(db, services.feed),
    ...jobRoutes(background.runner, background),
    ...requestRoutes(services.requests),
    ...systemRoutes(services.state, { timeZone, console: services.console, hasWindow: IS_INSTALLED }),
  ];
};
