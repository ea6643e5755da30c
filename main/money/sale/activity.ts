import type { ActivityEntry } from '../../../shared/api/activity.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import type { InvoiceHistoryEntry } from './history.ts';

/** What happened to an invoice, each happening a row of its own at its own time. Pure. */

export interface Happening {
  /** Milliseconds UTC. */
  at: number;
  type: ActivityEntry['type'];
  amount: number | null;
  whole: number | null;
  reason: string;
  /** Id of an account. */
  by: number | null;
  /** Milliseconds UTC. */
  until: number | null;
}

const happening = (at: number, type: Happening['type'], more: Partial<Happening> = {}): Happening => ({
  at,
  type,
  amount: null,
  whole: null,
  reason: '',
  by: null,
  until: null,
  ...more,
});

interface InvoiceFacts {
  invoice: InvoiceRow;
  /** composeHistory, oldest first. */
  history: readonly InvoiceHistoryEntry[];
  attempts: readonly AttemptRow[];
}

const isOpen = ({ status }: InvoiceRow): boolean =>
  status === 'created' || status === 'processing' || status === 'failure';

export const happeningsOf = ({ invoice, history, attempts }: InvoiceFacts): Happening[] => {
  const held = history.find(({ type }) => type === 'held');
  const requests = history.filter(({ type }) => type === 'refund_requested');
  const of = (entry: InvoiceHistoryEntry): Happening[] => {
    const { at, type, amount, by } = entry;
    switch (type) {
      case 'held':
        return [happening(at, 'held', { amount })];
      case 'paid':
        return held
          ? [happening(at, 'captured', { amount: amount ?? invoice.amount, whole: held.amount })]
          : [happening(at, 'paid', { amount: invoice.amount })];
      case 'refunded': {
        const request = requests.findLast((each) => each.amount === amount && each.at <= at);
        return [happening(at, 'refunded', { amount, by, reason: request?.reason ?? '' })];
      }
      case 'status_changed':
        return unpaidEnd(invoice, held, entry);
      default:
        return [];
    }
  };
  return [...history.flatMap(of), ...attempts.flatMap(doubtOf)];
};

/** A sale that was not paid: declined, run out, withdrawn, or its hold released. */
const unpaidEnd = (
  invoice: InvoiceRow,
  held: InvoiceHistoryEntry | undefined,
  { at, status, by, detail }: InvoiceHistoryEntry,
): Happening[] => {
  const { amount } = invoice;
  switch (status) {
    case 'failure': {
      const until = isOpen(invoice) ? invoice.expires_at : null;
      return [happening(at, 'declined', { amount, reason: detail, until })];
    }
    case 'expired':
      return [happening(at, by === null ? 'expired' : 'cancelled', { amount, by })];
    case 'reversed':
      return [happening(at, 'released', { amount: held?.amount ?? null, by })];
    default:
      return [];
  }
};

/** A bank request whose outcome is not known: once it is, the request's end is a row instead. */
export const doubtOf = ({ kind, status, request, created_at, account_id }: AttemptRow): Happening[] => {
  if (status !== 'in_doubt' || (kind !== 'create' && kind !== 'refund')) return [];
  // A sale keeps its bank request in its plan; a refund is planned by its amount.
  const plan = JSON.parse(request) as { amount?: number; request?: { amount: number } };
  const amount = plan.request?.amount ?? plan.amount ?? null;
  return [happening(created_at, kind === 'create' ? 'doubt' : 'refund_doubt', { amount, by: account_id })];
};
