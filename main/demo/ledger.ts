import { numberDisplay } from '../../shared/api/invoices.ts';
import type { InvoiceStatus } from '../../shared/api/statuses.ts';
import { CURRENCY_UAH } from '../../shared/money.ts';
import { factsOfLine, factsOfState, UNPAID } from '../money/bank-state/payment-facts.ts';
import { nextCheck } from '../money/bank-state/poll-interval.ts';
import { basketLine } from '../money/sale/basket.ts';
import { forEachCooperatively, groupsOf, slicesOf } from '../platform/async.ts';
import type { PracticeBank } from '../practice-bank/practice-bank.ts';
import { urlsUnder } from '../practice-bank/present.ts';
import type { Invoice as BankInvoice, Draw } from '../practice-bank/records.ts';
import type { SeededInvoice } from '../practice-bank/seed.ts';
import type { ProductRow } from '../store/catalog.ts';
import type { Db } from '../store/db/connection.ts';
import { bit } from '../store/db/list.ts';
import { insertInvoices, insertItemRows, MAX_ROWS } from '../store/invoices/bulk-insert.ts';
import type { NewInvoice } from '../store/invoices/invoices.ts';
import { insertRefund } from '../store/invoices/refunds.ts';
import { nextNumber } from '../store/settings.ts';
import type { Counter } from './goods.ts';
import type { Sale } from './history.ts';
import { createRandom, type Random } from './random.ts';
import { DESTINATION, SELF_SERVICE_DESTINATION } from './shop.ts';

/** Ids of the records that the history refers to by name. */
export interface Shop {
  terminals: ReadonlyMap<Counter, { id: number; token: string }>;
  /** By short id. */
  registers: ReadonlyMap<string, number>;
  /** By username. */
  people: ReadonlyMap<string, number>;
  /** In the order of PRODUCTS. */
  products: readonly ProductRow[];
}

interface NumberedSale extends Sale {
  number: number;
}

export interface Entry {
  db: Db;
  bank: PracticeBank;
  shop: Shop;
  now: number;
  /** Once aborted, no more is written. */
  signal?: AbortSignal | undefined;
}

/** In one transaction: a tenth of a second, after which signals and connections are served. */
const SALES_AT_ONCE = 2000;

/** Writes the history into the practice bank and the database, with the codes that the bank gave. */
export const enterHistory = (entry: Entry, sales: Iterable<Sale>): Promise<void> => {
  const draw = drawing(createRandom('codes'));
  return forEachCooperatively(
    groupsOf(sales, SALES_AT_ONCE),
    (group) =>
      entry.db.transaction(() => {
        for (const slice of slicesOf(group, MAX_ROWS)) enterSlice(entry, draw, slice);
      }),
    { signal: entry.signal },
  );
};

const drawing =
  ({ integer }: Random): Draw =>
  (below) =>
    integer(0, below - 1);

const enterSlice = ({ db, bank, shop, now }: Entry, draw: Draw, sales: readonly Sale[]): void => {
  const pageUrl = urlsUnder(bank.url).invoice;
  const first = nextNumber(db, 'invoice', sales.length);
  const numbered = sales.map((sale, at): NumberedSale => ({ ...sale, number: first + at }));
  const ids = bank.seed(numbered.map((sale) => ({ ...seedOf(sale, shop), draw })));
  const invoices = numbered.map((sale, at) => {
    const bankInvoice = bank.invoice(ids[at] ?? '');
    if (!bankInvoice) throw new Error(`The practice bank lost invoice ${sale.number}.`);
    return invoiceOf(sale, bankInvoice, shop, pageUrl, now);
  });
  const idOf = insertInvoices(db, invoices);
  insertItemRows(
    db,
    numbered.flatMap(({ number, items }) =>
      items.map((item, position) => ({ invoice_id: idOf(number), position, ...itemOf(item, shop) })),
    ),
  );
  for (const { number, refunds } of numbered)
    for (const { amount, at: refunded_at } of refunds)
      insertRefund(db, idOf(number), { amount, refunded_at });
};

const itemOf = ({ product, ...item }: Sale['items'][number], { products }: Shop) => ({
  ...item,
  product_id: products[product]?.id ?? null,
});

const reference = ({ reference: given, number, isLocal }: NumberedSale): string =>
  isLocal ? given || `INV-${numberDisplay(number)}` : '';

const destination = ({ isLocal }: Sale): string => (isLocal ? DESTINATION : SELF_SERVICE_DESTINATION);

const OUTCOMES = { paid: 'success', declined: 'failure', expired: 'expired', cancelled: 'expired' } as const;

