import type { EventData, EventType } from '../../shared/api/events.ts';
import { formatAmount, formatSums } from '../../shared/money.ts';
import type { EventRow } from '../store/events.ts';
import type { Texts } from './texts.ts';

/** Selects the events worth a notification. Pure. */
export interface News {
  title: string;
  body: string;
  /** The screen with the details. */
  path: string;
}

export const NEWS_TYPES: readonly EventType[] = ['invoice.status_changed', 'backup.failed'];

/** After a night's sleep the bank reports all payments at once. */
const MAX_SEPARATE = 3;

interface Payment {
  invoice: number | null;
  amount: number;
  /** Absent in events of an earlier version: hryvnia. */
  ccy: number | undefined;
  reference: string;
}

const paymentOf = (row: EventRow): Payment[] => {
  if (row.type !== 'invoice.status_changed') return [];
  const { status, amount, ccy, reference }: EventData<'invoice.status_changed'> = JSON.parse(row.data);
  return status === 'success' ? [{ invoice: row.invoice_id, amount, ccy, reference }] : [];
};

export const newsOf = (rows: readonly EventRow[], { news: t }: Texts): News[] => {
  const payments = rows.flatMap(paymentOf);
  const paid =
    payments.length > MAX_SEPARATE
      ? [{ title: t.manyPaid(payments.length, formatSums(payments)), body: t.manyPaidText, path: '/today' }]
      : payments.map((one) => ({
          title: t.paid(formatAmount(one.amount, one.ccy)),
          body: t.paidText(one.reference),
          path: one.invoice === null ? '/today' : `/invoices/${one.invoice}`,
        }));
  const failed = rows.filter(({ type }) => type === 'backup.failed').at(-1);
  return failed ? [...paid, backupFailed(failed, t)] : paid;
};

const backupFailed = (row: EventRow, t: Texts['news']): News => {
  const { detail }: EventData<'backup.failed'> = JSON.parse(row.data);
  return { title: t.backupFailed, body: detail, path: '/settings' };
};
