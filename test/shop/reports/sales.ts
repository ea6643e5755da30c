import fc from 'fast-check';
import { build, type Db } from '../../../main/store/db/connection.ts';
import { insertInvoice } from '../../../main/store/invoices/invoices.ts';
import { insertRefund } from '../../../main/store/invoices/refunds.ts';
import { inFile } from '../../helpers/contents.ts';
import { emptyDatabase, writeTerminals } from '../../helpers/empty-database.ts';
import { newInvoice } from '../../helpers/invoice-row.ts';
import { addPerson } from '../../helpers/people.ts';
import { anyMoment } from './zones.ts';

/** Sales of any kind, written directly into a database with their related records. */

/** Two terminals with a register each, two accounts, three products. */
export const openSales = () => {
  const { db, file, remove: close } = emptyDatabase(() => undefined);
  writeTerminals(db, 'Кафе', 'Бакалія');
  inFile(
    file,
    `insert into cash_registers (terminal_id, qr_id, short_qr_id, name, amount_type, page_url, is_active, created_at,
      updated_at) values (1, 'q1', 'Q1', 'Q1', 'merchant', '', 1, 0, 0), (2, 'q2', 'Q2', 'Q2', 'merchant', '', 1, 0, 0)`,
  );
  addPerson(db, 0, { role: 'owner', username: 'owner', password: '' });
  addPerson(db, 0, { role: 'employee', username: 'olena', password: '', full_name: 'Олена Коваль' });
  inFile(
    file,
    `insert into products (code, name, price, name_for_docs, article, external_code, is_archived, search_text, created_at,
      updated_at) values (1, 'Кава', 1, '', '', '', 0, '', 0, 0), (2, 'Чай', 1, '', '', '', 0, '', 0, 0),
      (3, 'Вода', 1, '', '', '', 1, '', 0, 0)`,
  );
  return { db, file, write: (sales: readonly Sale[]) => write(db, sales), close };
};

export interface Line {
  product: number | null;
  amount: number;
  quantity: number;
}

export interface Sale {
  terminal: number;
  register: number | null;
  employee: number | null;
  paidAt: number;
  isPaid: boolean;
  fee: number;
  lines: Line[];
  /** Of a sale without lines. */
  bare: number;
  refunds: { amount: number; at: number }[];
}

export const anySale: fc.Arbitrary<Sale> = fc.record({
  terminal: fc.constantFrom(1, 2),
  register: fc.constantFrom(1, 2, null),
  employee: fc.constantFrom(1, 2, null),
  paidAt: anyMoment(),
  isPaid: fc.boolean().map((no) => !no),
  fee: fc.nat(300),
  lines: fc.array(
    fc.record({
      product: fc.constantFrom(1, 2, 3, null),
      amount: fc.integer({ min: 0, max: 5000 }),
      quantity: fc.integer({ min: 1, max: 9000 }),
    }),
    { maxLength: 4 },
  ),
  bare: fc.integer({ min: 1, max: 9000 }),
  refunds: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 4000 }), at: anyMoment() }), {
    maxLength: 3,
  }),
});

export const amountOf = ({ lines, bare }: Sale) => lines.reduce((sum, { amount }) => sum + amount, 0) || bare;

/** As many of its refunds as its money covers; none of an unpaid one. */
export const refundsOf = (sale: Sale) => {
  let left = amountOf(sale);
  return sale.isPaid
    ? sale.refunds.flatMap(({ amount, at }) => {
        const given = Math.min(left, amount);
        left -= given;
        return given > 0 ? [{ amount: given, at }] : [];
      })
    : [];
};

/** These sales and no others; the number of each is its place, from 1. */
const write = (db: Db, sales: readonly Sale[]): void =>
  db.transaction(() => {
    for (const table of ['refunds', 'invoice_items', 'invoices'] as const) db.run(build.deleteFrom(table));
    for (const [at, sale] of sales.entries()) writeSale(db, sale, at + 1);
  });

const writeSale = (db: Db, sale: Sale, number: number): void => {
  const refunds = refundsOf(sale);
  const left = amountOf(sale) - refunds.reduce((sum, { amount }) => sum + amount, 0);
  const {
    invoice: { id },
  } = insertInvoice(
    db,
    newInvoice({
      number,
      invoice_id: `p${number}`,
      terminal_id: sale.terminal,
      cash_register_id: sale.register,
      status: !sale.isPaid ? 'expired' : left === 0 ? 'reversed' : 'success',
      amount: amountOf(sale),
      final_amount: sale.isPaid ? left : null,
      reference: '',
      fee: sale.fee,
      created_date: sale.paidAt - 1000,
      paid_date: sale.isPaid ? sale.paidAt : null,
      created_by: sale.employee,
    }),
    amountOf(sale) === sale.bare && !sale.lines.some(({ amount }) => amount > 0)
      ? []
      : sale.lines.map(({ product, amount, quantity }) => ({
          name: '',
          price: 1,
          unit: '',
          discount: 0,
          product_id: product,
          amount,
          quantity,
        })),
  );
  for (const { amount, at } of refunds) insertRefund(db, id, { amount, refunded_at: at });
};
