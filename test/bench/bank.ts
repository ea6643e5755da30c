import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bank that answers at once, a process of its own: `node test/bench/bank.ts`. It implements what the bench needs:
 * create, status, statement. It reports an invoice as open at the first request and as expired from then on, so that
 * the invoices of the bench are not watched for minutes.
 */

/**
 * Newest first, as the bank gives them.
 * @param until milliseconds UTC
 * @param from how many lines were returned before
 */
const statementLines = (count: number, until: number, from = 0): object[] =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const amount = 1000 + ((at * 7919) % 90_000);
    return {
      invoiceId: `25bench${String(at).padStart(9, '0')}`,
      status: 'success',
      maskedPan: `444403******${String((at * 31) % 10_000).padStart(4, '0')}`,
      date: new Date(until - at * 60_000).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      amount,
      ccy: 980,
      profitAmount: amount - Math.round(amount * 0.013),
      reference: '',
      destination: `Оплата на касі ${at}`,
      approvalCode: String(at % 1_000_000).padStart(6, '0'),
      rrn: String(600_000_000_000 + at),
    };
  });

let made = 0;
/** New payments for the next statement; the tests of the statement's paths find it empty. */
let lines = 0;
let reported = 0;
const open = new Map<string, { amount: number; ccy: number }>();

const NOT_FOUND = { status: 404, body: { errCode: 'NOT_FOUND', errText: 'There is no such invoice.' } };
const ok = (body: object) => ({ status: 200, body });

const statement = () => {
  const list = statementLines(lines, Date.now() - 60_000, reported);
  reported += lines;
  lines = 0;
  return ok({ list });
};

const create = (text: string) => {
  const { amount, ccy } = JSON.parse(text) as { amount: number; ccy: number };
  made += 1;
  const invoiceId = `26${String(made).padStart(10, '0')}bench`;
  open.set(invoiceId, { amount, ccy });
  return ok({ invoiceId, pageUrl: `https://pay.bench.example/${invoiceId}` });
};

const status = (invoiceId: string) => {
  const requested = open.get(invoiceId);
  return requested ? ok({ invoiceId, status: 'expired', ...requested }) : NOT_FOUND;
};

const answer = (path: string, query: URLSearchParams, text: string): { status: number; body: object } => {
  if (path === '/api/merchant/invoice/create') return create(text);
  if (path === '/api/merchant/invoice/status') return status(query.get('invoiceId') ?? '');
  if (path === '/api/merchant/statement') return statement();
  if (path === '/api/merchant/qr/list') return ok({ list: [] });
  if (path === '/api/merchant/details')
    return ok({ merchantId: 'bench', merchantName: 'Кав’ярня', edrpou: '3141592653' });
  if (path === '/bench/statement') {
    lines = Number(query.get('lines'));
    return ok({});
  }
  return NOT_FOUND;
};

const server = createServer({ keepAlive: true, keepAliveTimeout: 60_000 }, (request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank');
    const { status, body } = answer(pathname, searchParams, Buffer.concat(pieces).toString());
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
});
server.listen(0, '127.0.0.1', () => {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.stdout.write(`${JSON.stringify({ event: 'ready', base_url, pid: process.pid })}\n`);
});
process.on('SIGTERM', () => process.exit());
