import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as v from 'valibot';
import type { MoneyPermit } from '../platform/money-permit.ts';
import { type BankClock, createBankClock } from './clock.ts';
import { connectionFailure, errorFromResponse, noJson, UnreadableAnswer } from './errors.ts';
import { readBySchema } from './informative.ts';
import { checkList, parseList } from './list-answer.ts';
import type { CancelRequest, CreateInvoiceRequest, FinalizeRequest } from './requests.ts';
import { createFetchTransport, sendByHttp } from './transport.ts';
import {
  type IgnoredField,
  reportIgnored,
  shownValue,
  type UnreadableElement,
  unreadable,
  unreadableElement,
} from './unreadable.ts';
import {
  type BankFiscalCheck,
  type BankInvoice,
  type BankRegister,
  type CancelAnswer,
  type CreatedInvoice,
  cancelAnswer,
  createdInvoice,
  emptyAnswer,
  finalizeAnswer,
  fiscalChecks,
  invoiceStatus,
  type MerchantDetails,
  merchantDetails,
  publicKey,
  type RegisterDetails,
  receipt,
  registerDetails,
  registerListItem,
  type StatementItem,
  statementItem,
  withDates,
} from './wire.ts';

/** A list from the bank; one unreadable element leaves the others readable. */
export interface BankList<Item> {
  items: Item[];
  unreadable: UnreadableElement[];
}

/**
 * One function per bank request. All throw BankError only. Those that move money, or end the chance to pay, need a permit
 * of the guard, which is good for one request.
 */
export interface Bank {
  merchantDetails(token: string): Promise<MerchantDetails>;
  /** The key that signs webhooks, PEM. Callers cache it: it changes seldom. */
  publicKey(token: string): Promise<string>;
  listRegisters(token: string): Promise<BankList<BankRegister>>;
  createInvoice(
    token: string,
    request: CreateInvoiceRequest,
    permit: MoneyPermit<'sale'>,
  ): Promise<CreatedInvoice>;
  /**
   * Checks the answer against the request.
   * @param known the requested sum, where Kramar created the invoice: an answer with another sum is about another
   * invoice
   */
  invoiceStatus(
    token: string,
    invoiceId: string,
    known?: { amount: number; ccy: number },
  ): Promise<BankInvoice>;
  /** Refunds a paid invoice, or releases held money. */
  cancelInvoice(
    token: string,
    request: CancelRequest,
    permit: MoneyPermit<'give-back'>,
  ): Promise<CancelAnswer>;
  /** Takes money that is held; the answer only says that the bank accepted the request. */
  finalizeInvoice(token: string, request: FinalizeRequest, permit: MoneyPermit<'capture'>): Promise<void>;
  /** Payments between two times, newest first. @param from, to milliseconds UTC, at most 31 days apart; `to` absent: now */
  statement(token: string, from: number, to?: number): Promise<BankList<StatementItem>>;
  /** The receipt of a payment, PDF; the bank also sends it to the address, if one is given. */
  receipt(token: string, invoiceId: string, email?: string): Promise<Buffer>;
  /** The fiscal checks of a payment; none if the merchant's sales are not fiscalised. */
  fiscalChecks(token: string, invoiceId: string): Promise<BankFiscalCheck[]>;
  /** The invoice that is currently on a QR register. */
  registerDetails(token: string, qrId: string): Promise<RegisterDetails>;
  /** Removes the amount from a QR register. ORDER_IN_PROGRESS: a buyer is paying it right now. */
  resetAmount(token: string, qrId: string, permit: MoneyPermit<'invalidate'>): Promise<void>;
  /** Invalidates an unpaid invoice. */
  removeInvoice(token: string, invoiceId: string, permit: MoneyPermit<'invalidate'>): Promise<void>;
}

interface Options {
  baseUrl: string;
  timeoutMs: number;
  /** Kramar's version, sent to the bank. */
  version: string;
  /** Reads the bank's time from its answers. */
  clock?: BankClock | undefined;
  /** Carries the requests; undefined: Node's own client, with the system's certificates. */
  fetch?: typeof fetch | undefined;
  /** Learns of the fields that only inform and could not be read. */
  onIgnored?: ((field: IgnoredField) => void) | undefined;
}

type Call = { query?: Record<string, string>; body?: object };

