import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { statementLines } from './bank-lines.ts';

/**
 * A bank that answers at once, a process of its own: `node test/bench/bank.ts`. It implements what the bench needs:
 * create, status, statement. It reports an invoice as open at the first request and as expired from then on, so that
 * the invoices of the bench are not watched for minutes.
 */

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
