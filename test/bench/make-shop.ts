import Database from 'better-sqlite3';
import { openDatabase } from '../../main/store/db/connection.ts';
import { searchText } from '../../shared/text.ts';
import { addPerson } from '../helpers/people.ts';

/** Three years of a shop with six registers at two terminals; the same data for the same number of invoices. */

export const PASSWORD = 'correct horse';
export const BENCH_NOW = Date.parse('2026-11-21T09:00:00Z');
const YEARS = 3;
const DAY_MS = 86_400_000;
const FIRST_DAY = Math.floor(BENCH_NOW / DAY_MS) - YEARS * 365;
const OPENS_AT = 6 * 3_600_000;
const OPEN_FOR = 13 * 3_600_000;
const PRODUCTS = 500;
const BATCH = 20_000;

/** Texts that the bench searches for and is sure to find. */
export const WANTED = { pan: '1902', word: 'круасан', rrn: '500000000777' } as const;

/** mulberry32: small, quick, and the same everywhere. Returns numbers from 0 up to 1. */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};
type Random = ReturnType<typeof createRandom>;

const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};

const GOODS = 'Кава|Круасан|Тістечко|Чай|Сік|Борщ|Вареники|Сирник|Їжакова булка|Ґречаники'.split('|');
const KINDS = 'великий|малий|з молоком|без цукру|домашній|на винос|святковий|для дітей'.split('|');
const BINS = ['444403', '537541', '516875', '414949', '535838', '424242'];
const REASONS = [
  ['59', 'На картці недостатньо коштів для завершення покупки'],
  ['61', 'На картці перевищено інтернет-ліміт'],
] as const;

interface Made {
  id: number;
  at: number;
  status: 'created' | 'processing' | 'success' | 'failure' | 'reversed' | 'expired';
  amount: number;
}

const statusOf = (random: Random, at: number): Made['status'] => {
  const chance = random();
  if (at > BENCH_NOW - 3_600_000 && chance < 0.3) return chance < 0.25 ? 'created' : 'processing';
  if (chance < 0.83) return 'success';
  if (chance < 0.91) return 'expired';
  return chance < 0.97 ? 'failure' : 'reversed';
};

const digits = (number: number, length: number): string => String(number).padStart(length, '0');

/** The bank's data of it. */
const paymentOf = ({ id, at, status, amount }: Made, random: Random) => {
  const wasPaid = status === 'success' || status === 'reversed';
  const wasTried = wasPaid || status === 'failure';
  const masked_pan = wasTried ? `${pick(random, BINS)}******${digits(Math.floor(random() * 10_000), 4)}` : '';
  const [failure_code, failure_reason] = status === 'failure' ? pick(random, REASONS) : (['', ''] as const);
  const partly = status === 'success' && random() < 0.01 ? Math.ceil(amount / 2) : null;
  const system = masked_pan.startsWith('4') ? 'visa' : 'mastercard';
  return {
    final_amount: status === 'reversed' ? 0 : partly,
    failure_code,
    failure_reason,
    masked_pan,
    payment_system: wasTried ? system : '',
    approval_code: wasPaid ? digits(id % 1e6, 6) : '',
    rrn: wasPaid ? digits(500_000_000_000 + id, 12) : '',
    fee: wasPaid ? Math.round(amount * 0.013) : 0,
    paid_date: wasPaid ? at + 40_000 : null,
  };
};

/** Opened in Kramar, or outside it: then it has no page and no known author. */
const originOf = ({ id, at }: Made, isLocal: boolean, invoice_id: string) =>
  isLocal
    ? {
        created_locally: 1,
        page_url: `https://pay.mbnk.biz/${invoice_id}`,
        expires_at: at + DAY_MS,
        created_by: 2 + (id % 4),
      }
    : { created_locally: 0, page_url: '', expires_at: null, created_by: null };

/** One invoice as the columns of its row. */
const invoiceRow = (made: Made, random: Random) => {
  const { id, at, status, amount } = made;
  const cash_register_id = random() < 0.85 ? 1 + Math.floor(random() * 6) : null;
  const ofRegister = (cash_register_id ?? 0) <= 3 ? 1 : 2;
  const terminal_id = cash_register_id === null ? 1 + Math.floor(random() * 2) : ofRegister;
  const isLocal = random() < 0.94;
  const invoice_id = `24${digits(id, 10)}${Math.floor(random() * 2 ** 40).toString(36)}`;
  const numbered = () => (random() < 0.7 ? `INV-${digits(id, 6)}` : `Замовлення ${digits(id, 7)}`);
  const reference = isLocal ? numbered() : '';
  const destination = `Оплата: ${pick(random, GOODS)} ${pick(random, KINDS)}, ${pick(random, GOODS)}`;
  const payment = paymentOf(made, random);
  return {
    id,
    number: id,
    invoice_id,
    terminal_id,
    cash_register_id,
    status,
    amount,
    ccy: 980,
    reference,
    destination,
    comment: '',
    created_date: at,
    modified_date: at + 40_000,
    webhook_received: 0,
    next_check_at: null,
    ...originOf(made, isLocal, invoice_id),
    ...payment,
    search_text: searchText(invoice_id, reference, destination, payment.masked_pan, payment.rrn),
  };
};

const insertInto = (db: Database.Database, table: string, columns: readonly string[]) =>
  db.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  );