/** Sends requests, and parses the answers by their schemas. */
const createTransport = (options: Options) => {
  const { baseUrl, timeoutMs, version, fetch, clock = createBankClock() } = options;
  const transport = fetch ? createFetchTransport(fetch) : sendByHttp;
  const ours = { 'X-Cms': 'Kramar', 'X-Cms-Version': version, Accept: 'application/json' };
  const ignore = reportIgnored(options.onIgnored);

  /** A body makes it a POST. */
  const fetchAnswer = async (path: string, token: string, { query, body }: Call) => {
    const type = body ? { 'Content-Type': 'application/json' } : {};
    const { status, text, headers } = await transport({
      url: `${baseUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      headers: { 'X-Token': token, ...ours, ...type },
      body: body && JSON.stringify(body),
      timeoutMs,
    }).catch((error: unknown) => {
      throw connectionFailure(error);
    });
    if (status !== 200) throw errorFromResponse(status, text, headers.get('retry-after'));
    return { text, at: clock.read(headers) };
  };

  const callDated = async <Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    token: string,
    request: Call = {},
  ): Promise<{ answer: v.InferOutput<Schema>; at: number | undefined }> => {
    const { text, at } = await fetchAnswer(path, token, request);
    // An invoice's own answer: that it is no JSON concerns this invoice alone.
    const read = readBySchema(schema, parseJson(path, text, token));
    if ('issues' in read)
      throw text === '' ? unparsable(path, text, token) : unreadable(path, read.issues, token);
    if (read.ignored.length > 0) ignore(path, read.ignored, token);
    return { answer: read.output, at };
  };

  const call = async <Schema extends v.GenericSchema>(
    ...request: [schema: Schema, path: string, token: string, request?: Call]
  ): Promise<v.InferOutput<Schema>> => (await callDated(...request)).answer;

  const list = async <Element extends v.GenericSchema>(
    element: Element,
    path: string,
    token: string,
    request: Call = {},
  ): Promise<BankList<v.InferOutput<Element>> & { at: number | undefined }> => {
    const { text, at } = await fetchAnswer(path, token, request);
    // A long text has just been put together: other requests first.
    await nextTurn();
    const answer = await parseList(text).catch((error: unknown) => {
      throw noJson(error);
    });
    const checked = await checkList(element, answer);
    if ('issues' in checked) throw unreadable(path, checked.issues, token);
    const { list: items, misfits, ignored } = checked;
    ignore(path, ignored, token);
    return {
      items,
      at,
      unreadable: misfits.map(({ element: misfit, issues }) => unreadableElement(misfit, issues, token)),
    };
  };
  return { call, callDated, list };
};

export const createBank = (options: Options): Bank => {
  const { call, callDated, list } = createTransport(options);
  return {
    merchantDetails: (token) => call(merchantDetails, '/api/merchant/details', token),
    publicKey: async (token) => (await call(publicKey, '/api/merchant/pubkey', token)).key,
    listRegisters: (token) => list(registerListItem, '/api/merchant/qr/list', token),
    createInvoice: async (token, body, permit) => {
      permit.spend(body.amount);
      return call(createdInvoice, '/api/merchant/invoice/create', token, { body });
    },
    invoiceStatus: async (token, invoiceId, known) => {
      const path = '/api/merchant/invoice/status';
      const { answer, at } = await callDated(invoiceStatus, path, token, { query: { invoiceId } });
      // A misconfigured cache on the way may return another invoice's answer.
      const expected = { invoiceId, ...(known ? { amount: known.amount, ccy: known.ccy } : {}) };
      for (const [field, value] of Object.entries(expected)) {
        const sent = answer[field as keyof typeof expected];
        if (sent === value) continue;
        throw new UnreadableAnswer(path, { field, value: shownValue(sent, token) }, String(value));
      }
      return { ...answer, at };
    },
    cancelInvoice: async (token, body, permit) => {
      permit.spend(body.amount);
      return call(cancelAnswer, '/api/merchant/invoice/cancel', token, { body });
    },
    finalizeInvoice: async (token, body, permit) => {
      permit.spend(body.amount);
      await call(finalizeAnswer, '/api/merchant/invoice/finalize', token, { body });
    },
    statement: async (token, from, to) => {
      const query = {
        from: String(Math.floor(from / 1000)),
        ...(to === undefined ? {} : { to: String(Math.ceil(to / 1000)) }),
      };
      const { at, ...answer } = await list(statementItem, '/api/merchant/statement', token, { query });
      return { ...answer, items: withDates(answer.items, to ?? at ?? Date.now(), at) };
    },
    receipt: async (token, invoiceId, email) => {
      const query = { invoiceId, ...(email === undefined ? {} : { email }) };
      return (await call(receipt, '/api/merchant/invoice/receipt', token, { query })).file;
    },
    fiscalChecks: async (token, invoiceId) => {
      const query = { invoiceId };
      const answer = await call(fiscalChecks, '/api/merchant/invoice/fiscal-checks', token, { query });
      return answer.checks ?? [];
    },
    registerDetails: (token, qrId) =>
      call(registerDetails, '/api/merchant/qr/details', token, { query: { qrId } }),
    resetAmount: async (token, qrId, permit) => {
      permit.spend();
      await call(emptyAnswer, '/api/merchant/qr/reset-amount', token, { body: { qrId } });
    },
    removeInvoice: async (token, invoiceId, permit) => {
      permit.spend();
      await call(emptyAnswer, '/api/merchant/invoice/remove', token, { body: { invoiceId } });
    },
  };
};

const parseJson = (path: string, text: string, token: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw unparsable(path, text, token);
  }
};

const unparsable = (path: string, text: string, token: string): UnreadableAnswer =>
  new UnreadableAnswer(path, { field: '', value: text === '' ? 'empty' : shownValue(text, token) });
