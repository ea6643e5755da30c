import type { EventData, EventType } from '../../../shared/api/events.ts';
import type { HistoryType } from '../../../shared/api/invoice-extras.ts';
import type { AttemptKind, InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { EventRow } from '../../store/events.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import type { HoldRow } from '../../store/invoices/holds.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import type { Refund } from '../../store/invoices/refunds.ts';
import { refundReason } from '../guard/attempt-actions.ts';

/**
 * The history of an invoice, composed from its fields, its refunds, the journal of bank requests, and the events.
 * Events are deleted after a while; their content is then inferred from the rest. Pure.
 */

interface HistoryFacts {
  invoice: InvoiceRow;
  /** The invoice's own, oldest first, like the events. */
  attempts: readonly AttemptRow[];
  events: readonly EventRow[];
  /** Never deleted. */
  refunds: readonly Refund[];
  /** Undefined: the payment was not held. */
  hold?: HoldRow | undefined;
}

export interface InvoiceHistoryEntry {
  /** Milliseconds UTC. */
  at: number;
  type: HistoryType;
  status: InvoiceStatus | null;
  amount: number | null;
  /** Id of the account that requested it. */
  by: number | null;
  detail: string;
  /** Of a requested refund, from the owner's list; "": none was given. */
  reason: string;
  /** Id of the account that approved a refund above the requester's limit, or a discount above the shop's. */
  approved_by: number | null;
}

type TimedEventData<Type extends EventType> = EventData<Type> & { at: number };

const createEntry = (
  type: HistoryType,
  at: number,
  more: Partial<InvoiceHistoryEntry> = {},
): InvoiceHistoryEntry => ({
  at,
  type,
  status: null,
  amount: null,
  by: null,
  detail: '',
  reason: '',
  approved_by: null,
  ...more,
});

const eventsOfType = <Type extends EventType>(
  events: readonly EventRow[],
  type: Type,
): TimedEventData<Type>[] =>
  events
    .filter((event) => event.type === type)
    .map(({ data, created_at }) => ({ ...(JSON.parse(data) as EventData<Type>), at: created_at }));

/** Oldest first. Entries of the same millisecond keep the order in which they are composed here. */
export const composeHistory = (facts: HistoryFacts): InvoiceHistoryEntry[] => {
  const paid = paymentEntries(facts);
  const refunds = refundsOf(facts, paid[0]?.at ?? 0);
  const changes = statusChanges(facts);
  const known = [
    ...creationEntries(facts),
    ...holdEntries(facts),
    ...changes.filter(({ status }) => status !== 'expired'),
    ...paid,
    ...arrivalEntries(facts),
    ...requestEntries(facts, refunds.byAttempt),
    ...refunds.entries,
    ...changes.filter(({ status }) => status === 'expired'),
  ];
  return [...known, ...lastStatus(facts, known)].sort((one, other) => one.at - other.at);
};

const holdEntries = ({ hold }: HistoryFacts): InvoiceHistoryEntry[] =>
  typeof hold?.held_at === 'number' ? [createEntry('held', hold.held_at, { amount: hold.amount })] : [];

const isReleased = ({ invoice }: HistoryFacts): boolean => invoice.uncaptured === invoice.amount;

const creationOf = ({ attempts }: HistoryFacts) => attempts.find(({ kind }) => kind === 'create');

/** The bank's answer was lost: the journal has the error. */
const wasAdopted = (facts: HistoryFacts): boolean =>
  eventsOfType(facts.events, 'invoice.adopted').length > 0 || (creationOf(facts)?.err_code ?? '') !== '';

const creationEntries = (facts: HistoryFacts): InvoiceHistoryEntry[] => {
  const { created_locally, created_date, created_by: by } = facts.invoice;
  if (created_locally === 0) return [];
  const { err_code = '', approved_by = null } = creationOf(facts) ?? {};
  return wasAdopted(facts)
    ? [createEntry('in_doubt', created_date, { by, approved_by, detail: err_code })]
    : [createEntry('created', created_date, { by, approved_by, status: 'created' })];
};

/** An invoice that Kramar learned of other than by the bank's answer. */
const arrivalEntries = (facts: HistoryFacts): InvoiceHistoryEntry[] => {
  const { invoice, events } = facts;
  const { created_date, created_by: by } = invoice;
  if (invoice.created_locally === 0) {
    const [found] = eventsOfType(events, 'invoice.found');
    // The payment has an entry of its own.
    const status = invoice.paid_date === null ? (found?.status ?? invoice.status) : null;
    return [createEntry('found', found?.at ?? created_date, { status })];
  }
  if (!wasAdopted(facts)) return [];
  const [adopted] = eventsOfType(events, 'invoice.adopted');
  const at = adopted?.at ?? creationOf(facts)?.settled_at ?? created_date;
  return [createEntry('adopted', at, { by, status: 'created' })];
};

/** Paid, or found refunded in full at once. */
const isPayment = ({ status, previous_status }: EventData<'invoice.status_changed'>): boolean =>
  status === 'success' || (status === 'reversed' && previous_status !== 'success');

/**
 * The bank's clock dates the payment, Kramar's clock the rest, and they may differ: the payment is placed between the
 * entry before it and the event that reported it.
 */
const paymentEntries = (facts: HistoryFacts): InvoiceHistoryEntry[] => {
  const { invoice, events, hold } = facts;
  if (isReleased(facts)) return [];
  const changes = eventsOfType(events, 'invoice.status_changed');
  const index = changes.findIndex(isPayment);
  const change = changes[index];
  const paidAt = invoice.paid_date ?? change?.at;
  if (paidAt === undefined) return [];
  const earliest = Math.max(
    invoice.created_locally === 1 ? invoice.created_date : paidAt,
    changes[index - 1]?.at ?? paidAt,
  );
  const at = Math.min(Math.max(paidAt, earliest), change?.at ?? Number.POSITIVE_INFINITY);
  return [createEntry('paid', at, { status: 'success', amount: hold?.captured_amount ?? null })];
};

/** Payments and refunds have entries of their own. */
const statusChanges = (facts: HistoryFacts): InvoiceHistoryEntry[] => {
  const { invoice, attempts, events } = facts;
  const changes = eventsOfType(events, 'invoice.status_changed').filter(
    ({ status }) => status !== 'success' && (status !== 'reversed' || isReleased(facts)),
  );
  const failure = changes.findLast(({ status }) => status === 'failure');
  const removal = attempts.find(({ kind, status }) => kind === 'remove' && status === 'done');
  return changes.map((change) =>
    createEntry('status_changed', change.at, {
      status: change.status,
      by: change.status === 'expired' ? (removal?.account_id ?? null) : null,
      // Only the last reason is stored.
      detail: change === failure ? invoice.failure_reason : '',
    }),
  );
};

interface Refunds {
  entries: InvoiceHistoryEntry[];
  /** The refund that resulted from each attempt. */
  byAttempt: ReadonlyMap<AttemptRow, InvoiceHistoryEntry>;
}

/** @param paidAt earliest time of a refund, whatever the clocks say */
const refundsOf = ({ invoice, attempts, refunds }: HistoryFacts, paidAt: number): Refunds => {
  const entries = refunds.map(({ amount, refunded_at }) =>
    createEntry('refunded', Math.max(refunded_at, paidAt), { amount }),
  );
  const byAttempt = new Map<AttemptRow, InvoiceHistoryEntry>();
  const free = new Set(entries);
  for (const attempt of attempts.filter(({ kind, status }) => kind === 'refund' && status === 'done')) {
    const refund = outcomeOf(attempt, [...free]);
    if (!refund) continue;
    free.delete(refund);
    const at = Math.max(refund.at, attempt.created_at);
    byAttempt.set(attempt, Object.assign(refund, { at, by: attempt.account_id }));
  }
  const last = entries.toSorted((one, other) => one.at - other.at).at(-1);
  if (last && invoice.status === 'reversed') last.status = 'reversed';
  return { entries, byAttempt };
};

/** The bank's clock, which dates refunds, may be slow by this much. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** The first refund of this amount after the attempt. */
const outcomeOf = (
  attempt: AttemptRow,
  refunds: readonly InvoiceHistoryEntry[],
): InvoiceHistoryEntry | undefined => {
  const alike = refunds.filter(({ amount }) => amount === amountOf(attempt));
  return (
    alike.find(({ at }) => at >= attempt.created_at) ??
    alike.findLast(({ at }) => at >= attempt.created_at - CLOCK_MARGIN_MS)
  );
};

/** The current status of an invoice older than the events. */
const lastStatus = (
  { invoice, attempts }: HistoryFacts,
  known: readonly InvoiceHistoryEntry[],
): InvoiceHistoryEntry[] => {
  const { status, expires_at, failure_reason, modified_date, created_date } = invoice;
  if (known.some((entry) => entry.status === status)) return [];
  const removal = attempts.find((attempt) => attempt.kind === 'remove' && attempt.status === 'done');
  const changedAt = modified_date ?? created_date;
  const expiredAt = removal?.settled_at ?? modified_date ?? expires_at ?? created_date;
  const at = status === 'expired' ? expiredAt : changedAt;
  const by = status === 'expired' ? (removal?.account_id ?? null) : null;
  return [
    createEntry('status_changed', at, { status, by, detail: status === 'failure' ? failure_reason : '' }),
  ];
};

/** Cancels and refunds requested in the shop, and their ends unless another entry shows them. */
const requestEntries = (
  facts: HistoryFacts,
  refunds: ReadonlyMap<AttemptRow, InvoiceHistoryEntry>,
): InvoiceHistoryEntry[] =>
  facts.attempts
    .filter(({ kind }) => kind !== 'create')
    .flatMap((attempt) => {
      const doubt = doubtOf(facts, attempt);
      return [requested(attempt), ...(doubt ? [doubt] : []), ...ending(facts, attempt, doubt, refunds)];
    });

const plannedAmount = ({ request }: AttemptRow): number | null =>
  (JSON.parse(request) as { amount?: number }).amount ?? null;

/** The requested amount of a refund, minor units: an entry with it reads as one about a refund. */
const amountOf = (attempt: AttemptRow): number | null =>
  attempt.kind === 'refund' ? plannedAmount(attempt) : null;

const REQUESTED: Record<AttemptKind, HistoryType> = {
  create: 'created',
  remove: 'cancel_requested',
  refund: 'refund_requested',
  capture: 'capture_requested',
  release: 'release_requested',
};

const requested = (attempt: AttemptRow): InvoiceHistoryEntry =>
  createEntry(REQUESTED[attempt.kind], attempt.created_at, {
    amount: attempt.kind === 'remove' ? null : plannedAmount(attempt),
    by: attempt.account_id,
    reason: refundReason(attempt),
    approved_by: attempt.approved_by,
  });

/** The journal has only the current state; the event dates the doubt, as long as it exists. */
const doubtOf = ({ events }: HistoryFacts, attempt: AttemptRow): InvoiceHistoryEntry | undefined => {
  const { kind, status, err_code, created_at, settled_at } = attempt;
  if (status === 'pending') return undefined;
  const ended = settled_at ?? created_at;
  const event = eventsOfType(events, 'attempt.in_doubt').find(
    (event) => event.kind === kind && event.at >= created_at && event.at <= ended,
  );
  const isKnown = status === 'in_doubt' || status === 'dropped' || (status === 'done' && err_code !== '');
  if (!event && !isKnown) return undefined;
  const at = event?.at ?? (status === 'in_doubt' ? ended : created_at);
  return createEntry('in_doubt', at, { amount: amountOf(attempt), detail: event?.err_code ?? err_code });
};

const ending = (
  { invoice }: HistoryFacts,
  attempt: AttemptRow,
  doubt: InvoiceHistoryEntry | undefined,
  refunds: ReadonlyMap<AttemptRow, InvoiceHistoryEntry>,
): InvoiceHistoryEntry[] => {
  const { kind, status, err_code, created_at, settled_at } = attempt;
  const at = settled_at ?? created_at;
  const amount = amountOf(attempt);
  // Dropped: unknown to the bank, so it was not carried out either. The code then is that of the doubt.
  if (status === 'refused' || status === 'dropped')
    return [createEntry('refused', at, { amount, detail: doubt ? '' : err_code })];
  const isShownElsewhere =
    kind === 'refund' ? refunds.has(attempt) : kind === 'remove' && invoice.status === 'expired';
  return status === 'done' && doubt && !isShownElsewhere ? [createEntry('settled', at, { amount })] : [];
};
