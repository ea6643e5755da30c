import * as v from 'valibot';
import { actionLogState, actionPage } from '../../../shared/api/actions.ts';
import { activity } from '../../../shared/api/activity.ts';
import { cart } from '../../../shared/api/carts.ts';
import { cashRegister, cashRegisterQr, registerState } from '../../../shared/api/cash-registers.ts';
import { cashSale, cashSalePage } from '../../../shared/api/cash-sales.ts';
import { category, product, unit } from '../../../shared/api/catalog.ts';
import { dayClosurePage, shopDays } from '../../../shared/api/closures.ts';
import { customerToken } from '../../../shared/api/customer-screen.ts';
import { account, employee, employeeLimitsList } from '../../../shared/api/employees.ts';
import { fiscalChecks, fiscalGapPage } from '../../../shared/api/fiscal-checks.ts';
import { heldInvoicePage, invoiceHold } from '../../../shared/api/holds.ts';
import { incomeBook, incomeEntryPage, incomeStates } from '../../../shared/api/income-book.ts';
import { invoiceHistory, openInvoicePage, saleOutcome } from '../../../shared/api/invoice-extras.ts';
import { declineExplained, invoiceOutcomes } from '../../../shared/api/invoice-lists.ts';
import { invoicePage } from '../../../shared/api/invoice-query.ts';
import { invoice } from '../../../shared/api/invoices.ts';
import { job } from '../../../shared/api/jobs.ts';
import { pageOf } from '../../../shared/api/pages.ts';
import { invoicePrint, printerState } from '../../../shared/api/printing.ts';
import { productShop, scan, tile } from '../../../shared/api/product-shop.ts';
import {
  discountApproval,
  invoiceRefunds,
  refundApproval,
  refundRules,
} from '../../../shared/api/refunds.ts';
import { requestLog } from '../../../shared/api/requests.ts';
import { salePage, saleStatusSums } from '../../../shared/api/sales.ts';
import { series } from '../../../shared/api/series.ts';
import { counterSettings, logo, setting } from '../../../shared/api/settings.ts';
import {
  cashMovePage,
  currentShift,
  shift,
  shiftCountResult,
  shiftPage,
  tillCash,
} from '../../../shared/api/shifts.ts';
import { system } from '../../../shared/api/system.ts';
import { statementHistory, terminal } from '../../../shared/api/terminals.ts';

/** The schema of each answer that a test gives, by route. */
export const ANSWERS = {
  'GET account/': account,
  'GET system/': system,
  'GET actions/': actionPage,
  'GET actions/state/': actionLogState,
  'GET counter/': counterSettings,
  'GET logo/': logo,
  'GET settings/': pageOf(setting),
  'GET printer/': printerState,
  'GET employees/limits/': employeeLimitsList,
  'GET employees/{id}/': employee,
  'GET employees/': pageOf(employee),
  'GET requests/': requestLog,
  'GET jobs/': pageOf(job),
  'GET terminals/': pageOf(terminal),
  'PATCH terminals/{id}/': terminal,
  /** Has no body. */
  'DELETE terminals/{id}/': v.never(),
  'GET terminals/{id}/statement_history/': statementHistory,
  'GET cash-registers/': pageOf(cashRegister),
  'GET cash-registers/{id}/qr/': cashRegisterQr,
  'GET cash-registers/{id}/state/': registerState,
  'POST cash-registers/{id}/release/': registerState,
  'GET shifts/current/': currentShift,
  'POST shifts/': shift,
  'POST shifts/{id}/counts/': shiftCountResult,
  'POST shifts/{id}/close/': shift,
  'GET shifts/{id}/cash-sales/': cashSalePage,
  'POST shifts/{id}/cash-sales/': cashSale,
  'GET shifts/{id}/cash-moves/': cashMovePage,
  'GET shifts/{id}/till/': tillCash,
  'GET carts/': pageOf(cart),
  'POST carts/': cart,
  'POST carts/{id}/take/': cart,
  'GET catalog/tiles/': pageOf(tile),
  'GET catalog/scan/': scan,
  'GET catalog/categories/': pageOf(category),
  'POST catalog/categories/': category,
  'PATCH catalog/categories/{id}/': category,
  'DELETE catalog/categories/{id}/': v.never(),
  'GET catalog/units/': pageOf(unit),
  'PATCH catalog/units/{id}/': unit,
  'GET catalog/products/': pageOf(product),
  'POST catalog/products/': product,
  'PATCH catalog/products/{id}/shop/': productShop,
  'GET catalog/products/{id}/': product,
  'PATCH catalog/products/{id}/': product,
  'GET catalog/products/{id}/shop/': productShop,
  'GET shifts/': shiftPage,
  'GET day-closures/': dayClosurePage,
  'POST discount-approvals/': discountApproval,
  'POST cash-sales/': cashSale,
  'POST cash-sales/{id}/rest/': cashSale,
  'GET cash-sales/{id}/': cashSale,
  'POST invoices/': invoice,
  'GET invoices/{id}/': invoice,
  'GET invoices/{id}/history/': invoiceHistory,
  'GET invoices/{id}/failure/': declineExplained,
  'GET invoices/{id}/outcome/': saleOutcome,
  'GET invoices/{id}/print/': invoicePrint,
  'POST invoices/{id}/withdraw/': invoice,
  'GET invoices/{id}/hold/': invoiceHold,
  'GET invoices/{id}/refunds/': invoiceRefunds,
  'POST invoices/{id}/cancel/': invoice,
  'POST invoices/{id}/refund-approvals/': refundApproval,
  'POST cash-sales/{id}/refund-approvals/': refundApproval,
  'POST cash-sales/{id}/returns/': cashSale,
  'GET invoices/{id}/fiscal-checks/': fiscalChecks,
  'GET invoices/outcomes/': invoiceOutcomes,
  'GET refunds/rules/': refundRules,
  'GET sales/': salePage,
  'GET sales/status-sums/': saleStatusSums,
  'GET invoices/': invoicePage,
  'GET invoices/open/': openInvoicePage,
  'GET invoices/held/': heldInvoicePage,
  'GET invoices/fiscal-gaps/': fiscalGapPage,
  'GET activity/': activity,
  'GET stats/series/': series,
  'GET stats/days/': shopDays,
  'GET income-book/': incomeBook,
  'GET income-book/entries/': incomeEntryPage,
  'GET income-book/taxpayers/': incomeStates,
  // 204: it has no body.
  'POST customer-screen/': v.never(),
  'POST customer-screen/token/': customerToken,
} as const;
