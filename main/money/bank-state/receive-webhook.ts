import { createVerify } from 'node:crypto';
import * as v from 'valibot';
import { readJson } from '../../bank/informative.ts';
import { type BankInvoice, invoiceStatus } from '../../bank/wire.ts';
import type { Log } from '../../platform/log.ts';
import { webhookAddress } from '../../shop/settings.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { findTerminal } from '../../store/terminals.ts';
import { findSaleByBankId, takeSibling } from '../sale/sale-invoices.ts';
import { applyBank, changeInvoice, withAll } from './apply-bank.ts';
import { type InvoiceContext, invoiceById, tokenOf } from './refresh.ts';
import { applyBankStatus, contradictionIn } from './status.ts';

/**
 * Webhooks of the bank about invoices, if the owner has a tunnel and has set webhook_address. Nothing depends on them:
 * a webhook that is refused or never arrives is made up for by polling.
 */

/**
 * The result of a delivery. Signed by the bank: `accepted` (repeated and stale ones too), `unknown` in Kramar,
 * `misdirected` to another terminal than the invoice's, `mismatched` in amount or currency, `unreadable`. Not known to
 * be signed: `forged`, `no_key`.
 */
export type Reception =
  | 'accepted'
  | 'unknown'
  | 'misdirected'
  | 'mismatched'
  | 'unreadable'
  | 'forged'
  | 'no_key';

export interface Webhook {
  /** Read at each use: the command line may change it any time. */
  isOn(): boolean;
  /** Deleted terminals receive nothing. */
  hasTerminal(id: number): boolean;
  /**
   * @param body the exact bytes that were signed
   * @param signature X-Sign, "" without one
   */
  receive(terminalId: number, body: Buffer, signature: string): Promise<Reception>;
}

interface WebhookPorts {
  /**
   * The bank has signed a webhook about an unknown invoice: its creation may have got no answer. At most once a minute
   * per terminal, since anybody can resend what the bank has once signed.
   */
  onUnknown(terminalId: number): void;
  log: Log;
  /** Milliseconds that never decrease. */
  clock?: () => number;
}

export const createWebhook = (context: InvoiceContext, ports: WebhookPorts): Webhook => {
  const { db, bank } = context;
  const { onUnknown, log, clock = () => performance.now() } = ports;
  const isFirst = oncePerMinute(clock);
  // One line a minute of each kind: junk must not fill the log.
  const warn = (message: string, fields: object): void => {
    if (isFirst(message)) log.warn(message, fields);
  };
  const verify = createWebhookKeys({
    clock,
    fetchKey: async (id) => bank.publicKey(await tokenOf(context, id)),
    onFailure: (terminal, error) =>
      warn('The key that webhooks are signed with could not be had; they are refused until it is.', {
        terminal,
        error,
      }),
  });

  const accept = (terminal: number, body: Buffer): Reception => {
    const { bankInvoice, fault } = parseBankInvoice(body);
    if (bankInvoice === undefined) {
      warn('A webhook signed by the bank could not be read; nothing was changed.', { terminal, fault });
      return 'unreadable';
    }
    const reception = takeOver(context, terminal, bankInvoice, isFirst);
    if (reception === 'unknown' && isFirst(`unknown ${terminal}`)) onUnknown(terminal);
    if (reception === 'misdirected')
      warn('A webhook named an invoice of another terminal; nothing was changed.', { terminal });
    if (reception === 'mismatched')
      warn('A webhook had another amount or currency than its invoice; Kramar asks the bank itself.', {
        terminal,
        invoice_id: bankInvoice.invoiceId,
        amount: bankInvoice.amount,
        ccy: bankInvoice.ccy,
      });
    return reception;
  };

  return {
    isOn: () => webhookAddress(db) !== undefined,
    hasTerminal: (id) => findTerminal(db, id) !== undefined,
    receive: async (terminal, body, signature) => {
      const verdict = signature === '' ? 'forged' : await verify(terminal, body, signature);
      if (verdict === 'forged')
        warn('A webhook was refused: it is not signed by the bank. Nothing was changed.', { terminal });
      return verdict === 'genuine' ? accept(terminal, body) : verdict;
    },
  };
};

