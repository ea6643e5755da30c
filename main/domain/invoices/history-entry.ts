import type { EventData, EventType } from '../../../shared/api/events.ts';
import type { HistoryType } from '../../../shared/api/invoice-extras.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { EventRow } from '../../store/events.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import type { Refund } from '../../store/invoices/refunds.ts';

export interface HistoryFacts {
  invoice: InvoiceRow;
  /** Those of the invoice, oldest first, like the events. */
  attempts: readonly AttemptRow[];
  events: readonly EventRow[];
  /** They are never forgotten. */
  refunds: readonly Refund[];
}

export interface Happening {
  /** Milliseconds UTC. */
  at: number;
  type: HistoryType;
  status: InvoiceStatus | null;
  amount: number | null;
  /** Id of the account that asked for it. */
  by: number | null;
  detail: string;
}

type Told<Type extends EventType> = EventData<Type> & { at: number };

export const happening = (type: HistoryType, at: number, more: Partial<Happening> = {}): Happening => ({
  ...{ at, type, status: null, amount: null, by: null, detail: '' },
  ...more,
});

export const toldOf = <Type extends EventType>(events: readonly EventRow[], type: Type): Told<Type>[] =>
  events
    .filter((event) => event.type === type)
    .map(({ data, created_at }) => ({ ...(JSON.parse(data) as EventData<Type>), at: created_at }));
