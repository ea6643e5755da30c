import { MAX_TABLE_BYTES } from '../../../shared/api/tables.ts';
import type { Question } from './ask.ts';
import type { Endpoint } from './document.ts';
import { asFile, at, examplesOf, FIRST, goodBody, goodPath, isOfFile } from './good-request.ts';
import type { Stage } from './stage.ts';

/** The headers of a request that is signed in, with these besides. */
type Signed = (headers?: Record<string, string>) => Record<string, string>;

/**
 * The calls of each operation to the bank; no other call is expected, as the check whether the bank is back would be.
 */
export const BANK_CALLS: Record<string, string> = {
  adoptPayment: 'statement',
  cancelInvoice: 'invoice/*',
  captureHold: 'invoice/*',
  createInvoice: 'invoice/create',
  emailInvoiceReceipt: 'invoice/receipt',
  endSaleInParts: 'invoice/*',
  getCashRegisterState: 'qr/details',
  getInvoiceFiscalCheckFile: 'invoice/fiscal-checks',
  getInvoiceReceipt: 'invoice/receipt',
  listInvoiceFiscalChecks: 'invoice/fiscal-checks',
  refreshInvoice: 'invoice/status',
  releaseCashRegister: 'qr/details',
  releaseHold: 'invoice/*',
  returnForCash: 'invoice/*',
  sellForCash: 'invoice/create',
  syncTerminalInvoices: 'statement',
  syncTerminalRegisters: 'qr/list',
  withdrawInvoice: 'invoice/*',
};

/** A body that makes the service call the bank. */
export const enoughFor = (stage: Stage, endpoint: Endpoint): string => {
  const { operationId } = endpoint.operation;
  if (operationId === 'adoptPayment') return goodBody(stage, endpoint, {}) ?? '';
  if (operationId === 'emailInvoiceReceipt') return '{"email":"kupets@example.com"}';
  if (operationId === 'endSaleInParts') return '{"by":"cash"}';
  if (operationId === 'sellForCash') return '{"terminal":1,"amount":100,"cash":50}';
  return operationId === 'createInvoice' ? '{"terminal":1,"amount":100}' : '{}';
};

const OVERSIZE = `"${'x'.repeat(1_048_576)}"`;
const isList = ({ parameters }: Endpoint) => parameters.some(({ name }) => name === 'page');
const queried = (endpoint: Endpoint) => {
  const parameters = endpoint.parameters.filter((one) => one.in === 'query');
  const read = parameters.find(({ schema }) => schema.format === 'date-time' || schema.type === 'integer');
  const wrong = 'x'.repeat((read ? 0 : Number(parameters[0]?.schema.maxLength ?? 0)) + 1);
  return isList(endpoint) ? '?page=0' : `?${(read ?? parameters[0])?.name}=${wrong}`;
};

const wrongCredentials = (endpoint: Endpoint) => {
  const [[, example] = []] = examplesOf(endpoint);
  return Object.fromEntries(Object.keys(example ?? {}).map((field) => [field, 'x']));
};

/** By status: the faulty request in place of a good one. */
export const FAULTY: Record<number, (endpoint: Endpoint, signed: Signed) => Partial<Question>> = {
  400: (endpoint) => {
    if (endpoint.method === 'GET') return { path: at(endpoint, FIRST, queried(endpoint)) };
    // Without its file, or its required query.
    if (isOfFile(endpoint)) return {};
    // Terminal 1 has an open invoice.
    return endpoint.method === 'DELETE' ? {} : { body: '{' };
  },
  401: (endpoint) =>
    endpoint.operation.security.length === 0
      ? { body: JSON.stringify(wrongCredentials(endpoint)) }
      : { headers: {} },
  403: (_, signed) => ({ headers: signed({ Origin: 'http://evil.example' }) }),
  404: (endpoint) => ({ path: isList(endpoint) ? at(endpoint, FIRST, '?page=999') : at(endpoint, 999_999) }),
  405: () => ({ method: 'PUT' }),
  413: (endpoint, signed) =>
    isOfFile(endpoint)
      ? { body: 'x'.repeat(MAX_TABLE_BYTES + 1), headers: signed(asFile(endpoint)), path: goodPath(endpoint) }
      : { body: OVERSIZE },
  415: (_, signed) => ({ body: '{}', headers: signed({ 'Content-Type': 'text/plain' }) }),
};
