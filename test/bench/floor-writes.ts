import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { searchText } from '../../shared/text.ts';
import type { StatementLine } from './bank-lines.ts';
import type { Reads } from './floor-reads.ts';

/**
 * The floor leaves out of a write: validation, the attempt that is on the disk before the bank is called (so one
 * transaction instead of two), events, checks of the statement's lines. It is as durable (synchronous FULL).
 */

const SLICE = 200;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const askBank = (bank: string, method: string, path: string, body?: object): Promise<string> =>
  new Promise((resolve, reject) => {
    const requested = request(
      bank + path,
      { agent, method, headers: { 'X-Token': 'token-1', 'Content-Type': 'application/json' } },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => resolve(Buffer.concat(pieces).toString()));
      },
    );
    requested.on('error', reject);
    requested.end(body && JSON.stringify(body));
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

/** scrypt$N$r$p$salt$key */
const verify = async (password: string, hash: string): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 2 ** 26 };
  const actual = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password, Buffer.from(salt, 'base64'), expected.length, cost, (error, derived) =>
      error ? reject(error) : resolve(derived),
    ),
  );
  return timingSafeEqual(actual, expected);
};

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const secret = randomBytes(32);
const signed = (payload: object): string => {
  const text = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

export const openWrites = (db: Database.Database, reads: Reads, bank: string) => {
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
  const known = db.prepare<[string], number>('select id from invoices where invoice_id = ?').pluck();
  const hashOf = db
    .prepare<[string], string>('select password_hash from accounts where username = ?')
    .pluck();

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

  const writeLine = (terminal_id: number, line: StatementLine): void => {
    if (known.get(line.invoiceId) !== undefined) return;
    const { invoiceId: invoice_id, reference, destination, maskedPan: masked_pan, rrn, amount } = line;
    const at = Date.parse(line.date);
    write({
      number: nextNumber(),
      invoice_id,
      terminal_id,
      status: 'success',
      amount,
      destination,
      reference,
      masked_pan,
      rrn,
      approval_code: line.approvalCode,
      fee: amount - line.profitAmount,
      created_locally: 0,
      created_date: at,
      paid_date: at,
      search_text: searchText(invoice_id, reference, destination, masked_pan, rrn),
    });
  };
  const writeSlice = db.transaction((terminal: number, lines: readonly StatementLine[]) => {
    for (const line of lines) writeLine(terminal, line);
  });

  return {
    create: async (input: Creation) => {
      const amounts = input.items.map(({ price, quantity }) => Math.round(price * quantity));
      const amount = amounts.reduce((sum, part) => sum + part, 0);
      const answer = await askBank(bank, 'POST', '/api/merchant/invoice/create', { amount, ccy: 980 });
      return reads.invoice(writeCreated.immediate(input, amounts, amount, JSON.parse(answer)));
    },
    signIn: async ({ username, password }: { username: string; password: string }) => {
      if (!(await verify(password, hashOf.get(username) ?? ''))) return undefined;
      const iat = Math.floor(Date.now() / 1000);
      const claims = { user_id: 1, iat, jti: randomBytes(16).toString('hex') };
      return {
        access: signed({ token_type: 'access', ...claims, exp: iat + 3600 }),
        refresh: signed({ token_type: 'refresh', ...claims, exp: iat + 7 * 86_400 }),
      };
    },
    sync: async (terminal: number) => {
      const { list } = JSON.parse(await askBank(bank, 'GET', '/api/merchant/statement?from=0')) as {
        list: StatementLine[];
      };
      for (let start = 0; start < list.length; start += SLICE) {
        if (start > 0) await nextTurn();
        writeSlice.immediate(terminal, list.slice(start, start + SLICE));
      }
      return { synced: list.length, created: list.length, updated: 0 };
    },
  };
};
