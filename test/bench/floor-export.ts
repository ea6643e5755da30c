import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** All invoices as the service's CSV has them, put together as text; Kyiv's wall clock is taken for two hours. */

const SLICE = 500;
const OFFSET_MS = 2 * 3_600_000;

type Row = Record<string, string | number | null>;

const two = (part: number) => String(part).padStart(2, '0');
const time = (ms: unknown): string => {
  if (typeof ms !== 'number') return '';
  const at = new Date(ms + OFFSET_MS);
  const date = `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`;
  return `${date} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
};
const money = (minor: unknown): string =>
  typeof minor === 'number' ? (minor / 100).toFixed(2).replace('.', ',') : '';
const text = (value: unknown): string => (value ? `"${String(value).replaceAll('"', '""')}"` : '');

const TEXTS = ['rrn', 'approval_code', 'destination', 'comment', 'failure_reason', 'invoice_id'];

const line = (row: Row): string => {
  const isPaid = row.status === 'success' || row.status === 'reversed';
  const amount = Number(row.amount);
  const left = Number(row.final_amount ?? amount);
  const sums = isPaid ? [amount - left, left, row.fee, left - Number(row.fee)].map(money) : ['', '', '', ''];
  return [
    ...[text(String(row.number).padStart(6, '0')), text(row.reference), text(row.status)],
    ...[text(time(row.created_date)), text(time(row.paid_date)), money(amount), ...sums, text('UAH')],
    ...[text(row.terminal_name), text(row.register_name), text(row.masked_pan), text(row.payment_system)],
    ...TEXTS.map((name) => text(row[name])),
    text(row.created_locally === 1 ? 'yes' : 'no'),
  ].join(';');
};

export const exportCsv = async (file: string, response: ServerResponse): Promise<void> => {
  const db = new Database(file, { readonly: true });
  response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
  const rows = db
    .prepare<[], Row>(
      `select i.*, t.name as terminal_name, r.name as register_name from invoices i indexed by floor_created
       cross join terminals t on t.id = i.terminal_id left join cash_registers r on r.id = i.cash_register_id
       order by i.created_date desc, i.id desc`,
    )
    .iterate();
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(line(row));
    if (lines.length < SLICE) continue;
    if (!response.write(`${lines.join('\r\n')}\r\n`)) await once(response, 'drain');
    // The data that the socket takes at once is drained without a turn of the loop: no other request would be
    // answered.
    await nextTurn();
    lines = [];
  }
  response.end(lines.join('\r\n'));
  db.close();
};
