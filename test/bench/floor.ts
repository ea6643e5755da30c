import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { searchText } from '../../shared/text.ts';

/**
 * The least that a sale costs, `node test/bench/floor.ts DATABASE BANK`: bare node:http over a copy of the same database,
 * with the service's answer byte for byte but for its ids and times. It leaves out the caller's sign-in and permissions,
 * validation, the attempt that is on the disk before the bank is called (so one transaction instead of two), events and the
 * log. It is as durable (synchronous FULL), and pays for the same indexes and triggers.
 */

const [file = '', bank = ''] = process.argv.slice(2);
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

interface Creation {
  terminal: number;
  items: { name: string; price: number; quantity: number }[];
}

const agent = new Agent({ keepAlive: true });

const askBank = (amount: number): Promise<{ invoiceId: string; pageUrl: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'X-Token': 'token-2', 'Content-Type': 'application/json' };
    request(`${bank}/api/merchant/invoice/create`, { agent, method: 'POST', headers }, (answer) => {
      text(answer).then((body) => resolve(JSON.parse(body)), reject);
    })
      .on('error', reject)
      .end(JSON.stringify({ amount, ccy: 980 }));
  });

const nextNumber = db
  .prepare<[], number>("update counters set value = value + 1 where name = 'invoice' returning value")
  .pluck();
const insertInvoice = db.prepare(
  `insert into invoices (number, invoice_id, terminal_id, status, amount, ccy, reference, destination, comment, page_url,
     failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee, created_locally, webhook_received,
     created_date, expires_at, search_text)
   values (@number, @invoiceId, @terminal, 'created', @amount, 980, @reference, '', '', @pageUrl,
     '', '', '', '', '', '', 0, 1, 0, @at, @at + 86400000, @search)`,
);
const insertItem = db.prepare(
  `insert into invoice_items (invoice_id, position, name, price, quantity, unit, product_id, discount, amount)
   values (?, ?, ?, ?, ?, '', null, 0, ?)`,
);
const terminalName = db.prepare<[number], string>('select name from terminals where id = ?').pluck();

/** In hundredths, as the service has them. */
const amountOf = ({ price, quantity }: Creation['items'][number]): number => Math.round(price * quantity);

const write = db.transaction(
  ({ terminal, items }: Creation, amount: number, answer: { invoiceId: string }) => {
    const number = nextNumber.get() ?? 0;
    const reference = `INV-${String(number).padStart(6, '0')}`;
    const at = Date.now();
    const search = searchText(answer.invoiceId, reference, '', '', '');
    const row = { ...answer, number, reference, terminal, amount, at, search };
    const id = Number(insertInvoice.run(row).lastInsertRowid);
    const lines = items.map((item, position) =>
      Number(
        insertItem.run(id, position, item.name, item.price, item.quantity * 1000, amountOf(item))
          .lastInsertRowid,
      ),
    );
    return { id, number, reference, at, lines, name: terminalName.get(terminal) };
  },
);

const create = async (input: Creation): Promise<object> => {
  const amount = input.items.reduce((sum, item) => sum + amountOf(item), 0);
  const answer = await askBank(amount);
  const { id, number, reference, at, lines, name } = write.immediate(input, amount, answer);
  return {
    id,
    number,
    number_display: String(number).padStart(6, '0'),
    invoice_id: answer.invoiceId,
    status: 'created',
    status_display: 'Created',
    terminal: input.terminal,
    terminal_name: name,
    cash_register: null,
    amount,
    ccy: 980,
    final_amount: null,
    reference,
    destination: '',
    comment: '',
    page_url: answer.pageUrl,
    failure_reason: '',
    masked_pan: '',
    approval_code: '',
    rrn: '',
    payment_system: '',
    fee: 0,
    created_locally: true,
    webhook_received: false,
    created_date: new Date(at).toISOString(),
    modified_date: null,
    paid_date: null,
    is_cancellable: true,
    items: input.items.map((item, position) => ({
      id: lines[position],
      ...item,
      unit: '',
      product: null,
      discount_pct: 0,
      amount: amountOf(item),
    })),
  };
};

const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, response) => {
  const sale = JSON.parse(await text(incoming)) as Creation;
  const body = JSON.stringify(await create(sale));
  response.writeHead(201, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`;
  process.stdout.write(`${JSON.stringify({ event: 'ready', base_url, pid: process.pid })}\n`);
});
process.on('SIGTERM', () => process.exit());
