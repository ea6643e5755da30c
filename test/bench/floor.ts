import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { openReads } from './floor-reads.ts';
import { PAGE } from './floor-rows.ts';
import { openCreation } from './floor-writes.ts';

/**
 * The baseline of the service: bare node:http over the same shop, `node test/bench/floor.ts DATABASE BANK`. It gives
 * the bench's answers byte for byte, except for what it leaves out: sign-in of the caller and permissions, rate
 * limit, validation, guards against foreign hosts, request ids, the log, events, and any request that the bench does
 * not send.
 */

const [file = '', bank = ''] = process.argv.slice(2);
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
const reads = openReads(db);
const create = openCreation(db, reads, bank);

const API = '/api/v1/';

const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => resolve(Buffer.concat(pieces).toString()));
  });

const linked = (address: URL, count: number, size: number) => {
  const page = Number(address.searchParams.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(count / size));
  const link = (to: number): string => {
    const url = new URL(address);
    url.searchParams.delete('page');
    if (to > 1) url.searchParams.set('page', String(to));
    return url.href;
  };
  return { count, next: page < pages ? link(page + 1) : null, previous: page > 1 ? link(page - 1) : null };
};

const rangeOf = (query: URLSearchParams) => ({
  from: Date.parse(query.get('created_from') ?? ''),
  to: Date.parse(query.get('created_to') ?? ''),
});

const invoices = (address: URL) => {
  const query = address.searchParams;
  const word = query.get('search');
  const status = query.get('status');
  const found = word
    ? reads.search(word)
    : status
      ? reads.filtered(status, Number(query.get('terminal')), rangeOf(query))
      : reads.page(Number(query.get('page') ?? 1));
  const { count, total_amount, success_amount } = found.sums;
  const totals = { total_amount, success_amount };
  return { ...linked(address, count, PAGE), results: found.results, totals };
};

const read = (address: URL): object | undefined => {
  const path = address.pathname.slice(API.length);
  if (path === 'invoices/') return invoices(address);
  if (path.startsWith('invoices/')) return reads.invoice(Number(path.slice('invoices/'.length, -1)));
  if (path === 'stats/')
    return reads.stats(address.searchParams.has('created_from') ? rangeOf(address.searchParams) : undefined);
  if (path === 'catalog/products/') {
    const size = Number(address.searchParams.get('page_size'));
    const { count, results } = reads.products(size);
    return { ...linked(address, count, size), results };
  }
  return undefined;
};

const send = (response: ServerResponse, status: number, answer: object | undefined): void => {
  const text = JSON.stringify(answer ?? { detail: 'Not found.' });
  response.writeHead(answer ? status : 404, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
};

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  if (request.method === 'GET') return send(response, 200, read(address));
  send(response, 201, await create(JSON.parse(await bodyOf(request))));
};

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    send(response, 500, { detail: 'Internal server error.' });
  });
});
server.listen(0, '127.0.0.1', () => {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${API}`;
  process.stdout.write(`${JSON.stringify({ event: 'ready', base_url, pid: process.pid })}\n`);
});
process.on('SIGTERM', () => process.exit());
