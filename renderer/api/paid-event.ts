import type { QueryKey } from '@tanstack/react-query';
import type { Event, EventData } from '../../shared/api/events.ts';
import type { SaleOutcome } from '../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { keyOf } from './keys.ts';
import { putData } from './put-data.ts';

/** An event that is repeated after a reconnection may be older than what is known. */
const PAID_BEFORE: readonly Invoice['status'][] = ['success', 'reversed'];

/**
 * Shows an invoice as paid with the event that says so, as the customer screen does by the same event: reading the
 * invoice again takes as long once more. Only what the event holds is shown; the card and the time come with that reading.
 */
export const showPaid = (queries: Parameters<typeof putData>[0], { type, invoice, data }: Event): void => {
  if (type !== 'invoice.status_changed' || invoice === null) return;
  const { status, amount, final_amount } = data as EventData<'invoice.status_changed'>;
  if (status !== 'success') return;
  const paid = (known: Invoice): Invoice =>
    PAID_BEFORE.includes(known.status) ? known : { ...known, status, amount, final_amount };
  putData<QueryKey, Invoice>(
    queries,
    keyOf('invoices/{id}/', { id: invoice }),
    (known) => known && paid(known),
  );
  putData<QueryKey, SaleOutcome>(
    queries,
    keyOf('invoices/{id}/outcome/', { id: invoice }),
    (known) => known && { ...known, invoice: paid(known.invoice) },
  );
};
