import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { type BankClock, createBankClock } from './clock.ts';
import { BankError, connectionFailure, errorFromResponse, UnreadableAnswer } from './errors.ts';
import { createFetchTransport } from './fetch-transport.ts';
import { sendByHttp } from './http-transport.ts';
import { checkList, parseList } from './list-answer.ts';
import type { CancelRequest, CreateInvoiceRequest, FinalizeRequest } from './requests.ts';
import type { Answer, Message } from './transport.ts';
import { shownValue, type UnreadableElement, unreadable, unreadableElement } from './unreadable.ts';
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
  registerList,
  registerListItem,
  type StatementItem,
  statement,
  statementItem,
} from './wire.ts';

/** A list from the bank; one unreadable element leaves the others readable. */
export interface BankList<Item> {
  items: Item[];
  unreadable: UnreadableElement[];
}

/** One function per bank request. All throw BankError only. */
export interface Bank {
  merchantDetails(token: string): Promise<MerchantDetails>;
  /** The key that signs webhooks, PEM. Callers cache it: it changes seldom. */
  publicKey(token: string): Promise<string>;
  listRegisters(token: string): Promise<BankList<BankRegister>>;
  createInvoice(token: string, request: CreateInvoiceRequest): Promise<CreatedInvoice>;
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
  /** Refunds a paid invoice. */
  cancelInvoice(token: string, request: CancelRequest): Promise<CancelAnswer>;
  /** Takes money that is held; the answer only says that the bank accepted the request. */
  finalizeInvoice(token: string, request: FinalizeRequest): Promise<void>;
  /** Payments between two times, newest first. @param from, to milliseconds UTC, at most 31 days apart; `to` absent: now */
  statement(token: string, from: number, to?: number): Promise<BankList<StatementItem>>;
  /** The receipt of a payment, PDF; the bank also sends it to the address, if one is given. */
  receipt(token: string, invoiceId: string, email?: string): Promise<Buffer>;
  /** The fiscal checks of a payment; none if the merchant's sales are not fiscalised. */
  fiscalChecks(token: string, invoiceId: string): Promise<BankFiscalCheck[]>;
  /** The invoice that is currently on a QR register. */
  registerDetails(token: string, qrId: string): Promise<RegisterDetails>;
  /** Removes the amount from a QR register. ORDER_IN_PROGRESS: a buyer is paying it right now. */
  resetAmount(token: string, qrId: string): Promise<void>;
  /** Invalidates an unpaid invoice. */
  removeInvoice(token: string, invoiceId: string): Promise<void>;
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
}

type Call = { query?: Record<string, string>; body?: object };

/** Sends one request. A body makes it a POST. */
const createSend = ({ baseUrl, timeoutMs, version, fetch }: Options) => {
  const transport = fetch ? createFetchTransport(fetch) : sendByHttp;
  const ours = { 'X-Cms': 'Kramar', 'X-Cms-Version': version, Accept: 'application/json' };
  return async (path: string, token: string, { query, body }: Call): Promise<Answer> => {
    const type = body ? { 'Content-Type': 'application/json' } : {};
    const message: Message = {
      url: `${baseUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      headers: { 'X-Token': token, ...ours, ...type },
      body: body && JSON.stringify(body),
      timeoutMs,
    };
    return transport(message).catch((error: unknown) => {
      throw connectionFailure(error);
    });
  };
};

/** Sends requests, and parses the answers by their schemas. */
const createTransport = (options: Options) => {
  const { clock = createBankClock() } = options;
  const send = createSend(options);

  const fetchAnswer = async (path: string, token: string, request: Call) => {
    const { status, text, headers } = await send(path, token, request);
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
    const parsed = v.safeParse(schema, text === '' ? undefined : parseJson(text));
    if (parsed.success) return { answer: parsed.output, at };
    if (text === '') return throwNoJson(undefined);
    throw unreadable(path, parsed.issues, token);
  };

  const call = async <Schema extends v.GenericSchema>(
    ...request: [schema: Schema, path: string, token: string, request?: Call]
  ): Promise<v.InferOutput<Schema>> => (await callDated(...request)).answer;

  const list = async <Element extends v.GenericSchema>(
    schema: v.GenericSchema<unknown, { list: v.InferOutput<Element>[] }>,
    element: Element,
    path: string,
    token: string,
    request: Call = {},
  ): Promise<BankList<v.InferOutput<Element>>> => {
    const { text } = await fetchAnswer(path, token, request);
    // A long text has just been put together: other requests first.
    await nextTurn();
    const answer = text === '' ? throwNoJson(undefined) : await parseList(text).catch(throwNoJson);
    const checked = await checkList(schema, element, answer);
    if ('issues' in checked) throw unreadable(path, checked.issues, token);
    const { list: items, misfits } = checked;
    return {
      items,
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
    listRegisters: (token) => list(registerList, registerListItem, '/api/merchant/qr/list', token),
    createInvoice: (token, body) => call(createdInvoice, '/api/merchant/invoice/create', token, { body }),
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
    cancelInvoice: (token, body) => call(cancelAnswer, '/api/merchant/invoice/cancel', token, { body }),
    finalizeInvoice: async (token, body) => {
      await call(finalizeAnswer, '/api/merchant/invoice/finalize', token, { body });
    },
    statement: (token, from, to) => {
      const query = {
        from: String(Math.floor(from / 1000)),
        ...(to === undefined ? {} : { to: String(Math.ceil(to / 1000)) }),
      };
      return list(statement, statementItem, '/api/merchant/statement', token, { query });
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
    resetAmount: async (token, qrId) => {
      await call(emptyAnswer, '/api/merchant/qr/reset-amount', token, { body: { qrId } });
    },
    removeInvoice: async (token, invoiceId) => {
      await call(emptyAnswer, '/api/merchant/invoice/remove', token, { body: { invoiceId } });
    },
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return throwNoJson(error);
  }
};

const throwNoJson = (cause: unknown): never => {
  throw new BankError('BAD_GATEWAY', 'The bank answered with something that is no JSON.', {
    inDoubt: true,
    cause,
  });
};
