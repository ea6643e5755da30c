import { IS_INSTALLED } from '../cli/console-command.ts';
import type { Route } from '../http/route.ts';
import { accountRoutes, authRoutes, employeeRoutes } from '../http/routes/accounts.ts';
import { actionRoutes } from '../http/routes/actions.ts';
import { activityRoutes } from '../http/routes/activity.ts';
import { cartRoutes } from '../http/routes/carts.ts';
import { cashRegisterRoutes, registerStateRoutes } from '../http/routes/cash-registers.ts';
import { cashSaleRoutes } from '../http/routes/cash-sales.ts';
import { catalogRoutes } from '../http/routes/catalog.ts';
import { catalogBulkRoutes, catalogFileRoutes } from '../http/routes/catalog-bulk.ts';
import { closureRoutes } from '../http/routes/closures.ts';
import { customerScreenRoutes } from '../http/routes/customer-screen.ts';
import { eventRoutes } from '../http/routes/events.ts';
import { fiscalRoutes } from '../http/routes/fiscal.ts';
import { holdRoutes } from '../http/routes/holds.ts';
import { incomeBookRoutes, incomeEntryRoutes } from '../http/routes/income-book.ts';
import { invoiceExtraRoutes } from '../http/routes/invoice-extras.ts';
import { declineRoutes, invoiceListRoutes } from '../http/routes/invoice-lists.ts';
import { invoiceRoutes } from '../http/routes/invoices.ts';
import { cashPrintingRoutes, printingRoutes } from '../http/routes/printing.ts';
import { productShopRoutes } from '../http/routes/product-shop.ts';
import { reconciliationRoutes } from '../http/routes/reconciliation.ts';
import { refundRoutes } from '../http/routes/refunds.ts';
import { dayCloseRoutes, monthRoutes, seriesRoutes, statsRoutes } from '../http/routes/reports.ts';
import { saleRoutes } from '../http/routes/sales.ts';
import { counterRoutes, logoRoutes, settingRoutes } from '../http/routes/settings.ts';
import { shiftRoutes, tillCashRoutes } from '../http/routes/shifts.ts';
import { jobRoutes, requestRoutes, systemRoutes } from '../http/routes/system.ts';
import { terminalRoutes } from '../http/routes/terminals.ts';
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