/** Fields that only inform and cannot be read are logged with the next request about the invoice. */
const parseBankInvoice = (body: Buffer): { bankInvoice?: BankInvoice; fault?: string } => {
  const read = readJson(invoiceStatus, body.toString('utf8'));
  if ('output' in read) return { bankInvoice: read.output };
  const [issue] = read.issues;
  return { fault: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` };
};

const takeOver = (
  context: InvoiceContext,
  terminalId: number,
  bankInvoice: BankInvoice,
  isFirst: (name: string) => boolean,
): Reception => {
  const { db, now } = context;
  return db.transaction(() => {
    const invoice = findSaleByBankId(db, bankInvoice.invoiceId);
    if (!invoice) return 'unknown';
    if (invoice.terminal_id !== terminalId) return 'misdirected';
    if (isAboutOther(invoice, bankInvoice)) {
      // Once a minute at most: anybody can resend what the bank has once signed.
      if (isFirst(`mismatched ${invoice.id}`)) scheduleCheck(db, invoice.id, now());
      return 'mismatched';
    }
    if (invoice.webhook_received === 0) changeInvoice(db, invoice, { webhook_received: 1 }, now());
    if (invoice.invoice_id === bankInvoice.invoiceId) applyStatus(context, invoice, bankInvoice);
    else takeSibling(context, invoiceById(db, invoice.id), { state: bankInvoice });
    return 'accepted';
  });
};

/** A webhook without news must not plan the next request either: a stale one would end the watch of a refund. */
const applyStatus = (context: InvoiceContext, invoice: InvoiceRow, bankInvoice: BankInvoice): void => {
  const { now, bankNow } = context;
  const changes = applyBankStatus(invoice, bankInvoice, now(), bankNow());
  if (Object.keys(changes).length > 0 || contradictionIn(invoice, bankInvoice))
    applyBank(context, withAll(invoice), { state: bankInvoice });
};

/** The sum of an invoice that Kramar created is certain; that of another payment comes from the bank. */
const isAboutOther = ({ created_locally, amount, ccy }: InvoiceRow, bankInvoice: BankInvoice): boolean =>
  created_locally === 1 && (bankInvoice.amount !== amount || bankInvoice.ccy !== ccy);

/** Returns whether a name occurs for the first time in a minute. */
const oncePerMinute = (clock: () => number) => {
  const last = new Map<string, number>();
  return (name: string): boolean => {
    if (clock() - (last.get(name) ?? Number.NEGATIVE_INFINITY) < 60_000) return false;
    last.set(name, clock());
    return true;
  };
};

/** Shortest interval between requests for a terminal's key, however much junk arrives; milliseconds. */
const ASK_EVERY_MS = 60_000;

interface WebhookKeysOptions {
  /** Requests the key of a terminal from the bank, PEM. */
  fetchKey(terminalId: number): Promise<string>;
  /** Called when the key could not be obtained. */
  onFailure(terminalId: number, error: unknown): void;
  /** Milliseconds that never decrease: the PC's own clock may be set. */
  clock(): number;
}

export type Verdict = 'genuine' | 'forged' | 'no_key';

/**
 * Verifies signatures of the bank. A key is kept in memory and requested again when a signature fails, since the bank
 * may have changed it.
 */
export const createWebhookKeys = ({ fetchKey, onFailure, clock }: WebhookKeysOptions) => {
  const known = new Map<number, string>();
  const lastRequests = new Map<number, { at: number; key: Promise<string | undefined> }>();

  const requestKey = async (terminalId: number): Promise<string | undefined> => {
    try {
      const key = await fetchKey(terminalId);
      known.set(terminalId, key);
      return key;
    } catch (error) {
      onFailure(terminalId, error);
      return undefined;
    }
  };

  /** The result of the last request, unless another one is due; concurrent callers share it. */
  const latest = (terminalId: number): Promise<string | undefined> => {
    const last = lastRequests.get(terminalId);
    if (last && clock() - last.at < ASK_EVERY_MS) return last.key;
    const key = requestKey(terminalId);
    lastRequests.set(terminalId, { at: clock(), key });
    return key;
  };

  /** @param signature base64 of the DER; `no_key`: the bank did not provide a key */
  return async (terminalId: number, body: Buffer, signature: string): Promise<Verdict> => {
    const key = known.get(terminalId);
    if (key !== undefined && isSignedBy(key, body, signature)) return 'genuine';
    const fresh = await latest(terminalId);
    if (fresh === undefined) return 'no_key';
    return fresh !== key && isSignedBy(fresh, body, signature) ? 'genuine' : 'forged';
  };
};

const isSignedBy = (key: string, body: Buffer, signature: string): boolean =>
  createVerify('SHA256').update(body).verify(key, signature, 'base64');
