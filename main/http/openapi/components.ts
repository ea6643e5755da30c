import type * as v from 'valibot';
import { account } from '../../../shared/api/account.ts';
import {
  accessToken,
  refreshRequest,
  tokenPair,
  tokenRequest,
  verified,
  verifyRequest,
} from '../../../shared/api/auth.ts';
import { cashRegister, cashRegisterQr } from '../../../shared/api/cash-registers.ts';
import {
  category,
  categoryCreate,
  categoryPatch,
  product,
  productCreate,
  productPatch,
  unit,
  unitCreate,
  unitPatch,
} from '../../../shared/api/catalog.ts';
import { importRow, productImport } from '../../../shared/api/catalog-files.ts';
import { dayClose } from '../../../shared/api/day-close.ts';
import { declineExplained } from '../../../shared/api/declines.ts';
import { employee } from '../../../shared/api/employees.ts';
import { event } from '../../../shared/api/events.ts';
import { fiscalCheck, fiscalChecks, fiscalGap } from '../../../shared/api/fiscal-checks.ts';
import { historyEntry, invoiceHistory, openInvoice } from '../../../shared/api/invoice-extras.ts';
import {
  invoice,
  invoiceCancel,
  invoiceCreate,
  invoiceItem,
  invoicePage,
  returnItem,
} from '../../../shared/api/invoices.ts';
import { job, jobRun } from '../../../shared/api/jobs.ts';
import {
  reconciliation,
  reconciliationAdopt,
  reconciliationRow,
} from '../../../shared/api/reconciliation.ts';
import { invoiceRefunds } from '../../../shared/api/refunds.ts';
import { registerRelease, registerState } from '../../../shared/api/register-state.ts';
import { requestEntry, requestLog } from '../../../shared/api/requests.ts';
import { series, seriesPoint, seriesSums } from '../../../shared/api/series.ts';
import { stats } from '../../../shared/api/stats.ts';
import { diskSpace, system } from '../../../shared/api/system.ts';
import { syncedInvoices, syncedRegisters, terminal, terminalPatch } from '../../../shared/api/terminals.ts';
import type { Route } from '../route.ts';
import { documentSchema } from './document.ts';
import { ERROR_SCHEMAS } from './errors.ts';
import { FIELD_WORDS, PAGE_WORDS } from './field-words.ts';
import { convertAll, describe, type Schemas } from './schemas.ts';

/** Names that generated clients use for their types. */
const NAMED: Record<string, v.GenericSchema> = {
  Document: documentSchema,
  TokenRequest: tokenRequest,
  TokenPair: tokenPair,
  RefreshRequest: refreshRequest,
  AccessToken: accessToken,
  VerifyRequest: verifyRequest,
  Verified: verified,
  Terminal: terminal,
  TerminalPatch: terminalPatch,
  SyncedRegisters: syncedRegisters,
  SyncedInvoices: syncedInvoices,
  CashRegister: cashRegister,
  CashRegisterQr: cashRegisterQr,
  InvoiceItem: invoiceItem,
  Invoice: invoice,
  InvoiceTotals: invoicePage.entries.totals,
  InvoiceItemCreate: invoiceCreate.pipe[0].fields.writable.items.wrapped.pipe[0].listItem,
  InvoiceCreate: invoiceCreate,
  InvoiceCancel: invoiceCancel,
  InvoiceReturnItem: returnItem,
  InvoiceRefunds: invoiceRefunds,
  OpenRefund: invoiceRefunds.entries.under_way.wrapped,
  ReturnableItem: invoiceRefunds.entries.items.item,
  OpenInvoice: openInvoice,
  InvoiceHistory: invoiceHistory,
  HistoryEntry: historyEntry,
  InvoiceFailure: declineExplained,
  FiscalCheck: fiscalCheck,
  FiscalChecks: fiscalChecks,
  FiscalGap: fiscalGap,
  Category: category,
  CategoryCreate: categoryCreate,
  CategoryPatch: categoryPatch,
  Unit: unit,
  UnitCreate: unitCreate,
  UnitPatch: unitPatch,
  Product: product,
  ProductCreate: productCreate,
  ProductPatch: productPatch,
  ProductImport: productImport,
  ImportRow: importRow,
  Employee: employee,
  Account: account,
  Stats: stats,
  Series: series,
  SeriesPoint: seriesPoint,
  SeriesSums: seriesSums,
  DayClose: dayClose,
  DayCloseForeign: dayClose.entries.foreign,
  DayCloseUnpaid: dayClose.entries.expired,
  Event: event,
  Job: job,
  JobRun: jobRun,
  Reconciliation: reconciliation,
  ReconciliationRow: reconciliationRow,
  ReconciliationAdopt: reconciliationAdopt,
  RegisterState: registerState,
  RegisterRelease: registerRelease,
  RequestEntry: requestEntry,
  RequestList: requestLog,
  System: system,
  SystemBank: system.entries.bank,
  SystemBackup: system.entries.backup,
  SystemPaidTwice: system.entries.paid_twice.item,
  SystemDisk: system.entries.disk,
  DiskSpace: diskSpace,
  SystemTerminal: system.entries.terminals.item,
  SystemUnreadable: system.entries.unreadable.item,
};

/** `TerminalPatch` writes a `Terminal`: what it only reads has the shape, and words, of that. */
const resourceOf = (name: string): string => name.replace(/(Create|Patch)$/, '');

/** The schema of the records, where an answer is a page of them. */
const listedBy = (answer: v.GenericSchema): v.GenericSchema | undefined => {
  if (!('entries' in answer)) return undefined;
  const { results } = answer.entries as Partial<Record<string, v.ArraySchema<v.GenericSchema, undefined>>>;
  return results?.item;
};

export interface Components {
  schemas: Schemas;
  nameOf(schema: v.GenericSchema): string;
}

/** components/schemas: the shapes that have a name, the pages that the routes answer with, and the errors. */
export const components = (routes: readonly Route[], idOf: (route: Route) => string): Components => {
  const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  for (const route of routes) {
    const { answer, body } = route;
    if (body && !names.has(body)) names.set(body, `${capitalised(idOf(route))}Request`);
    if (!answer || names.has(answer)) continue;
    const listed = listedBy(answer);
    const listedName = listed && names.get(listed);
    names.set(answer, listedName ? `${listedName}Page` : `${capitalised(idOf(route))}Answer`);
  }
  const converted = convertAll(names);
  const described = Object.entries(converted).map(([name, schema]) => {
    const words = FIELD_WORDS[name] ?? (name.endsWith('Page') ? PAGE_WORDS : {});
    const resource = resourceOf(name);
    const read = { schema: converted[resource] ?? {}, words: FIELD_WORDS[resource] ?? {} };
    return [name, describe(schema, words, read)];
  });
  const nameOf = (schema: v.GenericSchema) => names.get(schema) ?? '';
  return { schemas: { ...Object.fromEntries(described), ...ERROR_SCHEMAS }, nameOf };
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