const makeGround = (db: Database.Database, at: number): void => {
  const stamps = { created_at: at, updated_at: at };
  for (const id of [1, 2])
    db.prepare(
      `insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, sealed_token, search_text, created_at, updated_at)
       values (?, ?, ?, ?, ?, 1, 1, null, ?, ?, ?)`,
    ).run(id, `Зала ${id}`, `m${id}`, 'Кав’ярня', '3141592653', searchText(`Зала ${id}`), at, at);
  for (let id = 1; id <= 6; id++)
    db.prepare(
      `insert into cash_registers (id, terminal_id, qr_id, short_qr_id, name, amount_type, page_url, is_active, created_at, updated_at)
       values (?, ?, ?, ?, ?, 'merchant', '', 1, ?, ?)`,
    ).run(id, id <= 3 ? 1 : 2, `QR_${id}`, `KAS${id}`, `KAS${id}`, at, at);
  for (let id = 1; id <= 10; id++)
    insertInto(db, 'categories', ['id', 'name', 'search_text', 'created_at', 'updated_at']).run({
      id,
      name: `Група ${id}`,
      search_text: `група ${id}`,
      ...stamps,
    });
  const product = insertInto(db, 'products', [
    ...['id', 'code', 'name', 'price', 'name_for_docs', 'article', 'external_code', 'category_id', 'unit_id'],
    ...['is_archived', 'search_text', 'created_at', 'updated_at'],
  ]);
  for (let id = 1; id <= PRODUCTS; id++) {
    const name = `${GOODS[id % GOODS.length]} ${KINDS[id % KINDS.length]} ${id}`;
    const article = `A-${digits(id, 4)}`;
    product.run({
      id,
      code: id,
      name,
      price: 1000 + 37 * id,
      name_for_docs: '',
      article,
      external_code: '',
      category_id: 1 + (id % 10),
      unit_id: null,
      is_archived: 0,
      search_text: searchText(name, article, ''),
      ...stamps,
    });
  }
};

const makeInvoices = (db: Database.Database, count: number): void => {
  const random = createRandom(count);
  const columns = Object.keys(invoiceRow({ id: 1, at: 0, status: 'created', amount: 1 }, createRandom(1)));
  const invoice = insertInto(db, 'invoices', columns);
  const itemColumns = [
    'invoice_id',
    'position',
    'name',
    'price',
    'quantity',
    'unit',
    'product_id',
    'discount',
    'amount',
  ];
  const item = insertInto(db, 'invoice_items', itemColumns);
  const refund = insertInto(db, 'refunds', ['invoice_id', 'amount', 'refunded_at']);
  const days = YEARS * 365;
  const write = (id: number): void => {
    // Even over the days, in order of time within each, as in a real shop.
    const place = ((id - 1) / count) * days;
    const at = Math.min(
      (FIRST_DAY + Math.floor(place)) * DAY_MS + OPENS_AT + Math.floor((place % 1) * OPEN_FOR),
      BENCH_NOW,
    );
    const lines = random() < 1 / 3 ? 1 + Math.floor(random() * 5) : 0;
    const prices = Array.from({ length: lines }, () => 1000 + Math.floor(random() * 20_000));
    const amount =
      lines === 0 ? 500 + Math.floor(random() * 90_000) : prices.reduce((sum, price) => sum + price, 0);
    const row = invoiceRow({ id, at, status: statusOf(random, at), amount }, random);
    invoice.run(row);
    for (const [position, price] of prices.entries()) {
      const product = 1 + Math.floor(random() * PRODUCTS);
      const name = `${GOODS[product % GOODS.length]} ${KINDS[product % KINDS.length]}`;
      item.run({
        invoice_id: id,
        position,
        name,
        price,
        quantity: 1000,
        unit: 'шт',
        product_id: product,
        discount: 0,
        amount: price,
      });
    }
    if (row.final_amount !== null)
      refund.run({ invoice_id: id, amount: amount - row.final_amount, refunded_at: at + 3_600_000 });
  };
  for (let first = 1; first <= count; first += BATCH)
    db.transaction(() => {
      for (let id = first; id < Math.min(first + BATCH, count + 1); id++) write(id);
    })();
};

/** The schema, and the people by the service's own code. */
const makePeople = (file: string, at: number): void => {
  const store = openDatabase(file);
  addPerson(store, at, { role: 'owner', username: 'owner', password: PASSWORD });
  for (const name of ['olena', 'taras', 'ivan', 'kasa'])
    addPerson(store, at, { role: 'employee', username: name, password: PASSWORD }, ['can_view_invoices']);
  store.close();
};

/**
 * Writes the shop past the service: a million invoices through it would take a day. The triggers keep sums and search
 * index meanwhile, as they do in a shop; the index is merged at the end.
 * @param file of a database that does not exist yet
 */
export const makeShop = (file: string, count: number): void => {
  const at = FIRST_DAY * DAY_MS;
  makePeople(file, at);
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.transaction(() => makeGround(db, at))();
  makeInvoices(db, count);
  for (const [name, value] of [
    ['invoice', count],
    ['product', PRODUCTS],
  ] as const)
    db.prepare(
      'insert into counters (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    ).run(name, value);
  db.exec("insert into invoices_text (invoices_text) values ('optimize')");
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
};
