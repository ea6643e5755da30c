import { type Cart, cart } from '../../../shared/api/carts.ts';
import { cashSale } from '../../../shared/api/cash-sales.ts';
import { invoiceHistory } from '../../../shared/api/invoice-extras.ts';
import { declineExplained } from '../../../shared/api/invoice-lists.ts';
import { type Invoice, invoice } from '../../../shared/api/invoices.ts';
import { printerState } from '../../../shared/api/printing.ts';
import { scan, type Tile, tile } from '../../../shared/api/product-shop.ts';
import { counterSettings, logo } from '../../../shared/api/settings.ts';
import { shift, tillCash } from '../../../shared/api/shifts.ts';
import { system } from '../../../shared/api/system.ts';
import { terminal } from '../../../shared/api/terminals.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { bodiesOf, refusal, report, type Sent, serve } from './api.ts';

/** What the charge screen reads and sends, answered as by a shop of one terminal. */

const TERMINAL = sample(terminal, { id: 1, name: 'Каса' });

/** A product of the catalog; without other values it has no article, no barcode, no category and the screen's colour. */
export const productOf = (id: number, name: string, price: number, more: Partial<Tile> = {}): Tile =>
  sample(tile, {
    id,
    name,
    price,
    article: '',
    category: null,
    unit_name: '',
    barcodes: [],
    tile_color: '',
    is_favorite: false,
    ...more,
  });

const hasWords = (found: Tile, words: string): boolean =>
  [found.name, found.article, ...found.barcodes].join(' ').toLowerCase().includes(words.toLowerCase());

const tilesOf = (products: readonly Tile[], { search }: Sent) => {
  const is = (name: string, holds: (value: string) => boolean): boolean => {
    const value = search.get(name);
    return value === null || holds(value);
  };
  return listOf(
    products.filter(
      (each) =>
        is('ids', (ids) => ids.split(',').includes(String(each.id))) &&
        is('category', (category) => String(each.category) === category) &&
        is('is_favorite', (isFavorite) => String(each.is_favorite) === isFavorite) &&
        is('search', (words) => hasWords(each, words)),
    ),
  );
};

interface Goods {
  amount?: number;
  items?: { price: number; quantity: string }[];
}

/** Discounts are the service's own affair: the tests that have one look at what was sent. */
const sumOf = ({ amount, items = [] }: Goods): number =>
  amount ?? items.reduce((sum, { price, quantity }) => sum + Math.round(price * Number(quantity)), 0);

/** Cash is rounded to half a hryvnia. */
const STEP = 50;
const roundedToStep = (amount: number): number => Math.round(amount / STEP) * STEP;

interface SentCart {
  name: string;
  lines: { name: string; price: number; quantity: string; product?: number; discount_pct?: string }[];
}

/** A cart that is set aside, as it was sent. */
export const cartOf = (id: number, { name, lines }: SentCart): Cart =>
  sample(cart, {
    id,
    name: name || `Кошик ${id}`,
    remark: '',
    validity: 86_400,
    payment_type: 'debit',
    discounts: [],
    lines: lines.map((line) => ({
      name: line.name,
      price: line.price,
      quantity: Number(line.quantity),
      unit: '',
      product: line.product ?? null,
      discount_pct: Number(line.discount_pct ?? 0),
      current_price: line.product === undefined ? null : line.price,
    })),
    amount: sumOf({ items: lines }),
  });

/** By the id of the invoice. */
let reported = new Map<number, Partial<Invoice>>();

/** The bank says something else of an invoice, and the service that it has changed. */
export const bankReports = (changes: Partial<Invoice>, id = 1): void => {
  reported.set(id, { ...reported.get(id), ...changes });
  report('invoice.status_changed', id);
};

interface Counter {
  products?: Tile[];
  carts?: Cart[];
  takesCash?: boolean;
}

/** Serves the counter of a shop whose shift is open. @returns the carts that wait there */
export const serveCounter = ({ products = [], carts = [], takesCash = false }: Counter): Cart[] => {
  reported = new Map();
  const invoiceOf = (id: number) => {
    const made = bodiesOf('POST invoices/') as Goods[];
    const amount = sumOf(made[id - 1] ?? {});
    return sample(invoice, { id, number: id, amount, terminal: TERMINAL.id, ...reported.get(id) });
  };
  const cashSaleOf = (id: number) => {
    const made = bodiesOf('POST cash-sales/') as (Goods & { received?: number })[];
    const sold = made[id - 1] ?? {};
    const total = sumOf(sold);
    const amount = roundedToStep(total);
    const { received = null } = sold;
    const change = received === null ? null : received - amount;
    return sample(cashSale, { id, total, amount, rounding: amount - total, received, change });
  };
  serve({
    'GET system/': sample(system, { terminals: [] }),
    'GET counter/': sample(counterSettings, {
      takes_cash: takesCash,
      cash_rounding: '50',
      discount_limit: null,
    }),
    'GET logo/': sample(logo),
    'GET printer/': sample(printerState, { has_printer: false }),
    'GET terminals/': listOf([TERMINAL]),
    'GET cash-registers/': listOf([]),
    'GET shifts/current/': { shift: sample(shift, { closed_at: null }) },
    'GET shifts/{id}/till/': sample(tillCash),
    'GET carts/': ({ search }) => listOf(search.get('is_taken') === 'true' ? [] : carts),
    'POST carts/': ({ body }) => {
      const made = cartOf(carts.length + 10, body as SentCart);
      carts.push(made);
      return made;
    },
    'POST carts/{id}/take/': ({ ids: [id] }) => {
      const [taken] = carts.splice(
        carts.findIndex((each) => each.id === id),
        1,
      );
      return taken ?? refusal(404, { detail: 'Not found.' });
    },
    'GET catalog/categories/': listOf([]),
    'GET catalog/tiles/': (sent) => tilesOf(products, sent),
    'GET catalog/scan/': ({ search }) => {
      const product = products.find(({ barcodes }) => barcodes.includes(search.get('code') ?? '')) ?? null;
      return sample(scan, { kind: product && 'barcode', product, item: '', quantity: null });
    },
    'POST invoices/': () => invoiceOf(bodiesOf('POST invoices/').length),
    'GET invoices/{id}/': ({ ids: [id = 0] }) => invoiceOf(id),
    'GET invoices/{id}/history/': sample(invoiceHistory),
    'GET invoices/{id}/failure/': ({ ids: [id = 0] }) =>
      sample(declineExplained, { invoice: id, failure_reason: invoiceOf(id).failure_reason }),
    'GET invoices/{id}/print/': { has_printer: false, job: null },
    'POST invoices/{id}/withdraw/': ({ ids: [id = 0] }) => {
      reported.set(id, { status: 'expired' });
      return invoiceOf(id);
    },
    'GET invoices/open/': { ...listOf([]), total_amount: 0, other_currencies: [] },
    'POST cash-sales/': () => cashSaleOf(bodiesOf('POST cash-sales/').length),
    'GET cash-sales/{id}/': ({ ids: [id = 0] }) => cashSaleOf(id),
  });
  return carts;
};
