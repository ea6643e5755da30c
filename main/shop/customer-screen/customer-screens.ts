import { hash } from 'node:crypto';
import type { CustomerScreen } from '../../../shared/api/customer-screen.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { CURRENCY_UAH, QUANTITY_SCALE } from '../../../shared/money.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { Db } from '../../store/db/connection.ts';
import { lastEventId } from '../../store/events.ts';
import { findInvoice, type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import type { EventFeed } from '../events.ts';
import { shopName } from '../settings.ts';

/** What the charge screen of a till shows its customer. It is kept in memory: a restart shows nothing, until the till does. */

/** What a charge screen wants to be shown; undefined: nothing. */
type Shown =
  | { invoice: number }
  | (Pick<CustomerScreen, 'amount' | 'lines' | 'received'> & { isCash: boolean })
  | undefined;

/** The charge screen repeats itself; one that has ended leaves nothing behind. */
const KEPT_MS = 3 * MINUTE_MS;
/** More than a shop has tills. */
const MAX_DEVICES = 50;

const STATES: Partial<Record<InvoiceStatus, CustomerScreen['state']>> = {
  created: 'to_pay',
  processing: 'processing',
  success: 'paid',
  failure: 'failed',
};

export interface CustomerScreens {
  show(device: string, shown: Shown): void;
  read(device: string): CustomerScreen;
  /** Waits until a device shows something else than `version`, for `ms` at most or until the signal is aborted. */
  waitFor(device: string, version: string, ms: number, signal: AbortSignal): Promise<void>;
}

interface Entry {
  shown: Shown;
  /** By the monotonic clock. */
  at: number;
}

export const createCustomerScreens = (db: Db, feed: EventFeed): CustomerScreens => {
  const entries = new Map<string, Entry>();
  const waiting = new Set<() => void>();

  const shownAt = (device: string): Shown => {
    const entry = entries.get(device);
    return entry && performance.now() - entry.at < KEPT_MS ? entry.shown : undefined;
  };
  const read = (device: string): CustomerScreen => {
    const content = { shop_name: shopName(db), ...contentOf(db, shownAt(device)) };
    return { version: hash('sha256', JSON.stringify(content), 'hex').slice(0, 16), ...content };
  };
  /** Ends with the next event, the next thing shown, or the time. */
  const change = async (ms: number, signal: AbortSignal): Promise<void> => {
    const woken = new AbortController();
    const wake = () => woken.abort();
    waiting.add(wake);
    await feed.waitFor(lastEventId(db), ms, AbortSignal.any([signal, woken.signal]));
    waiting.delete(wake);
  };

  return {
    show: (device, shown) => {
      // Inserted last again: the first in the map has been silent for longest.
      entries.delete(device);
      entries.set(device, { shown, at: performance.now() });
      const [oldest] = entries.size > MAX_DEVICES ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
      for (const wake of [...waiting]) wake();
    },
    read,
    waitFor: async (device, version, ms, signal) => {
      const until = performance.now() + ms;
      while (!signal.aborted && read(device).version === version) {
        const rest = until - performance.now();
        if (rest <= 0) return;
        // What a silent till showed ends without an event.
        await change(Math.min(rest, 5 * SECOND_MS), signal);
      }
    },
  };
};

type Content = Omit<CustomerScreen, 'version' | 'shop_name'>;

const IDLE: Content = { state: 'idle', amount: null, received: null, ccy: CURRENCY_UAH, lines: [], qr: '' };

const contentOf = (db: Db, shown: Shown): Content => {
  if (shown === undefined) return IDLE;
  if ('invoice' in shown) return invoiceContent(db, findInvoice(db, shown.invoice));
  const { amount, lines, isCash, received } = shown;
  return amount === null && lines.length === 0
    ? IDLE
    : { ...IDLE, state: isCash ? 'cash' : 'cart', amount, received, lines };
};

/** Only what is stored of the bank's answers: no payment is shown before the bank has confirmed it. */
const invoiceContent = (db: Db, invoice: InvoiceRow | undefined): Content => {
  const state = invoice && STATES[invoice.status];
  if (!invoice || !state) return IDLE;
  const items = itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [];
  return {
    state,
    amount: invoice.amount,
    received: null,
    ccy: invoice.ccy,
    lines: items.map(({ name, quantity, unit, amount }) => ({
      name,
      quantity: `${String(quantity / 10 ** QUANTITY_SCALE).replace('.', ',')} ${unit}`.trim(),
      amount,
    })),
    // After a failure the same page takes another try.
    qr: state === 'to_pay' || state === 'failed' ? invoice.page_url : '',
  };
};
