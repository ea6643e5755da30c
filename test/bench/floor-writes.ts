import { Agent, request } from 'node:http';
import type Database from 'better-sqlite3';
import { searchText } from '../../shared/text.ts';
import type { Reads } from './floor-reads.ts';

/**
 * The floor leaves out of a sale: validation, the attempt that is on the disk before the bank is called (so one
 * transaction instead of two), events. It is as durable (synchronous FULL).
 */

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const askBank = (bank: string, path: string, body: object): Promise<string> =>
  new Promise((resolve, reject) => {
    const requested = request(
      bank + path,
      { agent, method: 'POST', headers: { 'X-Token': 'token-1', 'Content-Type': 'application/json' } },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => resolve(Buffer.concat(pieces).toString()));
      },
    );
    requested.on('error', reject);
    requested.end(JSON.stringify(body));
  });

interface Line {
  name: string;
  price: number;
  quantity: number;
}

interface Creation {
  terminal: number;
  items: Line[];
}

const NOTHING = {
  cash_register_id: null,
  final_amount: null,
  reference: '',
  comment: '',
  page_url: '',
  failure_code: '',
  failure_reason: '',
  masked_pan: '',
  approval_code: '',
  rrn: '',
  payment_system: '',
  fee: 0,
  webhook_received: 0,
  modified_date: null,
  paid_date: null,
  expires_at: null,
  next_check_at: null,
  created_by: null,
  ccy: 980,
};
const COLUMNS = [
  ...Object.keys(NOTHING),
  ...[
    'number',
    'invoice_id',
    'terminal_id',
    'status',
    'amount',
    'destination',
    'created_locally',
    'created_date',
  ],
  'search_text',
];

export const openCreation = (db: Database.Database, reads: Reads, bank: string) => {
  const number = db
    .prepare<[], number>("update counters set value = value + 1 where name = 'invoice' returning value")
    .pluck();
  const invoice = db.prepare(
    `insert into invoices (${COLUMNS.join(', ')}) values (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  const item = db.prepare(
    `insert into invoice_items (invoice_id, position, name, price, quantity, unit, product_id, discount, amount)
     values (?, ?, ?, ?, ?, '', null, 0, ?)`,
  );

  // all(): a RETURNING that is not read to its end rolls nothing back, but leaves the statement open.
  const nextNumber = (): number => number.all()[0] ?? 0;
  const write = (row: Record<string, unknown>): number =>
    Number(invoice.run({ ...NOTHING, ...row }).lastInsertRowid);

  const writeCreated = db.transaction(
    (
      { terminal, items }: Creation,
      amounts: number[],
      amount: number,
      answer: Record<string, string>,
    ): number => {
      const next = nextNumber();
      const [invoice_id = '', reference] = [answer.invoiceId, `INV-${String(next).padStart(6, '0')}`];
      const id = write({
        number: next,
        invoice_id,
        reference,
        page_url: answer.pageUrl,
        terminal_id: terminal,
        status: 'created',
        amount,
        destination: '',
        created_locally: 1,
        created_date: Date.now(),
        expires_at: Date.now() + 86_400_000,
        search_text: searchText(invoice_id, reference, '', '', ''),
      });
      for (const [position, line] of items.entries())
        item.run(id, position, line.name, line.price, line.quantity * 1000, amounts[position]);
      return id;
    },
  );

  return async (input: Creation): Promise<object | undefined> => {
    const amounts = input.items.map(({ price, quantity }) => Math.round(price * quantity));
    const amount = amounts.reduce((sum, part) => sum + part, 0);
    const answer = await askBank(bank, '/api/merchant/invoice/create', { amount, ccy: 980 });
    return reads.invoice(writeCreated.immediate(input, amounts, amount, JSON.parse(answer)));
  };
};