const seedOf = (sale: NumberedSale, shop: Shop): SeededInvoice => ({
  token: shop.terminals.get(sale.counter)?.token ?? '',
  amount: sale.amount,
  createdAt: sale.createdAt,
  outcome: OUTCOMES[sale.outcome],
  paidAt: sale.endedAt,
  validitySeconds: validityOf(sale),
  refunds: sale.refunds,
  merchantPaymInfo: {
    destination: destination(sale),
    ...(sale.isLocal && {
      reference: reference(sale),
      comment: sale.comment,
      basketOrder: sale.items.map(({ product, discount, ...item }, position) => {
        const row = shop.products[product];
        const label = { name: row?.name_for_docs || item.name, code: String(row?.code ?? position + 1) };
        return basketLine({ ...item, ...label, extras: {}, discount_pct: discount });
      }),
    }),
  },
  ...(sale.register !== null && { shortQrId: sale.register }),
  ...(sale.card && { card: sale.card }),
  ...(sale.errCode !== undefined && { errCode: sale.errCode }),
});

/** A payment at a register has no invoice that could expire: a decline is final. */
const FOR_EVER_SECONDS = 3_000_000_000;

const validityOf = ({ isLocal, outcome, createdAt, endedAt, validitySeconds }: Sale): number => {
  if (!isLocal) return FOR_EVER_SECONDS;
  // The practice bank does not distinguish an invoice ended by the merchant from an expired one.
  return outcome === 'cancelled' ? (endedAt - createdAt) / 1000 : validitySeconds;
};

const expiresAt = ({ isLocal, createdAt, validitySeconds }: Sale): number | null =>
  isLocal ? createdAt + validitySeconds * 1000 : null;

/** The status by Kramar's own rules, had it watched all the time (money/bank-state/status.ts). */
export const statusOf = (
  sale: Sale,
  now: number,
): Pick<NewInvoice, 'final_amount'> & { status: InvoiceStatus } => {
  const status = OUTCOMES[sale.outcome];
  // The payer of a declined payment may try again until the invoice expires.
  const isOver = status === 'failure' && (expiresAt(sale) ?? now + 1) <= now;
  if (status !== 'success') return { status: isOver ? 'expired' : status, final_amount: null };
  // A payment outside Kramar is known from the statement only, which has no final amount.
  if (!sale.isLocal) return { status, final_amount: null };
  const left = sale.amount - sale.refunds.reduce((sum, { amount }) => sum + amount, 0);
  return { status: left === 0 ? 'reversed' : 'success', final_amount: left };
};

/**
 * Fields copied from the bank, so that a refresh finds no change. A payment outside Kramar is known from the statement
 * alone; of a declined invoice that has expired the bank gives no reason.
 */
const bankFields = ({ isLocal }: Sale, { status, errCode, failureReason, amount, payment }: BankInvoice) => {
  const declined = status === 'failure' ? { errCode, failureReason } : {};
  const line = { ...payment, amount, profitAmount: amount - (payment?.fee ?? 0) };
  return {
    ...UNPAID,
    ...(isLocal ? factsOfState({ ...declined, paymentInfo: payment }) : factsOfLine(line)),
  };
};

const invoiceOf = (
  sale: NumberedSale,
  bankInvoice: BankInvoice,
  { terminals, registers, people }: Shop,
  pageUrl: (invoiceId: string) => string,
  now: number,
): NewInvoice => {
  const state = {
    ...statusOf(sale, now),
    created_date: sale.createdAt,
    expires_at: expiresAt(sale),
    bank_created_date: sale.createdAt,
  };
  return {
    number: sale.number,
    invoice_id: bankInvoice.invoiceId,
    terminal_id: terminals.get(sale.counter)?.id ?? 0,
    cash_register_id: registers.get(sale.register ?? '') ?? null,
    ...state,
    amount: sale.amount,
    ccy: CURRENCY_UAH,
    reference: reference(sale),
    destination: destination(sale),
    comment: sale.comment,
    page_url: sale.isLocal ? pageUrl(bankInvoice.invoiceId) : '',
    ...bankFields(sale, bankInvoice),
    modified_date: sale.isLocal ? bankInvoice.modifiedAt : null,
    created_locally: bit(sale.isLocal),
    webhook_received: 0,
    paid_date: sale.outcome === 'paid' ? sale.endedAt : null,
    // A declined payment that may be tried again, and a cancelled invoice, are queried until they expire.
    next_check_at: nextCheck(state, now, null, now),
    created_by: people.get(sale.by ?? '') ?? null,
  };
};
