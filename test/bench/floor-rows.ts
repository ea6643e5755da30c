import type Database from 'better-sqlite3';

/** The floor's presenter: the bytes that the service answers, from rows read at once. */

export const PAGE = 25;

export interface Sums {
  count: number;
  total_amount: number;
  success_amount: number;
}

interface InvoiceRow {
  id: number;
  number: number;
  invoice_id: string;
  status: string;
  terminal_id: number;
  terminal_name: string;
  cash_register_id: number | null;
  amount: number;
  ccy: number;
  final_amount: number | null;
  reference: string;
  destination: string;
  comment: string;
  page_url: string;
  failure_reason: string;
  masked_pan: string;
  approval_code: string;
  rrn: string;
  payment_system: string;
  fee: number;
  created_locally: number;
  webhook_received: number;
  created_date: number;
  modified_date: number | null;
  paid_date: number | null;
}

interface ItemRow {
  id: number;
  invoice_id: number;
  name: string;
  price: number;
  quantity: number;
  unit: string;
  product_id: number | null;
  discount: number;
  amount: number;
}

const LABELS: Record<string, string> = {
  created: 'Created',
  processing: 'Processing',
  success: 'Paid',
  failure: 'Failed',
  reversed: 'Refunded',
  expired: 'Cancelled or expired',
};

const time = (ms: number) => new Date(ms).toISOString();
const timeOrNull = (ms: number | null) => (ms === null ? null : time(ms));

const presentItem = (row: ItemRow) => ({
  id: row.id,
  name: row.name,
  price: row.price,
  quantity: row.quantity / 1000,
  unit: row.unit,
  product: row.product_id,
  discount_pct: row.discount / 100,
  amount: row.amount,
});

const presentInvoice = (row: InvoiceRow, items: readonly ItemRow[]) => ({
  id: row.id,
  number: row.number,
  number_display: String(row.number).padStart(6, '0'),
  invoice_id: row.invoice_id,
  status: row.status,
  status_display: LABELS[row.status],
  terminal: row.terminal_id,
  terminal_name: row.terminal_name,
  cash_register: row.cash_register_id,
  amount: row.amount,
  ccy: row.ccy,
  final_amount: row.final_amount,
  reference: row.reference,
  destination: row.destination,
  comment: row.comment,
  page_url: row.page_url,
  failure_reason: row.failure_reason,
  masked_pan: row.masked_pan,
  approval_code: row.approval_code,
  rrn: row.rrn,
  payment_system: row.payment_system,
  fee: row.fee,
  created_locally: row.created_locally === 1,
  webhook_received: row.webhook_received === 1,
  created_date: time(row.created_date),
  modified_date: timeOrNull(row.modified_date),
  paid_date: timeOrNull(row.paid_date),
  is_cancellable: ['created', 'failure', 'success'].includes(row.status),
  items: items.map(presentItem),
});

const SELECTED = 'i.*, t.name as terminal_name';

/** Late row lookup: the rows of ids that are known by now, in their order. */
export const openRows = (db: Database.Database) => {
  const one = db.prepare<[number], InvoiceRow>(
    `select ${SELECTED} from invoices i join terminals t on t.id = i.terminal_id where i.id = (select ?)`,
  );
  const several = db.prepare<[string], InvoiceRow>(
    `select ${SELECTED} from json_each(?) j cross join invoices i on i.id = j.value
     cross join terminals t on t.id = i.terminal_id`,
  );
  const itemsOfOne = db.prepare<[number], ItemRow>(
    'select * from invoice_items where invoice_id = (select ?) order by position',
  );
  const itemsOfSeveral = db.prepare<[string], ItemRow>(
    `select * from invoice_items where invoice_id in (select value from json_each(?)) order by invoice_id, position`,
  );
  return {
    one: (id: number) => {
      const row = one.get(id);
      return row && presentInvoice(row, itemsOfOne.all(id));
    },
    several: (ids: readonly number[]) => {
      const list = JSON.stringify(ids);
      const items = Map.groupBy(itemsOfSeveral.all(list), (row) => row.invoice_id);
      return several.all(list).map((row) => presentInvoice(row, items.get(row.id) ?? []));
    },
  };
};
